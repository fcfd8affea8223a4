import {
  ANALYTICS_FLOWS,
  type AnyFlow,
  DEBT_CATEGORIES,
  FLOWS,
  type Flow,
  REVENUE_CATEGORIES,
  STATISTICS_PERIODS,
} from "@countinghouse/validators/bank-statistics/rules";
import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aBankReport, type ReportLine } from "../testing/bank-reports.ts";
import { toBook } from "./book.ts";
import { createFigures, flowIn, toFigure } from "./flows.ts";
import { transactionsIn } from "./periods.ts";
import { calculateStatistics } from "./statistics.ts";

const LAST = "2026-11-20";
const WORDS = [
  "ACH CREDIT UBER EDI PAYMNT",
  "SQUARE INC SETTLEMENT",
  "INTUIT QUICKBOOKS INVOICE DEP",
  "ZELLE M. ALVAREZ",
  "CHECK DEPOSIT",
  "TRANSFER",
  "REVERSAL",
  "KESTREL ADVANCE",
  "SPEEDY CASH",
  "ONDECK",
  "UPSTART",
  "KLARNA",
  "ALLY AUTO",
  "SBA LOAN",
  "OVERDRAFT FEE",
  "NSF FEE",
  "RENT",
];

const anyLine = (oldest: number, newest = 0): fc.Arbitrary<ReportLine> =>
  fc
    .record({
      age: fc.integer({ min: newest, max: oldest }),
      cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
      words: fc.constantFrom(...WORDS),
      id: fc.uuid(),
      pending: fc.nat(5).map((drawn) => drawn === 0),
    })
    .map(({ age, cents, words, id, pending }) => [
      addDays(LAST, -age),
      cents,
      words,
      { transactionId: id, pending },
    ]);

/** It sets the day on which the windows end. */
const LAST_LINE: ReportLine = [LAST, 1, "COUNTER DEPOSIT", { transactionId: "last" }];
const anyLines = fc.array(anyLine(200), { maxLength: 60 });

const statisticsFor = (checking: readonly ReportLine[], savings: readonly ReportLine[] = []) =>
  calculateStatistics(aBankReport([...checking, LAST_LINE], savings));

describe("the numbers", () => {
  it("do not depend on the order in which transactions come", () => {
    const shuffled = anyLines.chain((lines) =>
      fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })),
    );
    fc.assert(
      fc.property(shuffled, anyLines, ([lines, otherwise], savings) => {
        expect(statisticsFor(otherwise, savings)).toEqual(statisticsFor(lines, savings));
      }),
    );
  });

  it("of a window are not changed by what happened before it", () => {
    // What is taken back may lie ten days before that.
    fc.assert(
      fc.property(anyLines, fc.array(anyLine(400, 90 + 11)), (lines, older) => {
        const inside = lines.filter(([date]) => date > addDays(LAST, -90));
        const windows = (of: readonly ReportLine[]) =>
          statisticsFor(of).windows.map((window) => ({ ...window, isCovered: null }));
        expect(windows([...older, ...inside])).toEqual(windows(inside));
      }),
    );
  });

  it("are not changed by what is pending, but for its own count", () => {
    fc.assert(
      fc.property(anyLines, fc.array(anyLine(200)), (lines, more) => {
        const pending = more.map(
          ([date, cents, words, changes]): ReportLine => [date, cents, words, { ...changes, pending: true }],
        );
        const { pendingTransactions: before, ...numbers } = statisticsFor(lines);
        const { pendingTransactions: after, ...same } = statisticsFor([...lines, ...pending]);
        expect(same).toEqual(numbers);
        expect(after).toBe(before + pending.length);
      }),
    );
  });
});

describe("in every window", () => {
  const parts: readonly (readonly [whole: Flow, parts: readonly AnyFlow[]])[] = [
    ["businessRevenue", REVENUE_CATEGORIES],
    ["smallBusinessRevenue", ["cardIncome", "smallBusinessIncome"]],
    ["income", ["businessRevenue", "miscIncome"]],
    ["deposits", ["income", "loanInflowHighRisk", "loanInflowGeneral", "Overdraft.inflow"]],
    ["debtService", ["loanOutflowHighRisk", "loanOutflowGeneral"]],
    ["highRiskOutflow", ["loanOutflowHighRisk", "Overdraft.outflow"]],
    ["highRiskInflow", ["loanInflowHighRisk", "Overdraft.inflow"]],
  ];

  it("parts sum to their whole, in cents and in number", () => {
    fc.assert(
      fc.property(anyLines, anyLines, (checking, savings) => {
        const book = toBook(aBankReport([...checking, LAST_LINE], savings));
        for (const period of STATISTICS_PERIODS) {
          const figure = createFigures(transactionsIn(book, period).transactions);
          for (const [whole, of] of parts) {
            const cents = of.reduce((sum, flow) => sum + figure(flow).cents, 0);
            const count = of.reduce((sum, flow) => sum + figure(flow).count, 0);
            expect({ whole, cents, count }).toEqual({ whole, ...figure(whole) });
          }
        }
      }),
    );
  });

  it("the categories of the analytics sum to their total, and their shares to one", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        for (const { analytics } of statisticsFor(lines).windows) {
          const [total, ...categories] = analytics;
          expect(categories).toHaveLength(DEBT_CATEGORIES.length + 1);
          expect(categories.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(total?.netCents);
          expect(categories.reduce((sum, { count }) => sum + count, 0)).toBe(total?.count);
          const shares = categories.reduce((sum, { share }) => sum + (share ?? 0), 0);
          expect(shares).toBeCloseTo(total?.share ?? 0, 9);
        }
      }),
    );
  });

  it("every figure is what the transactions listed behind it come to", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const book = toBook(aBankReport([...lines, LAST_LINE]));
        for (const period of STATISTICS_PERIODS) {
          const { transactions } = transactionsIn(book, period);
          const figure = createFigures(transactions);
          for (const flow of [...FLOWS, ...ANALYTICS_FLOWS])
            expect({ flow, ...figure(flow) }).toEqual({ flow, ...toFigure(flowIn(transactions, flow)) });
        }
      }),
    );
  });

  it("a longer one holds what a shorter one does", () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const [thirty, sixty, ninety] = statisticsFor(lines).windows.map(({ flows }) => flows);
        for (const flow of FLOWS.filter((each) => each !== "abnormal" && each !== "existingAdvance")) {
          const counts = [thirty, sixty, ninety].map((flows) => flows?.[flow].count ?? 0);
          expect(counts).toEqual(counts.toSorted((one, other) => one - other));
        }
      }),
    );
  });
});
