import { randomUUID } from "node:crypto";
import { NOT_PROCESSED } from "@countinghouse/validators/automation-rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  automationRows,
  automationStatus,
  drainAutomation,
  endAutomation,
  freshVendors,
  listAutomation,
  moved,
  press,
} from "../testing/automation.ts";
import { DUE_ON, type DueCustomer, dueCustomer } from "../testing/bulk.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, schedulesOf } from "../testing/schedules.ts";

type Change = Parameters<TestApi["database"]["unsafeTransaction"]>[0];
const batches = ({ database }: TestApi) => database.read.bulkBatch.count({ where: { kind: "AUTOMATION" } });

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = freshVendors(api);
});
afterEach(() => endAutomation(api));
afterAll(() => api.close());

describe("a run of payment automation", () => {
  it("takes what is due from the account of each customer, and marks it as paid", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api)];
    const { requestedAt, message } = await press(api);
    expect(message).toBe("Payment automation is running in the background");
    await drainAutomation(api);
    expect(moved(processors)).toEqual([
      ["DEBIT", 41_250],
      ["DEBIT", 41_250],
    ]);
    expect(await automationRows(api, requestedAt)).toMatchObject(
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
      expect((await schedulesOf(api, userId)).map(({ status }) => status)).toEqual(["PAID"]);
    expect(await automationStatus(api, requestedAt)).toMatchObject({
      status: "Completed",
      error: "",
      totalTransactions: 2,
      totalCompletedTransactions: 2,
    });
  });

  it("is refused when nothing is due, and says so before", async () => {
    expect(await (await api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 0,
      whyNot: "No scheduled payment is due.",
    });
    await expectRefusal(press(api), "RULE", "No scheduled payment is due.");
  });

  it("is refused while one runs, also to the second of two who press at once: there is one batch", async () => {
    await dueCustomer(api);
    const before = await batches(api);
    const presses = await Promise.allSettled([press(api), press(api)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(
      press(api),
      "CONFLICT",
      /^A payment automation job started by .* is running: 0\/1\.$/,
    );
    expect(await batches(api)).toBe(before + 1);
  });

  it.each(["EMPLOYEE", "VIEWER"] as const)("is refused to an %s", async (role) => {
    await dueCustomer(api);
    await expectRefusal((await api.as(role)).automation.run({ requestId: randomUUID() }), "FORBIDDEN");
  });

  it("happens once for one press", async () => {
    await dueCustomer(api);
    const requestId = randomUUID();
    const first = await press(api, requestId);
    await drainAutomation(api);
    expect(await press(api, requestId)).toEqual(first);
    expect(moved(processors)).toHaveLength(1);
    const body = { requestId, customers: 7 };
    await expect((await api.as("ADMIN")).automation.run(body)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("leaves an audit event, one for each payment, and none where it was refused", async () => {
    const { userId } = await dueCustomer(api);
    const before = await countAuditEvents(api, "automation.run");
    const { batchId } = await press(api);
    await expectRefusal(press(api), "CONFLICT");
    expect(await countAuditEvents(api, "automation.run")).toBe(before + 1);
    expect(await lastAuditEvent(api, "automation.run")).toMatchObject({
      subjectId: batchId,
      after: { customers: 1, totalCents: 41_250, leftOut: 0 },
    });
    await drainAutomation(api);
    expect(await lastAuditEvent(api, "automation.pay")).toMatchObject({
      subjectId: String(userId),
      after: { batchId, mode: "DEBIT", amountCents: 41_250, firstPaymentId: null },
    });
  });
});

describe("who is left out", () => {
  const LEFT_OUT: readonly (readonly [string, (customer: DueCustomer) => Change])[] = [
    [
      NOT_PROCESSED.off,
      ({ userId }) =>
        (tx) =>
          tx.user.update({ where: { id: userId }, data: { runPaymentAutomation: false } }),
    ],
    [
      NOT_PROCESSED.doNotFund,
      ({ userId }) =>
        (tx) =>
          tx.user.update({ where: { id: userId }, data: { doNotFund: true } }),
    ],
    [
      NOT_PROCESSED.external,
      ({ userId }) =>
        (tx) =>
          tx.user.update({ where: { id: userId }, data: { isExternal: true } }),
    ],
    [
      NOT_PROCESSED.noAccount,
      ({ userId }) =>
        async (tx) => {
          await tx.bankAccount.deleteMany({ where: { bankLink: { userId } } });
          await tx.card.deleteMany({ where: { userId } });
        },
    ],
    [
      NOT_PROCESSED.accountDisabled,
      ({ cardId, accountId }) =>
        async (tx) => {
          await tx.card.update({ where: { id: cardId }, data: { isPrimary: false } });
          await tx.bankAccount.update({ where: { id: accountId }, data: { enabled: false } });
        },
    ],
    [
      NOT_PROCESSED.cardExpired,
      ({ userId, cardId }) =>
        async (tx) => {
          await tx.bankAccount.deleteMany({ where: { bankLink: { userId } } });
          await tx.card.update({ where: { id: cardId }, data: { expiry: "1020" } });
        },
    ],
    [
      NOT_PROCESSED.preferenceExpired,
      ({ userId }) =>
        async (tx) => {
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
      const customer = await dueCustomer(api);
      await api.database.unsafeTransaction(alter(customer));
      expected[customer.userId] = reason;
    }
    const paidUp = await payableCustomer(api, { owesCents: 0 });
    await addSchedule(api, paidUp, [DUE_ON]);
    expected[paidUp.userId] = NOT_PROCESSED.balance;
    const later = await payableCustomer(api);
    await addSchedule(api, later, ["2026-11-24"]);
    const charged = await dueCustomer(api);
    expect(await (await api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 1,
      totalCents: 41_250,
      leftOut: LEFT_OUT.length + 1,
      whyNot: null,
    });
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    const { transactions, summary } = await listAutomation(api, { requestedAt });
    const left = transactions.filter(({ notProcessedReason }) => notProcessedReason !== "");
    expect(Object.fromEntries(left.map((row) => [row.userId, row.notProcessedReason]))).toEqual(expected);
    expect(
      left.map(({ status, paymentStatus, paymentType }) => [status, paymentStatus, paymentType]),
    ).toEqual(left.map(() => ["Completed", "FAILED", null]));
    expect(moved(processors)).toHaveLength(1);
    expect(summary?.main).toMatchObject({
      total: LEFT_OUT.length + 2,
      succeeded: 1,
      failed: 0,
      notProcessed: LEFT_OUT.length + 1,
      takenCents: 41_250,
    });
    expect(await automationStatus(api, requestedAt)).toMatchObject({ status: "Completed", error: "" });
    expect(
      (await listAutomation(api, { requestedAt, paymentType: "No payment type" })).transactions,
    ).toHaveLength(left.length);
    expect(
      (await listAutomation(api, { requestedAt, status: "SUCCESS" })).transactions.map(
        ({ userId }) => userId,
      ),
    ).toEqual([charged.userId]);
  });

  it("a batch in which everybody is left out is over at once", async () => {
    const { userId } = await dueCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: userId }, data: { runPaymentAutomation: false } }),
    );
    const { requestedAt } = await press(api);
    expect(await automationStatus(api, requestedAt)).toMatchObject({
      status: "Completed",
      totalCompletedTransactions: 1,
    });
    expect((await listAutomation(api)).isPaymentProcessingComplete).toBe(true);
  });
});
