import { describe, expect, it, test } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { abnormalIn, medianAmount } from "./abnormal.ts";
import { toBook } from "./book.ts";
import { existingAdvanceIn, existingAdvances } from "./existing-advance.ts";

const transactions = (...lines: ReportLine[]) => toBook(aBankReport(lines)).real;

test.each([
  [[7], 7],
  [[3, 1, 2], 2],
  [[4, 1, 3, 2], 2.5],
])("the median of %j is %d", (numbers, median) => {
  expect(medianAmount(numbers)).toBe(median);
});

describe("a deposit is abnormal", () => {
  const uber = (cents: number): ReportLine => ["2026-11-20", cents, "UBER"];

  it("when it lies more than five deviations above the median of its category", () => {
    // The median is 1,000 and its deviation 100; the average is far from telling.
    const usual = [uber(900), uber(900), uber(1_000), uber(1_000), uber(1_100), uber(1_100)];
    const others = Array.from({ length: 3 }, (): ReportLine => ["2026-11-20", 5_000, "STRIPE"]);
    const found = (cents: number) => abnormalIn(transactions(...usual, ...others, uber(cents)));
    expect(found(1_500)).toEqual([]);
    expect(found(1_551).map(({ amountCents }) => amountCents)).toEqual([1_551]);
  });

  it("when it is more than three average deposits, also where a category's do not differ", () => {
    const same = Array.from({ length: 9 }, () => uber(100));
    expect(abnormalIn(transactions(...same, uber(385)))).toEqual([]);
    expect(abnormalIn(transactions(...same, uber(387))).map(({ amountCents }) => amountCents)).toEqual([387]);
  });

  it("and money out never is", () => {
    const spent = Array.from({ length: 9 }, (): ReportLine => ["2026-11-20", -100, "KROGER"]);
    expect(abnormalIn(transactions(...spent, ["2026-11-20", -90_000, "KROGER"]))).toEqual([]);
  });
});

describe("an existing advance", () => {
  const paid = (date: string, cents: number, words = "ACH DEBIT KESTREL ADVANCE PAYMENT"): ReportLine => [
    date,
    cents,
    words,
  ];

  it("is seen in two payments to one lender, on different days not too far apart", () => {
    const lenders = (...lines: ReportLine[]) => existingAdvances(transactions(...lines));
    expect(lenders(paid("2026-11-01", -500), paid("2026-11-17", -500))).toEqual([
      { lender: "KESTREL ADVANCE", count: 2, cents: -1_000 },
    ]);
    expect(lenders(paid("2026-11-01", -500), paid("2026-11-18", -500))).toEqual([]);
    expect(lenders(paid("2026-11-01", -500), paid("2026-11-01", -500))).toEqual([]);
    expect(lenders(paid("2026-11-01", -500), paid("2026-11-08", 500))).toEqual([]);
    expect(lenders(paid("2026-11-01", -500), paid("2026-11-08", -500, "ONDECK CAPITAL"))).toEqual([]);
  });

  it("is none in payments for a car, a card or a purchase", () => {
    const lines = ["ALLY AUTO", "CAPITAL ONE CRCARDPMT", "KLARNA", "UPSTART"].flatMap((words) => [
      paid("2026-11-01", -500, words),
      paid("2026-11-08", -500, words),
    ]);
    expect(existingAdvances(transactions(...lines))).toEqual([]);
  });

  it("to several lenders stands with the most expensive first, and lists the payments to all of them", () => {
    const inside = transactions(
      paid("2026-11-01", -100),
      paid("2026-11-02", -700, "SBA LOAN"),
      paid("2026-11-08", -100),
      paid("2026-11-09", -700, "SBA LOAN"),
      paid("2026-11-10", -900, "SPEEDY CASH"),
    );
    expect(existingAdvances(inside).map(({ lender }) => lender)).toEqual(["SBA LOAN", "KESTREL ADVANCE"]);
    expect(existingAdvanceIn(inside).map(({ amountCents }) => amountCents)).toEqual([-100, -700, -100, -700]);
  });
});
