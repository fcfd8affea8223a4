import { expect, it } from "vitest";
import { drainAutomation, listAutomation, press, setUpAutomation } from "../testing/automation.ts";
import { dueCustomer } from "../testing/bulk.ts";

const at = setUpAutomation();

it("each day on which payment automation ran says what came of its payments, as the list of that day does", async () => {
  expect(await (await at.api.as("VIEWER")).automation.days()).toEqual([]);
  await dueCustomer(at.api);
  await dueCustomer(at.api);
  await press(at.api);
  const [open] = await (await at.api.as("VIEWER")).automation.days();
  expect(open).toEqual({ day: "2026-11-20", succeeded: 0, failed: 0, pending: 2, takenCents: 0 });
  await drainAutomation(at.api);
  const days = await (await at.api.as("VIEWER")).automation.days();
  const { summary } = await listAutomation(at.api, {
    period: "Custom",
    startDate: "2026-11-20",
    endDate: "2026-11-20",
  });
  expect(days).toEqual([
    {
      day: "2026-11-20",
      succeeded: summary?.main.succeeded,
      failed: summary?.main.failed,
      pending: summary?.main.pending,
      takenCents: summary?.main.takenCents,
    },
  ]);
  expect(days[0]?.succeeded).toBe(2);
});

it("a run that is longer ago is not among them", async () => {
  at.api.clock.advance({ seconds: 31 * 24 * 3600 });
  expect(await (await at.api.as("VIEWER")).automation.days()).toEqual([]);
});
