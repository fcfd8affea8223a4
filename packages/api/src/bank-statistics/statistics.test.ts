import { describe, expect, it } from "vitest";
import { type ReportLine, aBankReport as report } from "../testing/bank-reports.ts";
import { calculateStatistics } from "./statistics.ts";

describe("the windows", () => {
  const { windows } = calculateStatistics(
    report([
      ["2026-08-22", 1, "COUNTER DEPOSIT"],
      ["2026-08-23", 20, "COUNTER DEPOSIT"],
      ["2026-10-21", 300, "COUNTER DEPOSIT"],
      ["2026-10-22", 4_000, "COUNTER DEPOSIT"],
      ["2026-11-20", -50_000, "RENT"],
    ]),
  );

  it("end on the last posted transaction and have as many days as they say, both ends included", () => {
    expect(windows.map(({ days, startDate, endDate }) => [days, startDate, endDate])).toEqual([
      [30, "2026-10-22", "2026-11-20"],
      [60, "2026-09-22", "2026-11-20"],
      [90, "2026-08-23", "2026-11-20"],
    ]);
  });

  it("hold the deposits of their days and none of the day before", () => {
    expect(windows.map(({ flows }) => flows.deposits)).toEqual([
      { cents: 4_000, count: 1 },
      { cents: 4_300, count: 2 },
      { cents: 4_320, count: 3 },
    ]);
  });

  it("say when the bank data do not reach back to their start", () => {
    expect(windows.map(({ isCovered }) => isCovered)).toEqual([true, true, true]);
    const short = calculateStatistics(
      report([
        ["2026-11-01", 1, "COUNTER DEPOSIT"],
        ["2026-11-20", 1, "COUNTER DEPOSIT"],
      ]),
    );
    expect(short.windows.map(({ isCovered }) => isCovered)).toEqual([false, false, false]);
  });
});

describe("deposits", () => {
  it("are all that came in but own transfers, and what is pending or not in dollars does not count", () => {
    const { windows, transactions, pendingTransactions, accounts } = calculateStatistics(
      report(
        [
          ["2026-11-10", -20_000, "TRANSFER"],
          ["2026-11-15", 700, "UBER", { pending: true }],
          ["2026-11-15", 900, "WIRE", { currency: "EUR" }],
          ["2026-11-20", 5_000, "COUNTER DEPOSIT"],
        ],
        [["2026-11-11", 20_000, "TRANSFER"]],
      ),
    );
    expect(windows[0]?.flows.deposits).toEqual({ cents: 5_000, count: 1 });
    expect([transactions, pendingTransactions, accounts]).toEqual([3, 1, 2]);
  });
});

describe("fees for items that were returned", () => {
  it.each([
    ["NSF RETURNED ITEM FEE", -3_500, 1],
    ["NON-SUFFICIENT FUNDS CHARGE", -3_500, 1],
    ["RETURNED ITEM FEE", -3_500, 1],
    ["NSF RETURNED ITEM FEE", 3_500, 0],
    ["MONTHLY SERVICE FEE", -1_200, 0],
    ["OVERDRAFT FEE", -3_500, 0],
  ])("%s of %d cents counts %d", (description, amountCents, count) => {
    const { windows } = calculateStatistics(report([["2026-11-20", amountCents, description]]));
    expect(windows.map(({ flows }) => flows.nsf.count)).toEqual([count, count, count]);
  });

  it("count one by one, also on the same day", () => {
    const fee: ReportLine = ["2026-11-20", -3_500, "NSF RETURNED ITEM FEE"];
    expect(calculateStatistics(report([fee, fee])).windows[0]?.flows.nsf.count).toBe(2);
  });
});

describe("the last revenue deposit", () => {
  it.each([
    ["ACH CREDIT UBER EDI PAYMNT 1A2B", 10_000, true],
    ["AMAZON FLEX INSTANT PAY RTP CREDIT", 10_000, true],
    ["SQUARE INC SDV-VRFY SETTLEMENT 9F", 10_000, true],
    ["UBER TRIP", -2_000, false],
    ["STRIPE CAPITAL FUNDING", 10_000, false],
    ["ACH CREDIT KESTREL ADVANCE FUNDING", 10_000, false],
    ["TUBERS AND ROOTS LLC", 10_000, false],
    ["IRS TREAS 310 TAX REF", 10_000, false],
  ])("%s of %d cents is one: %s", (description, amountCents, is) => {
    const { lastRevenueDepositDate } = calculateStatistics(
      report([["2026-11-20", amountCents, description]]),
    );
    expect(lastRevenueDepositDate).toBe(is ? "2026-11-20" : null);
  });

  it("is the newest of them", () => {
    const { lastRevenueDepositDate } = calculateStatistics(
      report([
        ["2026-11-01", 100, "LYFT"],
        ["2026-11-09", 100, "LYFT"],
        ["2026-11-20", 100, "CHECK DEPOSIT"],
      ]),
    );
    expect(lastRevenueDepositDate).toBe("2026-11-09");
  });
});

it("revenue percentages are of business revenue, and there are none without any", () => {
  const shares = (...lines: ReportLine[]) => calculateStatistics(report(lines)).windows[0]?.revenueShares;
  expect(
    shares(
      ["2026-11-20", 600, "UBER"],
      ["2026-11-20", 300, "STRIPE"],
      ["2026-11-20", 100, "ETSY"],
      ["2026-11-20", 9_000, "ZELLE"],
    ),
  ).toEqual({ gigIncome: 0.6, cardIncome: 0.3, smallBusinessIncome: 0.1 });
  expect(shares(["2026-11-20", 9_000, "ZELLE"])).toEqual({
    gigIncome: null,
    cardIncome: null,
    smallBusinessIncome: null,
  });
});

it("a report without transactions has no dates and no windows", () => {
  expect(calculateStatistics(report([]))).toEqual({
    institutions: 1,
    accounts: 1,
    transactions: 0,
    pendingTransactions: 0,
    firstTransactionDate: null,
    lastTransactionDate: null,
    daysCovered: 0,
    lastRevenueDepositDate: null,
    existingAdvance: [],
    windows: [],
    overall: null,
    averages: null,
  });
});

it("the first and the last day both count as covered", () => {
  const { firstTransactionDate, lastTransactionDate, daysCovered } = calculateStatistics(
    report([
      ["2026-10-31", 1, ""],
      ["2026-11-02", -1, ""],
    ]),
  );
  expect([firstTransactionDate, lastTransactionDate, daysCovered]).toEqual(["2026-10-31", "2026-11-02", 3]);
});
