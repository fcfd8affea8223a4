import { BREAK_CAUSES, type BreakCause } from "@countinghouse/validators/reconciled-days/rules";
import { FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { expect, it } from "vitest";
import { judgePayment } from "../reconciliation/all-payments-rules.ts";
import type { Movement } from "../reconciliation/funded.ts";
import { reconcile } from "../reconciliation/rules.ts";
import { explainBreaks } from "./causes.ts";

const FUNDINGS = 300;
const DAY = "2026-11-20";

/** A funding as all three systems have it; the processor knows neither customer nor day. */
const funding = (nth: number): Movement[] =>
  FUNDING_SYSTEMS.map((sourceSystem) => ({
    sourceSystem,
    paymentType: nth % 2 === 0 ? "ACH" : "CARD",
    direction: "out",
    kind: nth % 2 === 0 ? "CREDIT" : "FUND",
    paymentId: sourceSystem === "payliance" ? null : `payment-${nth}`,
    uniqueRef: `ref-${nth}`,
    userId: sourceSystem === "payliance" ? null : 10_000 + nth,
    fundedDate: sourceSystem === "payliance" ? null : DAY,
    disbursementAmountCents: 50_000 + nth * 137,
  }));

type Plant = (lines: Movement[]) => Movement[];
const without =
  (system: string): Plant =>
  (lines) =>
    lines.filter(({ sourceSystem }) => sourceSystem !== system);
const changed =
  (system: string, change: (line: Movement) => Partial<Movement>): Plant =>
  (lines) =>
    lines.map((line) => (line.sourceSystem === system ? { ...line, ...change(line) } : line));
const twice =
  (system: string): Plant =>
  (lines) => [...lines, ...lines.filter(({ sourceSystem }) => sourceSystem === system)];

/** Seven kinds of what goes wrong, seventeen times, and what is to be said of each. */
const PLANTED: { at: number; cause: BreakCause; plant: Plant }[] = [
  ...[3, 40, 77].map((at) => ({ at, cause: "SHEET_ROW_MISSING" as const, plant: without("ledger") })),
  ...[11, 120].map((at) => ({ at, cause: "SHEET_ROW_TWICE" as const, plant: twice("ledger") })),
  ...[19, 133, 251].map((at) => ({
    at,
    cause: "SHEET_ROW_CHANGED" as const,
    plant: changed("ledger", (line) => ({
      disbursementAmountCents: (line.disbursementAmountCents ?? 0) + 900,
    })),
  })),
  ...[29, 160].map((at) => ({ at, cause: "NOT_AT_PROCESSOR" as const, plant: without("payliance") })),
  ...[54, 199].map((at) => ({ at, cause: "TWICE_AT_PROCESSOR" as const, plant: twice("payliance") })),
  ...[66, 222].map((at) => ({
    at,
    cause: "AMOUNT_AT_PROCESSOR" as const,
    plant: changed("payliance", () => ({ disbursementAmountCents: 100 })),
  })),
  ...[88, 180, 277].map((at) => ({
    at,
    cause: "ANOTHER_REFERENCE" as const,
    plant: changed("payliance", (line) => ({ uniqueRef: `other-${line.uniqueRef}`, fundedDate: DAY })),
  })),
];

const explained = (lines: Movement[]) =>
  explainBreaks(
    reconcile(lines, () => true)
      .map((row) => judgePayment(row, { isOpen: () => false, isUnasked: () => false, reasons: new Map() }))
      .filter(({ status }) => status !== "Match"),
  );

it("of seventeen breaks of seven kinds among three hundred fundings the right cause is said of sixteen at least", () => {
  expect(PLANTED).toHaveLength(17);
  expect(new Set(PLANTED.map(({ cause }) => cause)).size).toBe(7);
  const planted = new Map(PLANTED.map((each) => [each.at, each]));
  const lines = Array.from({ length: FUNDINGS }, (_, nth) => {
    const plant = planted.get(nth)?.plant ?? ((each: Movement[]) => each);
    return plant(funding(nth));
  }).flat();
  const rows = explained(lines);
  const said = new Map<string, BreakCause>();
  for (const { row, cause } of rows)
    for (const { paymentId } of row.transactions) if (paymentId) said.set(paymentId, cause);
  const right = PLANTED.filter(({ at, cause }) => said.get(`payment-${at}`) === cause);
  expect(right.length).toBeGreaterThanOrEqual(16);
  // Nothing else is said to be broken: only what the processor has under another reference stands there by itself too.
  expect([...said.keys()].sort()).toEqual(PLANTED.map(({ at }) => `payment-${at}`).sort());
  expect(rows).toHaveLength(17 + 3);
});

it("what is missing at the processor and what only it has are each other's partner, once", () => {
  const rows = explained([
    ...changed("payliance", () => ({ uniqueRef: "other", fundedDate: DAY }))(funding(1)),
    ...without("payliance")(
      funding(1).map((line) => ({ ...line, uniqueRef: "ref-again", paymentId: "payment-again" })),
    ),
  ]);
  const paired = rows.filter(({ partner }) => partner !== null);
  expect(paired).toHaveLength(2);
  for (const { partner } of paired) expect(rows[rows[partner ?? 0]?.partner ?? -1]).toBeDefined();
});

it("a row that somebody typed into the sheet is of no payment, and what only the processor has is known by nobody", () => {
  const only = (system: string) => funding(1).filter(({ sourceSystem }) => sourceSystem === system);
  expect(explained(only("ledger")).map(({ cause }) => cause)).toEqual(["SHEET_ROW_STRANGE"]);
  expect(explained(only("payliance")).map(({ cause }) => cause)).toEqual(["ONLY_AT_PROCESSOR"]);
});

it("a row of the sheet that can not be read is named so", () => {
  const unreadable = changed("ledger", () => ({ disbursementAmountCents: null, unreadable: "The amount." }));
  expect(explained(unreadable(funding(1))).map(({ cause }) => cause)).toEqual(["SHEET_ROW_UNREADABLE"]);
});

it("each cause says what can be done", () => {
  for (const { word, todo } of Object.values(BREAK_CAUSES)) expect([word, todo]).not.toContain("");
});
