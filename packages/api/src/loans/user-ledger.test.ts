import { BALANCE_PARTS } from "@countinghouse/validators/loans/balance";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdvance } from "../testing/advances.ts";
import { addApplication, addUserWithSsn } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, readBalances, record } from "../testing/payments.ts";

let api: TestApi;
let userId: number;
let applicationId: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ userId, applicationId } = await addAdvance(api, {
    discountAmountCents: 20_000,
    discountDate: new Date("2026-12-18"),
  }));
  await record(api, payment(userId, { amountCents: 10_001, description: "First" }));
  await record(
    api,
    payment(userId, {
      lineItemType: "ACH Return",
      modeOfPayment: "ACH",
      transactionType: "RETURN",
      paymentType: "CREDIT",
      amountCents: 4000,
      description: "R01",
    }),
    "SUPERADMIN",
  );
  const discount = { lineItemType: "Discount", modeOfPayment: "Discount Credit", transactionType: "Other" };
  await record(
    api,
    payment(userId, { ...(discount as Partial<Parameters<typeof payment>[1]>), amountCents: 500 }),
    "SUPERADMIN",
  );
});
afterAll(() => api.close());

const loans = async () => (await api.as("VIEWER")).loans;
const readPage = async (cursor: string | null, limit?: number) =>
  (await loans()).ledger({ userId, cursor, ...(limit && { limit }) });

describe("the ledger of a user", () => {
  it("ends in the balance that is shown, whose parts come to it to the cent", async () => {
    const { lines, summary, nextCursor } = await readPage(null);
    expect(summary).toEqual({
      balanceCents: 643_499,
      advancedCents: 650_000,
      paidCents: 10_001,
      returnedCents: 4_000,
      adjustedCents: 500,
      takenBackCents: 0,
      discountCents: 20_000,
      letOffCents: 0,
      discountDate: "2026-12-18",
      discountOf: applicationId,
      discount: { savingsCents: 20_000, balanceCents: 623_499 },
    });
    expect(lines[0]?.balanceCents).toBe(summary?.balanceCents);
    expect((await readBalances(api, userId)).ledgerCents).toBe(summary?.balanceCents);
    expect(nextCursor).toBeNull();
  });

  it("has each line with its day, kind, reference and the balance after it, a SALE shown as CARD", async () => {
    const { lines } = await readPage(null);
    expect(lines.map(({ amountCents, balanceCents }) => [amountCents, balanceCents])).toEqual([
      [-500, 643_499],
      [4_000, 643_999],
      [-10_001, 639_999],
      [650_000, 650_000],
    ]);
    expect(lines[2]).toMatchObject({
      transactionDate: "2026-11-20",
      transactionType: "CARD",
      customDescription: "Payment",
      notes: "First",
      last4: "",
    });
    expect(lines[2]?.reference).toBe(lines[2]?.paymentId);
    expect(lines[3]).toMatchObject({
      transactionDate: "2026-11-19",
      transactionType: "FUND",
      customDescription: "Disbursement",
      notes: `Application ${applicationId}`,
    });
  });

  it("comes page by page: together they are the whole, none twice", async () => {
    const whole = await readPage(null);
    const first = await readPage(null, 3);
    const second = await readPage(first.nextCursor, 3);
    expect([...first.lines, ...second.lines]).toEqual(whole.lines);
    expect(second).toMatchObject({ nextCursor: null, summary: null });
  });

  it("by part has the lines that the part comes to, to the cent, and all parts together all lines", async () => {
    const whole = await readPage(null);
    const ids: string[] = [];
    const sums = new Map<string, number>();
    for (const part of BALANCE_PARTS) {
      const { lines, summary } = await (await loans()).ledger({ userId, cursor: null, part });
      const sum = lines.reduce((total, { amountCents }) => total + amountCents, 0);
      expect(summary).toEqual(whole.summary);
      sums.set(part, sum);
      ids.push(...lines.map(({ id }) => id));
    }
    expect(sums.get("advanced")).toBe(whole.summary?.advancedCents);
    expect(-(sums.get("paid") ?? Number.NaN)).toBe(whole.summary?.paidCents);
    expect(sums.get("returned")).toBe(whole.summary?.returnedCents);
    expect(ids.toSorted()).toEqual(whole.lines.map(({ id }) => id).toSorted());
  });

  it("is empty for a user who was never funded, who owes nothing", async () => {
    const { id } = await api.user();
    const { lines, summary } = await (await loans()).ledger({ userId: id, cursor: null });
    expect(lines).toEqual([]);
    expect(summary).toMatchObject({ balanceCents: 0, paidCents: 0, returnedCents: 0, discount: null });
  });

  it("of a user who does not exist is refused, and so is an id that is none", async () => {
    await expectRefusal((await loans()).ledger({ userId: 999_999, cursor: null }), "NOT_FOUND", /999999/);
    await expect((await loans()).ledger({ userId: 0, cursor: null })).rejects.toThrow(
      "expected number to be >0",
    );
  });
});

describe("the payment summary of a user", () => {
  it("tells what each application agreed and cost, the newest first, and nothing of the SSN", async () => {
    const { id } = await addUserWithSsn(api, "501832746", {
      state: "OH",
      platform: "Uber",
      partner: { create: { code: "north", name: "North Partners" } },
    });
    await addApplication(api, id);
    const { id: newest } = await addApplication(api, id, {
      stage: "funded",
      approvedAmountCents: 500_000,
      paybackAmountCents: 650_000,
      disbursementAmountCents: 462_550,
      disbursementFeeCents: 1_200,
      firstPaymentDate: new Date("2026-11-27"),
      termsCalculation: "12 weekly payments",
    });
    const summary = await (await loans()).paymentSummary({ userId: id });
    expect(summary.customer).toMatchObject({
      id,
      state: "OH",
      platform: "Uber",
      channel: "Partner",
      partnerName: "North Partners",
      renewalUserId: null,
    });
    expect(summary.applications).toHaveLength(2);
    expect(summary.applications[0]).toMatchObject({
      id: newest,
      approvedAmountCents: 500_000,
      paybackAmountCents: 650_000,
      ofeeRate: "0.0725",
      ofeeCents: 36_250,
      disbursementFeeCents: 1_200,
      disbursementAmountCents: 462_550,
      firstPaymentDate: "2026-11-27",
      lastPaymentDate: null,
    });
    expect(summary.applications[1]).toMatchObject({ approvedAmountCents: null, ofeeCents: null });
    expect(JSON.stringify(summary)).not.toMatch(/"ssn|2746/);
  });

  it("of a user who does not exist is refused", async () => {
    await expectRefusal((await loans()).paymentSummary({ userId: 999_999 }), "NOT_FOUND", /999999/);
  });
});
