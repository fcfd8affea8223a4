import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoredReport } from "../asset-reports/stored.ts";
import type { RouterInputs } from "../index.ts";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const LINES: readonly ReportLine[] = [
  ["2026-11-02", 100_000, "ACH CREDIT UBER EDI PAYMNT"],
  ["2026-11-03", 40_000, "WIRE IN NORTHSIDE CATERING"],
  ["2026-11-04", -30_000, "ACH DEBIT KESTREL ADVANCE PAYMENT 77"],
  ["2026-11-05", -12_000, "ACH DEBIT BLUE HERON 1201"],
  ["2026-11-12", -12_000, "ACH DEBIT BLUE HERON 1202"],
  ["2026-11-20", 5_000, "WIRE IN PENDING", { pending: true }],
];
const WIRE = "account-0-000002";
const HERONS = ["account-0-000004", "account-0-000005"];
const PENDING = "account-0-000006";

async function reported(lines = LINES) {
  const { id: userId } = await api.user();
  const { id: snapshotId } = await api.database.unsafeTransaction((tx) =>
    tx.assetReport.create({
      data: {
        userId,
        state: "READY",
        daysRequested: 720,
        requestedAt: new Date("2026-11-20T15:00:00Z"),
        report: StoredReport.encode(aBankReport(lines)),
      },
      select: { id: true },
    }),
  );
  return { userId, snapshotId };
}
type Reported = Awaited<ReturnType<typeof reported>>;
type Change = RouterInputs["bankStatistics"]["changeCategory"];

const change = async (of: Reported, changes: Partial<Change> = {}) =>
  (await api.as("EMPLOYEE")).bankStatistics.changeCategory({
    requestId: randomUUID(),
    ...of,
    transactionId: WIRE,
    category: "smallBusinessIncome",
    was: "miscIncome",
    ...changes,
  });
const statistics = async ({ userId }: Reported) => {
  const found = await (await api.as("VIEWER")).bankStatistics.get({ userId });
  if (!found) throw new Error("There is no report.");
  return found;
};
const window = ({ windows }: { windows: Awaited<ReturnType<typeof statistics>>["windows"] }) => {
  const [first] = windows;
  if (!first) throw new Error("There is no window.");
  return first;
};

