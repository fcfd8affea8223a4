import { describe, expect, it, test } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { toBook } from "./book.ts";
import { lastDays, monthsOfAverage, transactionsIn } from "./periods.ts";
import { calculateStatistics } from "./statistics.ts";

test.each([
  [30, "2028-03-01", "2028-02-01"],
  [30, "2027-03-01", "2027-01-31"],
  [60, "2028-02-29", "2028-01-01"],
  [90, "2029-02-28", "2028-12-01"],
  [30, "2026-11-15", "2026-10-17"],
] as const)("the %i days up to %s begin on %s", (days, last, startDate) => {
  expect(lastDays(days, last)).toEqual({ startDate, endDate: last });
});

const deposits = (...days: readonly (readonly [date: string, cents: number])[]) =>
  toBook(aBankReport(days.map(([date, cents]): ReportLine => [date, cents, "LYFT"])));

describe("the months of an average", () => {
  it("are over by the last transaction, February of a leap year on its 29th day", () => {
    const upTo = (last: string) =>
      monthsOfAverage(deposits(["2027-01-01", 1], [last, 1]), "avg_monthly_rev_3mean").months;
    expect(upTo("2028-02-28")).toEqual(["2027-11", "2027-12", "2028-01"]);
    expect(upTo("2028-02-29")).toEqual(["2027-12", "2028-01", "2028-02"]);
    expect(upTo("2027-02-28")).toEqual(["2026-12", "2027-01", "2027-02"]);
  });

  it("of five leave out the one with least revenue and the one with most, the earlier of equals being less", () => {
    const months = (...cents: readonly [number, number, number, number, number]) =>
      monthsOfAverage(
        deposits(
          ["2026-06-05", cents[0]],
          ["2026-07-05", cents[1]],
          ["2026-08-05", cents[2]],
          ["2026-09-05", cents[3]],
          ["2026-10-31", cents[4]],
        ),
        "avg_monthly_rev_5mean",
      ).months;
    expect(months(5, 1, 9, 3, 4)).toEqual(["2026-06", "2026-09", "2026-10"]);
    expect(months(7, 7, 7, 7, 7)).toEqual(["2026-07", "2026-08", "2026-09"]);
  });

  it("are only averaged when the bank data reach back to the first of them", () => {
    const of = (first: string) => {
      const { averages } = calculateStatistics(
        aBankReport([
          [first, 300, "LYFT"],
          ["2026-11-20", 1, "LYFT"],
        ]),
      );
      return [averages?.avg_monthly_rev_3mean.cents, averages?.avg_monthly_rev_5mean.cents];
    };
    expect(of("2026-06-01")).toEqual([0, 0]);
    expect(of("2026-08-01")).toEqual([100, null]);
    expect(of("2026-08-02")).toEqual([null, null]);
  });

  it("hold the transactions of whole months, and none between them", () => {
    const book = deposits(
      ["2026-06-01", 1],
      ["2026-07-31", 500],
      ["2026-08-01", 200],
      ["2026-09-15", 40],
      ["2026-10-31", 30],
      ["2026-11-01", 9],
    );
    const { days, transactions } = transactionsIn(book, "avg_monthly_rev_5mean");
    expect(transactions.map(({ amountCents }) => amountCents)).toEqual([200, 40, 30]);
    expect(days).toEqual({ startDate: "2026-08-01", endDate: "2026-10-31" });
  });
});

it("without any transaction a period has neither days nor transactions", () => {
  for (const period of [30, "avg_monthly_rev_3mean"] as const)
    expect(transactionsIn(deposits(), period)).toEqual({ days: null, transactions: [] });
  expect(monthsOfAverage(deposits(), "avg_monthly_rev_5mean")).toEqual({ months: [], isCovered: false });
});
