import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { moneySeries } from "./series.ts";

const LAST = "2026-11-20";
const UBER = "ACH CREDIT UBER EDI PAYMNT";

/** A report whose first account has so much in it now. */
function reportWith(currentCents: number | null, ...accounts: (readonly ReportLine[])[]) {
  const report = aBankReport(...accounts);
  for (const [nth, account] of report.items[0]?.accounts.entries() ?? [])
    account.currentCents = nth === 0 ? currentCents : 0;
  return report;
}

describe("the days of a report", () => {
  it("are ninety, and say what came in, went out and was left", () => {
    const { days } = moneySeries(
      reportWith(50_000, [
        ["2026-11-18", 20_000, UBER],
        ["2026-11-19", -5_000, "RENT"],
        [LAST, -1_000, "RENT"],
      ]),
    );
    expect(days).toHaveLength(90);
    expect(days.slice(-4)).toEqual([
      { day: "2026-11-17", inCents: 0, outCents: 0, balanceCents: 36_000 },
      { day: "2026-11-18", inCents: 20_000, outCents: 0, balanceCents: 56_000 },
      { day: "2026-11-19", inCents: 0, outCents: -5_000, balanceCents: 51_000 },
      { day: LAST, inCents: 0, outCents: -1_000, balanceCents: 50_000 },
    ]);
  });

  it("leave out own transfers of what came in and went out, and have no balance where the bank says none", () => {
    const { days } = moneySeries(
      reportWith(
        null,
        [[LAST, -7_000, "ONLINE TRANSFER TO SAVINGS"]],
        [[LAST, 7_000, "ONLINE TRANSFER FROM CHECKING"]],
      ),
    );
    expect(days.at(-1)).toEqual({ day: LAST, inCents: 0, outCents: 0, balanceCents: null });
  });

  it("end with what is in the account now, and each balance follows from the one before, for any transactions", () => {
    const line = fc
      .tuple(
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: -50_000, max: 50_000 }).filter((cents) => cents !== 0),
      )
      .map(([ago, cents]): ReportLine => [addDays(LAST, -ago), cents, "CHECK DEPOSIT"]);
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: -90_000, max: 90_000 }),
        (lines, now) => {
          const ordered = lines.toSorted(([one], [other]) => (one < other ? -1 : 1));
          const { days } = moneySeries(reportWith(now, ordered));
          expect(days.at(-1)?.balanceCents).toBe(now);
          for (const [nth, day] of days.entries()) {
            const before = days[nth - 1];
            if (!before) continue;
            const moved = ordered.reduce((sum, [date, cents]) => (date === day.day ? sum + cents : sum), 0);
            expect((day.balanceCents ?? 0) - (before.balanceCents ?? 0)).toBe(moved);
          }
        },
      ),
    );
  });

  it("are none without a posted transaction", () => {
    expect(moneySeries(reportWith(1, []))).toEqual({ days: [], months: [] });
  });
});

it("the months have their business revenue, and say which of them the bank data have only in part", () => {
  const { months } = moneySeries(
    reportWith(0, [
      ["2026-09-15", 10_000, UBER],
      ["2026-10-02", 20_000, UBER],
      ["2026-10-03", -1_000, "RENT"],
      [LAST, 40_000, UBER],
    ]),
  );
  expect(months).toEqual([
    { month: "2026-09", revenueCents: 10_000, isWhole: false },
    { month: "2026-10", revenueCents: 20_000, isWhole: true },
    { month: "2026-11", revenueCents: 40_000, isWhole: false },
  ]);
});