describe("a category that staff changed", () => {
  it("moves every sum and ratio at once, stands beside what the bank's words say, and leaves the report as it came", async () => {
    const of = await reported();
    const before = await statistics(of);
    expect(before).toMatchObject({ changes: [], asTold: null });
    expect(window(before).flows.businessRevenue.cents).toBe(100_000);
    await change(of);
    const after = await statistics(of);
    expect(window(after).flows).toMatchObject({
      businessRevenue: { cents: 140_000, count: 2 },
      smallBusinessIncome: { cents: 40_000, count: 1 },
      miscIncome: { cents: 0, count: 0 },
    });
    expect(window(after).coverage.highRisk.ratio).toBeCloseTo(140_000 / 30_000);
    expect(window(after).revenueShares.smallBusinessIncome).toBeCloseTo(40 / 140);
    expect(after.series.months).toMatchObject([{ month: "2026-11", revenueCents: 140_000 }]);
    expect(after.asTold).toMatchObject({ windows: before.windows, overall: before.overall });
    expect(after.changes).toMatchObject([
      { transactionId: WIRE, told: "miscIncome", category: "smallBusinessIncome", amountCents: 40_000 },
    ]);
    const { transactions, ...listed } = await (await api.as("VIEWER")).bankStatistics.transactions({
      userId: of.userId,
      flow: "businessRevenue",
      period: 30,
    });
    expect(listed).toMatchObject({ cents: 140_000, count: 2, asTold: { cents: 100_000, count: 1 } });
    expect(transactions.map(({ category, told }) => [category, told])).toEqual([
      ["smallBusinessIncome", "miscIncome"],
      ["gigIncome", null],
    ]);
    const { report } = await api.database.read.assetReport.findUniqueOrThrow({
      where: { id: of.snapshotId },
    });
    expect(report).toEqual(StoredReport.encode(aBankReport(LINES)));
  });

  it("is undone by null or by the bank's own, and then every number is as it was", async () => {
    const of = await reported();
    const before = await statistics(of);
    for (const category of [null, "miscIncome"] as const) {
      await change(of);
      await change(of, { category, was: "smallBusinessIncome" });
      expect(await statistics(of)).toEqual(before);
    }
  });

  it("makes a lender of whom staff call one, told by the words that stay, and moves the debts", async () => {
    const of = await reported();
    for (const transactionId of HERONS)
      await change(of, { transactionId, category: "MCA_High_Risk", was: "otherOutflow" });
    const after = await statistics(of);
    expect(after.existingAdvance).toEqual([{ lender: "ACH DEBIT BLUE HERON", count: 2, cents: -24_000 }]);
    expect(window(after).coverage.highRisk.serviceCents).toBe(54_000);
    const { transactions } = await (await api.as("VIEWER")).bankStatistics.transactions({
      userId: of.userId,
      flow: "existingAdvance",
      period: 30,
      lender: "ACH DEBIT BLUE HERON",
    });
    expect(transactions.map(({ id }) => id)).toEqual(HERONS.toReversed());
  });

  it("counts, though it would be taken for an own transfer by its amount", async () => {
    const of = await reported([
      ["2026-11-02", 100_000, "ACH CREDIT UBER EDI PAYMNT"],
      ["2026-11-03", -40_000, "BOOK ENTRY"],
      ["2026-11-04", 40_000, "BOOK ENTRY"],
    ]);
    const transfer = { transactionId: "account-0-000003" };
    await change(of, { ...transfer, category: "cardIncome" });
    expect(window(await statistics(of)).flows.cardIncome.cents).toBe(40_000);
  });

  it("is what collections are told of the customer's income", async () => {
    const of = await reported();
    const income = async () => {
      const [row] = await (await api.as("EMPLOYEE")).collections.bankData({ userIds: String(of.userId) });
      return row?.income?.generalIncomeCents;
    };
    expect(await income()).toBe(140_000);
    await change(of, { category: "Loan" });
    expect(await income()).toBe(100_000);
  });
});

describe("changing a category", () => {
  it("is refused by rule: money of the other direction, a pending one, what is not there, and another's report", async () => {
    const of = await reported();
    const other = await reported();
    await expectRefusal(change(of, { category: "nsfFee" }), "RULE", "only for outflow");
    await expectRefusal(
      change(of, { transactionId: HERONS[0] ?? "", category: "gigIncome", was: "otherOutflow" }),
      "RULE",
      "only for inflow",
    );
    await expectRefusal(change(of, { transactionId: PENDING }), "RULE", "pending");
    await expectRefusal(change(of, { transactionId: "none" }), "NOT_FOUND");
    await expectRefusal(change({ ...of, userId: other.userId }), "NOT_FOUND");
    expect((await statistics(of)).changes).toEqual([]);
  });

  it("tells the second of two that the first was faster", async () => {
    const of = await reported();
    expect(await change(of)).toEqual({
      category: "smallBusinessIncome",
      message: "The category was changed.",
    });
    await expectRefusal(change(of, { category: "cardIncome" }), "CONFLICT", "Someone else changed");
    expect((await statistics(of)).changes).toMatchObject([{ category: "smallBusinessIncome" }]);
  });
});

describe("the matches of a snapshot", () => {
  it("are what their numbers are made of: transactions found again or not, accounts, and names", async () => {
    const { userId } = await reported();
    const viewer = await api.as("VIEWER");
    const { matches } = (await viewer.bankStatistics.get({ userId })) ?? {};
    const made = await viewer.bankStatistics.matches({ userId });
    expect(matches?.transactions).toBeNull();
    expect(made).toMatchObject({ transactions: [], soughtCount: 0, names: [] });
    expect(made.accounts).toEqual([
      { key: "account-0 0259", name: "Plaid Checking", mask: "0259", isReported: true, isLinked: false },
    ]);
    expect(matches?.assets).toEqual({ found: 0, of: 1 });
  });
});
