import { expect, it } from "vitest";
import { DUE_CHANGED } from "../bulk-jobs/reviewed.ts";
import { automationRows, drainAutomation, moved, press, setUpAutomation } from "../testing/automation.ts";
import { dueCustomer } from "../testing/bulk.ts";

const at = setUpAutomation();

/** A customer who owes $500.00, of which $500.00 is due, and pays everything off with $420.00 until midnight. */
async function discounted() {
  const customer = await dueCustomer(at.api);
  await at.api.database.unsafeTransaction(async (tx) => {
    await tx.application.update({
      where: { id: customer.applicationId },
      data: { stage: "funded", discountAmountCents: 8_000n, discountDate: new Date("2026-11-20") },
    });
    await tx.paymentSchedule.update({ where: { id: customer.scheduleId }, data: { amountCents: 50_000 } });
  });
  return customer;
}

it("a run takes no more than was confirmed where the discount has ended by a row's turn", async () => {
  const { applicationId } = await discounted();
  const { requestedAt } = await press(at.api);
  await at.api.database.unsafeTransaction((tx) =>
    tx.application.update({ where: { id: applicationId }, data: { discountDate: new Date("2026-11-19") } }),
  );
  await drainAutomation(at.api);
  expect(moved(at.processors)).toEqual([["DEBIT", 42_000]]);
  expect(await automationRows(at.api, requestedAt)).toMatchObject([
    { paymentStatus: "SUCCESS", dueCents: 50_000, takenCents: 42_000 },
  ]);
});

it("a run takes less than was confirmed where less pays everything off by a row's turn", async () => {
  const { applicationId } = await discounted();
  await press(at.api);
  await at.api.database.unsafeTransaction((tx) =>
    tx.application.update({ where: { id: applicationId }, data: { discountAmountCents: 10_000n } }),
  );
  await drainAutomation(at.api);
  expect(moved(at.processors)).toEqual([["DEBIT", 40_000]]);
});

it("a row whose instalment has another day by its turn is refused", async () => {
  const { scheduleId } = await dueCustomer(at.api);
  const { requestedAt } = await press(at.api);
  await at.api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.update({ where: { id: scheduleId }, data: { paymentDate: new Date("2026-11-18") } }),
  );
  await drainAutomation(at.api);
  expect(await automationRows(at.api, requestedAt)).toMatchObject([
    { paymentStatus: "FAILED", notProcessedReason: DUE_CHANGED },
  ]);
  expect(at.processors.calls()).toBe(0);
});
