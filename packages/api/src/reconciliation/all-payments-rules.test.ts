import { addDays } from "@countinghouse/validators/new-york";
import { modeRule, PAYMENT_MODES } from "@countinghouse/validators/payments/kinds";
import { FUNDING_SYSTEMS, type FundingSystem } from "@countinghouse/validators/reconciliation/rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JudgedPayment, judgePayment, type Known, sumTotals } from "./all-payments-rules.ts";
import type { Movement } from "./funded.ts";
import { reconcile } from "./rules.ts";

/** A payment as all three systems have it: the processor knows neither customer nor day. */
function inAll(facts: Partial<Movement> = {}): Movement[] {
  const kind = facts.kind ?? "SALE";
  const { rail, direction } = modeRule(kind);
  const same: Omit<Movement, "sourceSystem"> = {
    paymentType: rail,
    direction,
    kind,
    paymentId: `id of ${facts.uniqueRef ?? "ref-1"}`,
    uniqueRef: "ref-1",
    userId: 7,
    fundedDate: "2026-11-10",
    disbursementAmountCents: 12_500,
    ...facts,
  };
  return FUNDING_SYSTEMS.map((sourceSystem) => ({
    ...same,
    sourceSystem,
    ...(sourceSystem === "payliance" && { userId: null, fundedDate: null }),
  }));
}

const only = (system: FundingSystem) => (each: Movement) => each.sourceSystem === system;
const not = (system: FundingSystem) => (each: Movement) => each.sourceSystem !== system;

const judge = (
  movements: readonly Movement[],
  { open = [], reasons = {} }: { open?: readonly string[]; reasons?: Record<string, string> } = {},
): JudgedPayment[] => {
  const known: Known = {
    isOpen: (ref) => open.includes(ref),
    isUnasked: () => false,
    reasons: new Map(Object.entries(reasons)),
  };
  return reconcile(movements, () => true).map((row) => judgePayment(row, known));
};

describe("a payment whose outcome nobody here knows", () => {
  it.each([
    ["has moved", (rows: Movement[]) => rows.filter(not("ledger")), /The processor has moved the money\.$/],
    ["does not know", (rows: Movement[]) => rows.filter(only("giggle")), /^The outcome is not known here.$/],
    ["and the sheet have as paid", (rows: Movement[]) => rows, /The processor has moved the money\.$/],
  ])("that the processor %s is an Unknown Outcome, and never a Match", (_, of, reason) => {
    const [row] = judge(of(inAll()), { open: ["ref-1"] });
    expect(row).toMatchObject({ status: "Unknown Outcome", kind: "SALE", rail: "CARD", direction: "in" });
    expect(row?.reason).toMatch(reason);
  });

  it("says what the processor says of it", () => {
    const reasons = { "ref-1": "The processor reports the status declined." };
    const [row] = judge(inAll().filter(only("giggle")), { open: ["ref-1"], reasons });
    expect(row?.reason).toBe("The outcome is not known here. The processor reports the status declined.");
  });

  it("that the processor has twice is Doubled first of all", () => {
    const twice = [...inAll(), ...inAll().filter(only("payliance"))];
    expect(judge(twice, { open: ["ref-1"] })).toMatchObject([{ status: "Doubled" }]);
  });

  it("counts in no total of the product", () => {
    const rows = judge([...inAll(), ...inAll({ uniqueRef: "ref-2" })], { open: ["ref-2"] });
    const [card] = sumTotals(rows, { isOpen: (ref) => ref === "ref-2" }, (system) => system === "ledger");
    expect(card).toEqual({
      rail: "CARD",
      direction: "in",
      giggle: { count: 1, amountCents: 12_500 },
      ledger: null,
      payliance: { count: 2, amountCents: 25_000 },
    });
  });
});

it("what failed here and moved there beside the same once more is Doubled, and says why", () => {
  const lost = inAll({ uniqueRef: "lost" })
    .filter(only("payliance"))
    .map((each) => ({ ...each, userId: 7, fundedDate: "2026-11-11" }));
  const reasons = { lost: "The payment failed here, but the processor moved the money." };
  expect(judge([...inAll(), ...lost], { reasons })).toMatchObject([
    { status: "Doubled", odd: ["payliance"], deltaCents: 12_500, reason: reasons.lost },
  ]);
});

