import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import { describe, expect, it } from "vitest";
import {
  automationRows,
  automationStatus,
  drainAutomation,
  listAutomation,
  moved,
  press,
  setUpAutomation,
} from "../testing/automation.ts";
import { DUE_ON, type DueCustomer, dueCustomer } from "../testing/bulk.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { payableCustomer } from "../testing/payable.ts";
import { addSchedule, readSchedules } from "../testing/schedules.ts";

const batches = ({ database }: TestApi) => database.read.bulkBatch.count({ where: { kind: "AUTOMATION" } });

const at = setUpAutomation();

describe("a run of payment automation", () => {
  it("takes what is due from the account of each customer, and marks it as paid", async () => {
    const customers = [await dueCustomer(at.api), await dueCustomer(at.api)];
    const { requestedAt, message } = await press(at.api);
    expect(message).toBe("Payment automation is running in the background");
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([
      ["DEBIT", 41_250],
      ["DEBIT", 41_250],
    ]);
    expect(await automationRows(at.api, requestedAt)).toMatchObject(
      customers.map(({ userId }) => ({
        userId,
        status: "Completed",
        paymentStatus: "SUCCESS",
        paymentType: "ACH",
        source: "LP",
        dueOn: DUE_ON,
        dueCents: 41_250,
        takenCents: 41_250,
        shortfallCents: 0,
        last4: "6789",
        secondary: null,
      })),
    );
    for (const { userId } of customers)
      expect((await readSchedules(at.api, userId)).map(({ status }) => status)).toEqual(["PAID"]);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({
      status: "Completed",
      error: "",
      totalTransactions: 2,
      totalCompletedTransactions: 2,
    });
  });

  it("is refused when nothing is due, and says so before", async () => {
    expect(await (await at.api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 0,
      whyNot: "No scheduled payment is due.",
    });
    await expectRefusal(press(at.api), "RULE", "No scheduled payment is due.");
  });

  it("is refused while one runs, also to the second of two who press at once: there is one batch", async () => {
    await dueCustomer(at.api);
    const before = await batches(at.api);
    const presses = await Promise.allSettled([press(at.api), press(at.api)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(
      press(at.api),
      "CONFLICT",
      /^A payment automation job started by .* is running: 0\/1\.$/,
    );
    expect(await batches(at.api)).toBe(before + 1);
  });

  it("leaves an audit event, one for each payment, and none where it was refused", async () => {
    const { userId } = await dueCustomer(at.api);
    const before = await countAuditEvents(at.api, "automation.run");
    const { batchId } = await press(at.api);
    await expectRefusal(press(at.api), "CONFLICT");
    expect(await countAuditEvents(at.api, "automation.run")).toBe(before + 1);
    expect(await lastAuditEvent(at.api, "automation.run")).toMatchObject({
      subjectId: batchId,
      after: { customers: 1, totalCents: 41_250, leftOut: 0 },
    });
    await drainAutomation(at.api);
    expect(await lastAuditEvent(at.api, "automation.pay")).toMatchObject({
      subjectId: String(userId),
      after: { batchId, mode: "DEBIT", amountCents: 41_250, firstPaymentId: null },
    });
  });
});

describe("a promise for a later day", () => {
  const promise = async (userId: number, dueOn: string) =>
    (await at.api.as("EMPLOYEE")).promises.record({
      requestId: randomUUID(),
      userId,
      amountCents: 1_000,
      dueOn,
    });
  const planned = async () => (await (await at.api.as("VIEWER")).automation.preview()).customers;

  it("holds the debit back until that day, unless the setting lets it come before", async () => {
    const { userId } = await dueCustomer(at.api);
    expect(await planned()).toBe(1);
    await promise(userId, "2026-11-24");
    expect(await (await at.api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 0,
      groups: { decision: { reasons: [{ reason: NOT_PROCESSED.promised, count: 1 }] } },
    });
    const { settings } = await at.api.as("SUPERADMIN");
    const turn = (on: boolean, version: number) =>
      settings.setSwitch({ requestId: randomUUID(), name: "debitsBeforePromise", on, version });
    await turn(true, 0);
    expect(await planned()).toBe(1);
    await turn(false, 1);
    expect(await planned()).toBe(0);
    at.api.clock.advance({ hours: 4 * 24 });
    expect(await planned()).toBe(1);
    at.api.clock.advance({ hours: -4 * 24 });
  });

  it("holds a debit back although it was made after the run had started", async () => {
    const { userId } = await dueCustomer(at.api);
    const { requestedAt } = await press(at.api);
    await promise(userId, "2026-11-24");
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([]);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([{ userId, paymentStatus: "FAILED" }]);
  });
});

describe("who is left out", () => {
  const LEFT_OUT: readonly (readonly [string, (tx: Tx, customer: DueCustomer) => Promise<unknown>])[] = [
    [
      NOT_PROCESSED.off,
      (tx, { userId }) => tx.user.update({ where: { id: userId }, data: { runPaymentAutomation: false } }),
    ],
    [
      NOT_PROCESSED.doNotFund,
      (tx, { userId }) => tx.user.update({ where: { id: userId }, data: { doNotFund: true } }),
    ],
    [
      NOT_PROCESSED.external,
      (tx, { userId }) => tx.user.update({ where: { id: userId }, data: { isExternal: true } }),
    ],
    [
      NOT_PROCESSED.noAccount,
      async (tx, { userId }) => {
        await tx.bankAccount.deleteMany({ where: { bankLink: { userId } } });
        await tx.card.deleteMany({ where: { userId } });
      },
    ],
    [
      NOT_PROCESSED.accountDisabled,
      async (tx, { cardId, accountId }) => {
        await tx.card.update({ where: { id: cardId }, data: { isPrimary: false } });
        await tx.bankAccount.update({ where: { id: accountId }, data: { enabled: false } });
      },
    ],
    [
      NOT_PROCESSED.cardExpired,
      async (tx, { userId, cardId }) => {
        await tx.bankAccount.deleteMany({ where: { bankLink: { userId } } });
        await tx.card.update({ where: { id: cardId }, data: { expiry: "1020" } });
      },
    ],
    [
      NOT_PROCESSED.preferenceExpired,
      async (tx, { userId }) => {
        await tx.bankAccount.deleteMany({ where: { bankLink: { userId } } });
        await tx.card.deleteMany({ where: { userId } });
        await tx.paymentPreference.create({
          data: { userId, useCard: true, cardNumber: "4242", useCardUntil: new Date("2026-11-01") },
        });
      },
    ],
  ];

  it("has a row with the reason, and nothing is taken from them; who owes nothing and who has nothing due too", async () => {
    const expected: Record<number, string> = {};
    for (const [reason, alter] of LEFT_OUT) {
      const customer = await dueCustomer(at.api);
      await at.api.database.unsafeTransaction((tx) => alter(tx, customer));
      expected[customer.userId] = reason;
    }
    const paidUp = await payableCustomer(at.api, { owesCents: 0 });
    await addSchedule(at.api, paidUp, [DUE_ON]);
    expected[paidUp.userId] = NOT_PROCESSED.balance;
    const later = await payableCustomer(at.api);
    await addSchedule(at.api, later, ["2026-11-24"]);
    const charged = await dueCustomer(at.api);
    expect(await (await at.api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 1,
      totalCents: 41_250,
      leftOut: LEFT_OUT.length + 1,
      whyNot: null,
    });
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    const { transactions, summary } = await listAutomation(at.api, { requestedAt });
    const left = transactions.filter(({ notProcessedReason }) => notProcessedReason !== "");
    expect(Object.fromEntries(left.map((row) => [row.userId, row.notProcessedReason]))).toEqual(expected);
    expect(
      left.map(({ status, paymentStatus, paymentType }) => [status, paymentStatus, paymentType]),
    ).toEqual(left.map(() => ["Completed", "FAILED", null]));
    expect(moved(at.processors)).toHaveLength(1);
    expect(summary?.main).toMatchObject({
      total: LEFT_OUT.length + 2,
      succeeded: 1,
      failed: LEFT_OUT.length + 1,
      notProcessed: LEFT_OUT.length + 1,
      takenCents: 41_250,
    });
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({ status: "Completed", error: "" });
    expect(
      (await listAutomation(at.api, { requestedAt, paymentType: "No payment type" })).transactions,
    ).toHaveLength(left.length);
    expect(
      (await listAutomation(at.api, { requestedAt, status: "SUCCESS" })).transactions.map(
        ({ userId }) => userId,
      ),
    ).toEqual([charged.userId]);
  });

  it("a batch in which everybody is left out is over at once", async () => {
    const { userId } = await dueCustomer(at.api);
    await at.api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: userId }, data: { runPaymentAutomation: false } }),
    );
    const { requestedAt } = await press(at.api);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({
      status: "Completed",
      totalCompletedTransactions: 1,
    });
    expect((await listAutomation(at.api)).isPaymentProcessingComplete).toBe(true);
  });
});
