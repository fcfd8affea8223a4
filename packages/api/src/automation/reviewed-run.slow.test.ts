import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { drainAutomation, moved, setUpAutomation } from "../testing/automation.ts";
import { dueCustomer } from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { order, run } from "../testing/payable.ts";

const at = setUpAutomation();

it("a run is refused where something else is due than was shown, with how much and from how many it is now", async () => {
  const [one] = [await dueCustomer(at.api), await dueCustomer(at.api)];
  const { automation } = await at.api.as("ADMIN");
  const { reviewed, customers } = await automation.preview();
  expect(customers).toBe(2);
  await run(at.api, order(one, "SALE"));
  const stale = automation.run({ requestId: randomUUID(), reviewed });
  const details = await expectRefusal(
    stale,
    "RULE",
    "The due amount has changed: now $412.50 from 1 customer.",
  );
  expect(details).toEqual({ confirm: "changed" });
  const again = await automation.preview();
  await automation.run({ requestId: randomUUID(), reviewed: again.reviewed });
  await drainAutomation(at.api);
  expect(moved(at.processors)).toEqual([
    ["SALE", 1_000],
    ["DEBIT", 41_250],
  ]);
});

it("a run is refused with a digest that the server has not made", async () => {
  await dueCustomer(at.api);
  const { automation } = await at.api.as("ADMIN");
  await expectRefusal(
    automation.run({ requestId: randomUUID(), reviewed: "made up" }),
    "RULE",
    /has changed/,
  );
});

it("the question before a run tells how far the ledger sheet holds what was written down here", async () => {
  await dueCustomer(at.api);
  const row = (state: "DELIVERED" | "FAILED" | "QUEUED") => ({
    topic: "LEDGER_SHEET" as const,
    dedupeKey: randomUUID(),
    payload: new Uint8Array(),
    state,
    nextAt: at.api.clock.now(),
    ...(state === "DELIVERED" && { deliveredAt: at.api.clock.now() }),
  });
  const { sheet: before } = await (await at.api.as("VIEWER")).automation.preview();
  await at.api.database.unsafeTransaction((tx) =>
    tx.outboxMessage.createMany({
      data: [
        row("DELIVERED"),
        {
          ...row("DELIVERED"),
          id: "ffffffff-ffff-4fff-bfff-ffffffffffff",
          deliveredAt: at.api.clock.in({ hours: -1 }),
        },
        row("QUEUED"),
        row("FAILED"),
        row("FAILED"),
      ],
    }),
  );
  expect((await (await at.api.as("VIEWER")).automation.preview()).sheet).toEqual({
    writtenAt: at.api.clock.now(),
    waiting: before.waiting + 1,
    failed: before.failed + 2,
  });
});

it("a run that takes more than the limit needs its total typed, as a SUPERADMIN set the limit, and is told as it will be", async () => {
  const customer = await dueCustomer(at.api);
  const admin = await at.api.as("SUPERADMIN");
  const limit = { name: "typedTotalFromCents", requestId: randomUUID() } as const;
  const [setting] = (await admin.settings.list()).filter(({ name }) => name === limit.name);
  await admin.settings.set({ ...limit, amountCents: 41_249, version: setting?.version ?? 0 });
  const { reviewed, totalCents, groups, typedTotalFromCents } = await admin.automation.preview();
  expect({ totalCents, typedTotalFromCents }).toEqual({ totalCents: 41_250, typedTotalFromCents: 41_249 });
  const nobody = { count: 0, reasons: [], rows: [] };
  expect(groups).toMatchObject({
    goes: { count: 1, rows: [{ userId: customer.userId, takeCents: 41_250, rail: "DEBIT", reason: null }] },
    blocked: nobody,
    decision: nobody,
  });
  for (const typedTotalCents of [null, 41_249])
    await expectRefusal(
      admin.automation.run({ requestId: randomUUID(), reviewed, typedTotalCents }),
      "RULE",
      "Type the total, $412.50, first.",
    );
  await admin.automation.run({ requestId: randomUUID(), reviewed, typedTotalCents: totalCents });
  await drainAutomation(at.api);
  expect(moved(at.processors)).toEqual([["DEBIT", 41_250]]);
});
