import { randomUUID } from "node:crypto";
import type { PaymentState } from "@countinghouse/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveIntent } from "../payments/state.ts";
import { edit, editableCustomer, editInput, openForm, storedApplication } from "../testing/edit-user.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const PLAN = { manualAdjustmentReason: "Payment Plan Change" } as const;

/** A funded customer who pays back $1,000.00 by $200.00 a week; two payments are paid, three are unpaid. */
async function paysBack(application = {}) {
  const customer = await editableCustomer(api, {
    stage: "funded",
    fundedAt: new Date("2026-10-28T15:00:00Z"),
    isContractSigned: true,
    contractSignedAt: new Date("2026-10-27T15:00:00Z"),
    paybackAmountCents: 100_000n,
    paymentAmountCents: 20_000n,
    firstPaymentDate: new Date("2026-11-04"),
    ...application,
  });
  const { userId, applicationId } = customer;
  await api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.createMany({
      data: ["2026-11-04", "2026-11-11", "2026-11-25", "2026-12-02", "2026-12-09"].map((day, at) => ({
        userId,
        applicationId,
        paymentDate: new Date(day),
        amountCents: 20_000,
        ...(at < 2 && { status: "PAID" as const, paidCents: 20_000 }),
      })),
    }),
  );
  return customer;
}

const readRows = (applicationId: number) =>
  api.database.read.paymentSchedule.findMany({
    where: { applicationId },
    orderBy: { paymentDate: "asc" },
    include: { intents: { orderBy: { id: "asc" } } },
  });

const readPayments = async (applicationId: number) =>
  (await readRows(applicationId)).map(({ paymentDate, amountCents, status }) => [
    paymentDate.toISOString().slice(5, 10),
    Number(amountCents),
    status,
  ]);

const PATHS: Partial<Record<PaymentState, PaymentState[]>> = {
  CREATED: [],
  READY: ["READY"],
  SENDING: ["READY", "SENDING"],
  UNKNOWN: ["READY", "SENDING", "UNKNOWN"],
  FAILED: ["READY", "SENDING", "FAILED"],
};

/** Creates a payment that collects the scheduled one of this day, and moves it to this state. */
async function collect(applicationId: number, day: string, state: PaymentState) {
  const row = (await readRows(applicationId)).find(({ paymentDate }) =>
    paymentDate.toISOString().startsWith(day),
  );
  if (!row) throw new Error(`No payment on ${day}.`);
  return api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.paymentIntent.create({
      data: {
        userId: row.userId,
        applicationId,
        scheduleId: row.id,
        kind: "DEBIT",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: row.amountCents,
      },
    });
    await moveIntent(tx, id, "CREATED", PATHS[state] ?? []);
    return { intentId: id, scheduleId: row.id };
  });
}