it("a sale and the refund of it, of one amount and one day, are two payments", () => {
  const refund = inAll({ uniqueRef: "ref-2", kind: "REFUND" });
  const lost = refund.filter(only("ledger")).map((each) => ({ ...each, uniqueRef: "typed by hand" }));
  expect(judge([...inAll(), ...refund, ...lost])).toMatchObject([
    { status: "Match", direction: "in" },
    { status: "Duplicate in the sheet", direction: "out", odd: ["ledger"] },
  ]);
});

/** How each kind of fault is planted, and what must be said of it. */
const FAULTS = {
  missingInSheet: { status: "Not Found", plant: (rows) => rows.filter(not("ledger")) },
  paidHereMissingThere: { status: "Not Found", plant: (rows) => rows.filter(not("payliance")) },
  failedHereMovedThere: { status: "Not Found", plant: (rows) => rows.filter(only("payliance")) },
  doubledAtProcessor: {
    status: "Doubled",
    plant: (rows) => [...rows, ...rows.filter(only("payliance"))],
  },
  otherAmountAtProcessor: {
    status: "Mismatch",
    plant: (rows, by) =>
      rows.map((row) =>
        row.sourceSystem === "payliance"
          ? { ...row, disbursementAmountCents: (row.disbursementAmountCents ?? 0) - by }
          : row,
      ),
  },
  unknownAndMoved: { status: "Unknown Outcome", plant: (rows) => rows.filter(not("ledger")) },
  unknownAndNotThere: { status: "Unknown Outcome", plant: (rows) => rows.filter(only("giggle")) },
} as const satisfies Record<
  string,
  { status: JudgedPayment["status"]; plant: (rows: Movement[], by: number) => Movement[] }
>;

const PLANTED = 500;
const world = fc.record({
  sound: fc.array(
    fc.record({
      kind: fc.constantFrom(...PAYMENT_MODES),
      cents: fc.constantFrom(1_000, 12_500, 90_000),
      day: fc.integer({ min: 0, max: 30 }),
      again: fc.boolean(),
    }),
    { minLength: 100, maxLength: 300 },
  ),
  faults: fc.array(
    fc.record({
      fault: fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
      kind: fc.constantFrom(...PAYMENT_MODES),
      by: fc.integer({ min: 1, max: 9_999 }),
    }),
    { minLength: PLANTED, maxLength: PLANTED },
  ),
  seed: fc.nat(),
});

describe("among the payments of a month", () => {
  it("500 planted faults are all found, and nothing else is", () => {
    fc.assert(
      fc.property(world, ({ sound, faults, seed }) => {
        const expected = new Map<string, JudgedPayment["status"]>();
        const open = new Set<string>();
        const movements: Movement[] = [];
        for (const [index, { kind, cents, day, again }] of sound.entries()) {
          for (const uniqueRef of again ? [`s${index}`, `s${index}-again`] : [`s${index}`]) {
            const fundedDate = addDays("2026-10-01", day);
            const facts = { kind, uniqueRef, userId: index, fundedDate, disbursementAmountCents: cents };
            movements.push(...inAll(facts));
            expected.set(uniqueRef, "Match");
          }
        }
        for (const [index, { fault, kind, by }] of faults.entries()) {
          const uniqueRef = `f${index}`;
          const facts = {
            kind,
            uniqueRef,
            userId: 1_000 + index,
            fundedDate: addDays("2026-10-01", by % 31),
          };
          movements.push(...FAULTS[fault].plant(inAll(facts), by));
          if (fault.startsWith("unknown")) open.add(uniqueRef);
          expected.set(uniqueRef, FAULTS[fault].status);
        }
        const shuffled = movements
          .map((movement, index) => ({ movement, at: (index * 7_919 + seed) % 10_007 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ movement }) => movement);
        const known: Known = {
          isOpen: (ref) => open.has(ref),
          isUnasked: () => false,
          reasons: new Map(),
        };
        const said = reconcile(shuffled, () => true)
          .map((row) => judgePayment(row, known))
          .map(({ transactions: [first], status }) => [first?.uniqueRef ?? "", status] as const);
        expect(said).toHaveLength(expected.size);
        expect(new Map(said)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});
