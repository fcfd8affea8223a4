import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import {
  adjustment,
  lookedAtPayment,
  payment,
  readBalances,
  record,
  recordInTheEnd,
} from "../testing/payments.ts";

let api: TestApi;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await debtor(api));
});
afterAll(() => api.close());

const setCeiling = async (amountCents: number, version: number) =>
  (await api.as("SUPERADMIN")).settings.set({
    requestId: randomUUID(),
    name: "manualPaymentCeilingCents",
    amountCents,
    version,
  });

describe("recording a manual payment", () => {
  it.each(["ADMIN", "VIEWER"] as const)("is refused to the role %s", async (role) => {
    const before = await api.database.read.paymentIntent.count();
    await expectRefusal(
      record(api, payment(userId), role),
      "FORBIDDEN",
      "Only SUPERADMIN or EMPLOYEE can do this.",
    );
    expect(await api.database.read.paymentIntent.count()).toBe(before);
  });

  it.each([
    [
      { lineItemType: "Refund" as const, paymentType: "CREDIT" as const },
      "Only SUPERADMIN can choose Refund.",
    ],
    [{ modeOfPayment: "Cash" as const }, "Mode of Payment of Payment must be CashApp."],
    [{ transactionType: "FUND" as const }, "Transaction Type of Payment must be SALE."],
    [{ paymentType: "CREDIT" as const }, "Payment can not be CREDIT."],
  ])("is refused to an employee with %o", async (changed, message) => {
    await expectRefusal(record(api, payment(userId, changed)), "RULE", message);
  });

  it("lets a SUPERADMIN choose the mode and the transaction type, but nothing that the line item forbids", async () => {
    const { id } = await api.user();
    const free = payment(id, { modeOfPayment: "Cash", transactionType: "ACH", amountCents: 500_000 });
    expect(await record(api, free, "SUPERADMIN")).toMatchObject({ balanceCents: -500_000 });
    const impossible = payment(id, { lineItemType: "Refund", paymentType: "DEBIT" });
    await expectRefusal(record(api, impossible, "SUPERADMIN"), "RULE", "Refund can not be DEBIT.");
  });

  it("is refused for a user who does not exist", async () => {
    await expectRefusal(record(api, payment(999_999)), "NOT_FOUND", "There is no customer 999999.");
  });

  it("is refused when the request names the recording admin", async () => {
    const forged = { ...payment(userId), adminId: randomUUID() };
    await expect(record(api, forged)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});

describe("adjustments by an employee", () => {
  it("are limited to 10 dollars each, in either direction", async () => {
    const { id } = await debtor(api);
    expect(await record(api, adjustment(id, { amountCents: 1000 }))).toMatchObject({
      balanceCents: 99_000,
    });
    for (const paymentType of ["DEBIT", "CREDIT"] as const) {
      const call = record(api, adjustment(id, { amountCents: 1001, paymentType }));
      await expectRefusal(call, "RULE", "Adjustment can not be more than $10.00.");
    }
  });

  it("are limited to 50 dollars per customer from midnight to midnight in New York", async () => {
    const { id } = await debtor(api);
    for (let times = 0; times < 5; times++) await record(api, adjustment(id));
    const oneMore = () => record(api, adjustment(id, { amountCents: 1, paymentType: "CREDIT" }));
    await expectRefusal(oneMore(), "RULE", "Adjustments for one customer can not be more than $50.00 a day.");
    expect(await record(api, adjustment((await debtor(api)).id))).toHaveProperty("paymentId");
    expect(await record(api, payment(id, { amountCents: 40_000 }))).toHaveProperty("paymentId");
    expect(await record(api, adjustment(id, { amountCents: 40_000 }), "SUPERADMIN")).toHaveProperty(
      "paymentId",
    );
    const untilMidnight = new Date("2026-11-21T05:00:00Z").getTime() - api.clock.now().getTime();
    api.clock.advance({ seconds: untilMidnight / 1000 - 1 });
    await expectRefusal(oneMore(), "RULE");
    api.clock.advance({ seconds: 1 });
    expect(await oneMore()).toHaveProperty("paymentId");
  });

  it("stay within the daily limit when many requests come at once", async () => {
    const { id } = await debtor(api);
    const calls = Array.from({ length: 12 }, () => recordInTheEnd(api, adjustment(id), "EMPLOYEE"));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 95_000, cachedCents: 95_000 });
  });
});

describe("an amount", () => {
  it.each([1e12, -1, 0, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    "of %d cents is refused",
    async (amountCents) => {
      await expect(record(api, payment(userId, { amountCents }), "SUPERADMIN")).rejects.toMatchObject({
        code: "BAD_REQUEST",
      });
    },
  );

  it("as large as a field accepts is stored to the cent when the setting allows it", async () => {
    const { id } = await api.user();
    const largest = payment(id, { amountCents: 9_999_999_999 });
    const whyNot = "A manual payment can not be more than $10,000.00.";
    await expectRefusal(record(api, largest, "SUPERADMIN"), "RULE", whyNot);
    await setCeiling(9_999_999_999, 0);
    expect(await record(api, largest, "SUPERADMIN")).toMatchObject({ balanceCents: -9_999_999_999 });
    expect(await readBalances(api, id)).toEqual({ ledgerCents: -9_999_999_999, cachedCents: -9_999_999_999 });
  });

  it("in several parts has the ceiling of the whole, per admin, customer and day", async () => {
    const { id } = await debtor(api);
    await setCeiling(3000, 1);
    const part = (role?: "SUPERADMIN") => record(api, payment(id, { amountCents: 1500 }), role);
    await part();
    await part();
    const whyNot = "Manual payments for one customer by one person can not be more than $30.00 a day.";
    await expectRefusal(record(api, payment(id, { amountCents: 1 })), "RULE", whyNot);
    const credit = payment(id, { lineItemType: "Refund", paymentType: "CREDIT", amountCents: 3000 });
    await record(api, credit, "SUPERADMIN");
    await expectRefusal(part("SUPERADMIN"), "RULE", whyNot);
    expect(await record(api, payment((await debtor(api)).id, { amountCents: 1500 }))).toHaveProperty(
      "paymentId",
    );
    api.clock.advance({ hours: 24 });
    expect(await part()).toHaveProperty("paymentId");
    await setCeiling(1_000_000, 2);
  });

  it("above the ceiling is refused to every role, in either direction, once the ceiling is set", async () => {
    const { id } = await debtor(api);
    await setCeiling(999, 3);
    const whyNot = "A manual payment can not be more than $9.99.";
    await expectRefusal(record(api, payment(id)), "RULE", whyNot);
    const credit = payment(id, { lineItemType: "Refund", paymentType: "CREDIT" });
    await expectRefusal(record(api, credit, "SUPERADMIN"), "RULE", whyNot);
    expect(await record(api, payment(id, { amountCents: 999 }))).toHaveProperty("paymentId");
    await setCeiling(1_000_000, 4);
  });

  it("above the balance is recorded only when a SUPERADMIN confirms it; a CREDIT has no such limit", async () => {
    const { id } = await debtor(api, 1_000);
    const confirmed = { ...JUST_LOOKED, balance: true };
    const over = () => payment(id, { amountCents: 1001 });
    const whyNot = "More than the customer owes: $10.00.";
    expect(await expectRefusal(record(api, over()), "RULE", whyNot)).toEqual({ confirm: "balance" });
    const forged = record(api, { ...over(), confirmed });
    await expectRefusal(forged, "FORBIDDEN", "Only SUPERADMIN can do this.");
    const { payments } = await api.as("SUPERADMIN");
    const asEmployee = await lookedAtPayment(api, over());
    await expectRefusal(payments.recordManual(asEmployee), "RULE", whyNot);
    const credit = payment(id, { lineItemType: "Refund", paymentType: "CREDIT", amountCents: 1001 });
    expect(await record(api, credit, "SUPERADMIN")).toMatchObject({ balanceCents: 2_001 });
    const all = payment(id, { amountCents: 2002 });
    expect(await record(api, all, "SUPERADMIN")).toMatchObject({ balanceCents: -1 });
    await expectRefusal(record(api, payment(id)), "RULE", "The user has negative balance.");
  });
});