describe("an edit of the terms that payments follow", () => {
  it("redraws the unpaid payments, leaves the paid ones, and returns what changed and what stays", async () => {
    const { userId, applicationId } = await paysBack();
    const answer = await edit(api, userId, {
      ...PLAN,
      paymentAmountCents: 25_000,
      paybackAmountCents: 105_000,
    });
    expect(await readPayments(applicationId)).toEqual([
      ["11-04", 20_000, "PAID"],
      ["11-11", 20_000, "PAID"],
      ["11-25", 25_000, "UNPAID"],
      ["12-02", 25_000, "UNPAID"],
      ["12-09", 15_000, "UNPAID"],
    ]);
    expect(answer.payments).toEqual([
      { paymentDate: "2026-11-25", beforeCents: 20_000, afterCents: 25_000 },
      { paymentDate: "2026-12-02", beforeCents: 20_000, afterCents: 25_000 },
      { paymentDate: "2026-12-09", beforeCents: 20_000, afterCents: 15_000 },
    ]);
    expect(answer.stays).toEqual([
      "The contract signed on 2026-10-27 keeps the earlier terms until it is signed again.",
      "The customer's balance in the ledger does not change.",
    ]);
    expect((await lastAuditEvent(api, "users.edit")).after).toMatchObject({ payments: answer.payments });
  });

  it("adds, removes and moves payments", async () => {
    const { userId, applicationId } = await paysBack();
    await edit(api, userId, { ...PLAN, paymentAmountCents: 12_000 });
    expect((await readPayments(applicationId)).slice(2)).toEqual([
      ["11-25", 12_000, "UNPAID"],
      ["12-02", 12_000, "UNPAID"],
      ["12-09", 12_000, "UNPAID"],
      ["12-16", 12_000, "UNPAID"],
      ["12-23", 12_000, "UNPAID"],
    ]);
    await edit(api, userId, { ...PLAN, paymentAmountCents: 60_000, firstPaymentDate: "2026-11-30" });
    expect((await readPayments(applicationId)).slice(2)).toEqual([["11-30", 60_000, "UNPAID"]]);
    expect((await storedApplication(api, applicationId)).lastPaymentDate).toEqual(new Date("2026-11-30"));
  });

  it("does not change the payments, or their versions, when it changes other terms only", async () => {
    const { userId, applicationId } = await paysBack();
    const before = await readRows(applicationId);
    await edit(api, userId, { ...PLAN, approvedAmountCents: 90_000, discountDate: "2027-01-01" });
    expect(await readRows(applicationId)).toEqual(before);
  });

  it.each(["CREATED", "READY", "SENDING", "UNKNOWN"] as const)(
    "does not touch a payment that is %s, nor the scheduled payment that it collects",
    async (state) => {
      const { userId, applicationId } = await paysBack();
      const { intentId } = await collect(applicationId, "2026-11-25", state);
      const intent = () => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: intentId } });
      const before = await intent();
      await edit(api, userId, { ...PLAN, paymentAmountCents: 10_000, firstPaymentDate: "2026-11-26" });
      expect(await intent()).toEqual(before);
      expect((await readPayments(applicationId)).slice(0, 4)).toEqual([
        ["11-04", 20_000, "PAID"],
        ["11-11", 20_000, "PAID"],
        ["11-25", 20_000, "UNPAID"],
        ["12-03", 10_000, "UNPAID"],
      ]);
    },
  );

  it("moves a scheduled payment together with its failed attempt, and never removes it", async () => {
    const { userId, applicationId } = await paysBack();
    const { intentId, scheduleId } = await collect(applicationId, "2026-11-25", "FAILED");
    await edit(api, userId, { ...PLAN, firstPaymentDate: "2026-11-30", paybackAmountCents: 60_000 });
    expect(await readRows(applicationId)).toMatchObject([
      {},
      {},
      { id: scheduleId, paymentDate: new Date("2026-11-30"), intents: [{ id: intentId }] },
    ]);
    await expectRefusal(
      edit(api, userId, { ...PLAN, paybackAmountCents: 40_000 }),
      "RULE",
      "The payment of 2026-11-30 was tried before",
    );
  });

  it("is rejected when the payments are not the reviewed ones", async () => {
    const { userId, applicationId } = await paysBack();
    const form = await openForm(api, userId);
    const input = editInput(form, { ...PLAN, paymentAmountCents: 25_000 });
    const before = await readRows(applicationId);
    const { users } = await api.as("EMPLOYEE");
    const refused = await expectRefusal(users.edit({ ...input, schedule: null }), "CONFLICT");
    expect(refused).toEqual({ changed: "schedule" });
    expect(await readRows(applicationId)).toEqual(before);
    await collect(applicationId, "2026-11-25", "READY");
    await expectRefusal(users.edit(input), "CONFLICT", "This customer's payments have changed.");
  });

  it("is rejected when it would empty a term that the schedule needs", async () => {
    const { userId } = await paysBack();
    for (const missing of [
      { paymentAmountCents: null },
      { paybackAmountCents: null },
      { firstPaymentDate: null },
    ])
      await expectRefusal(edit(api, userId, { ...PLAN, ...missing }), "RULE", "has a payment schedule");
  });
});
