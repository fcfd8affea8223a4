import { addDays } from "@countinghouse/validators/new-york";
import { FUNDING_SYSTEMS, type FundingSystem } from "@countinghouse/validators/reconciliation/rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FundedTransaction } from "./funded.ts";
import { type IsAnswered, type Reconciled, reconcile } from "./rules.ts";

const all: IsAnswered = () => true;

/** A funding as all three systems have it: the processor knows neither customer nor day. */
function inAll(facts: Partial<FundedTransaction> = {}): FundedTransaction[] {
  const same = {
    paymentType: "ACH",
    direction: "out",
    uniqueRef: "ref-1",
    userId: 7,
    fundedDate: "2026-11-10",
    disbursementAmountCents: 90_000,
    ...facts,
  } as const;
  return FUNDING_SYSTEMS.map((sourceSystem) => ({
    ...same,
    sourceSystem,
    ...(sourceSystem === "payliance" && { userId: null, fundedDate: null }),
  }));
}

const not = (system: FundingSystem) => (transaction: FundedTransaction) =>
  transaction.sourceSystem !== system;
const only = (system: FundingSystem) => (transaction: FundedTransaction) =>
  transaction.sourceSystem === system;
const changed = (
  transactions: FundedTransaction[],
  system: FundingSystem,
  facts: Partial<FundedTransaction>,
): FundedTransaction[] =>
  transactions.map((each) => (each.sourceSystem === system ? { ...each, ...facts } : each));

const verdicts = (rows: Reconciled[]) => rows.map(({ status, odd }) => ({ status, odd }));

describe("a funding", () => {
  it("that all systems have alike is a Match, also a day apart", () => {
    const late = changed(inAll(), "ledger", { fundedDate: "2026-11-11" });
    expect(reconcile(late, all)).toMatchObject([{ status: "Match", odd: [], deltaCents: 0 }]);
  });

  it.each([
    ["another amount, by a cent", { disbursementAmountCents: 90_001 }, "amount", 1],
    ["a day further off than one", { fundedDate: "2026-11-12" }, "date", 0],
    ["another customer", { userId: 8 }, "customer", 0],
  ] as const)(
    "with %s in the sheet is a Mismatch, and says what differs",
    (_, facts, difference, deltaCents) => {
      expect(reconcile(changed(inAll(), "ledger", facts), all)).toMatchObject([
        { status: "Mismatch", odd: ["ledger"], differences: [difference], deltaCents },
      ]);
    },
  );

  it("whose row in the sheet can not be read is neither a Mismatch nor a Match", () => {
    const facts = { disbursementAmountCents: null, unreadable: "The amount can not be read." };
    expect(reconcile(changed(inAll(), "ledger", facts), all)).toMatchObject([
      { status: "Unreadable", odd: ["ledger"], differences: [], deltaCents: 0 },
    ]);
    const missing = changed(inAll(), "ledger", facts).filter(not("payliance"));
    expect(reconcile(missing, all)).toMatchObject([{ status: "Not Found", odd: ["ledger", "payliance"] }]);
  });

  it("is missing nowhere because of a row that can not be read and may mean any payment", () => {
    const [row] = inAll({ uniqueRef: "Payments!A9", fundedDate: null, unreadable: "The day." }).filter(
      only("ledger"),
    );
    const rows = reconcile([...inAll(), ...(row ? [row] : [])], all);
    expect(rows).toMatchObject([
      { status: "Match" },
      { status: "Unreadable", compared: ["ledger"], odd: ["ledger"] },
    ]);
  });

  it("whose amount only the product has otherwise is odd in the product", () => {
    expect(reconcile(changed(inAll(), "giggle", { disbursementAmountCents: 1 }), all)).toMatchObject([
      { status: "Mismatch", odd: ["giggle"], deltaCents: 1 - 90_000 },
    ]);
  });

  it.each([
    ["payliance", "Double Funded"],
    ["ledger", "Duplicate in the sheet"],
  ] as const)("that stands twice in %s is %s, and says by how much", (system, status) => {
    const twice = [...inAll(), ...inAll().filter(only(system))];
    expect(reconcile(twice, all)).toMatchObject([{ status, odd: [system], deltaCents: 90_000 }]);
  });

  it("that the processor paid twice is Double Funded though the sheet has it twice as well", () => {
    const twice = [...inAll(), ...inAll().filter(({ sourceSystem }) => sourceSystem !== "giggle")];
    expect(reconcile(twice, all)).toMatchObject([{ status: "Double Funded" }]);
  });

  it("without its reference in the sheet is found by customer, amount and day", () => {
    const typed = changed(inAll(), "ledger", { uniqueRef: "typed by hand", fundedDate: "2026-11-09" });
    expect(verdicts(reconcile(typed, all))).toEqual([{ status: "Match", odd: [] }]);
  });

  it("typed into the sheet by hand as well is Duplicate in the sheet", () => {
    const twice = [...inAll(), ...inAll({ uniqueRef: "typed by hand" }).filter(only("ledger"))];
    expect(verdicts(reconcile(twice, all))).toEqual([{ status: "Duplicate in the sheet", odd: ["ledger"] }]);
  });

  it("to a customer who was rightly funded twice that day is compared with its own lines alone", () => {
    const two = [...inAll(), ...inAll({ uniqueRef: "ref-2" })];
    const lost = two.filter(
      ({ sourceSystem, uniqueRef }) => sourceSystem !== "ledger" || uniqueRef !== "ref-2",
    );
    expect(verdicts(reconcile(two, all)).map(({ status }) => status)).toEqual(["Match", "Match"]);
    expect(verdicts(reconcile(lost, all))).toEqual([
      { status: "Match", odd: [] },
      { status: "Not Found", odd: ["ledger"] },
    ]);
  });

  it("is never missing in a system that did not answer", () => {
    const noSheet: IsAnswered = (system) => system !== "ledger";
    expect(reconcile(inAll().filter(not("ledger")), noSheet)).toMatchObject([
      { status: "Match", compared: ["giggle", "payliance"], odd: [] },
    ]);
    const noAch: IsAnswered = (system, rail) => system !== "payliance" || rail !== "ACH";
    const [ach, card] = [
      inAll().filter(not("payliance")),
      inAll({ uniqueRef: "ref-2", paymentType: "CARD" }).filter(not("payliance")),
    ];
    expect(verdicts(reconcile([...ach, ...card], noAch))).toEqual([
      { status: "Match", odd: [] },
      { status: "Not Found", odd: ["payliance"] },
    ]);
  });

  it("that one system alone could be asked about is called nothing", () => {
    const rows = reconcile(inAll().filter(only("giggle")), (system) => system === "giggle");
    expect(rows).toMatchObject([{ status: null, compared: ["giggle"] }]);
  });
});

/** How each kind of fault is planted, and what must be said of it. */
const FAULTS = {
  missingInSheet: { status: "Not Found", odd: ["ledger"], plant: (rows) => rows.filter(not("ledger")) },
  missingAtProcessor: {
    status: "Not Found",
    odd: ["payliance"],
    plant: (rows) => rows.filter(not("payliance")),
  },
  unknownToProduct: { status: "Not Found", odd: ["giggle"], plant: (rows) => rows.filter(not("giggle")) },
  sheetAlone: {
    status: "Not Found",
    odd: ["giggle", "payliance"],
    plant: (rows) => rows.filter(only("ledger")),
  },
  twiceInSheet: {
    status: "Duplicate in the sheet",
    odd: ["ledger"],
    plant: (rows) => [...rows, ...rows.filter(only("ledger"))],
  },
  twiceAtProcessor: {
    status: "Double Funded",
    odd: ["payliance"],
    plant: (rows) => [...rows, ...rows.filter(only("payliance"))],
  },
  amountInSheet: {
    status: "Mismatch",
    odd: ["ledger"],
    plant: (rows, by) => rows.map((row) => (only("ledger")(row) ? moreBy(row, by) : row)),
  },
  amountAtProcessor: {
    status: "Mismatch",
    odd: ["payliance"],
    plant: (rows, by) => rows.map((row) => (only("payliance")(row) ? moreBy(row, by) : row)),
  },
  dayInSheet: {
    status: "Mismatch",
    odd: ["ledger"],
    plant: (rows, by) =>
      rows.map((row) =>
        only("ledger")(row) ? { ...row, fundedDate: addDays(row.fundedDate ?? "", 1 + (by % 9) + 1) } : row,
      ),
  },
} as const satisfies Record<
  string,
  {
    status: string;
    odd: readonly FundingSystem[];
    plant: (rows: FundedTransaction[], by: number) => FundedTransaction[];
  }
>;

const moreBy = (row: FundedTransaction, by: number): FundedTransaction => ({
  ...row,
  disbursementAmountCents: (row.disbursementAmountCents ?? 0) + by,
});

const fault = fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[]));
const PLANTED = 500;

/** Fundings as a month has them: many of the same amount, some customers funded again, a sheet a day late now and then. */
const world = fc.record({
  sound: fc.array(
    fc.record({
      cents: fc.constantFrom(45_000, 90_000, 120_000),
      day: fc.integer({ min: 0, max: 30 }),
      late: fc.boolean(),
      rail: fc.constantFrom("ACH" as const, "CARD" as const),
      again: fc.boolean(),
    }),
    { minLength: 100, maxLength: 300 },
  ),
  faults: fc.array(fc.tuple(fault, fc.integer({ min: 1, max: 9_999 })), {
    minLength: PLANTED,
    maxLength: PLANTED,
  }),
  seed: fc.nat(),
});

describe("among the fundings of a month", () => {
  it("500 planted faults are all found, and nothing else is", () => {
    fc.assert(
      fc.property(world, ({ sound, faults, seed }) => {
        const expected = new Map<string, { status: string; odd: readonly FundingSystem[] }>();
        const transactions: FundedTransaction[] = [];
        for (const [index, { cents, day, late, rail, again }] of sound.entries()) {
          for (const uniqueRef of again ? [`s${index}`, `s${index}-again`] : [`s${index}`]) {
            const facts = { uniqueRef, userId: index, disbursementAmountCents: cents, paymentType: rail };
            const date = addDays("2026-10-01", day);
            const rows = inAll({ ...facts, fundedDate: date });
            transactions.push(...(late ? changed(rows, "ledger", { fundedDate: addDays(date, 1) }) : rows));
            expected.set(uniqueRef, { status: "Match", odd: [] });
          }
        }
        for (const [index, [kind, by]] of faults.entries()) {
          const uniqueRef = `f${index}`;
          // Customers of faults have had sound fundings too: of the same amount, but not in the same days.
          const facts = { uniqueRef, userId: 1_000 + index, fundedDate: addDays("2026-10-01", by % 31) };
          const { plant, status, odd } = FAULTS[kind];
          transactions.push(...plant(inAll(facts), by));
          transactions.push(
            ...inAll({ ...facts, uniqueRef: `${uniqueRef}-before`, fundedDate: "2026-09-01" }),
          );
          expected.set(uniqueRef, { status, odd });
          expected.set(`${uniqueRef}-before`, { status: "Match", odd: [] });
        }
        const shuffled = transactions
          .map((transaction, index) => ({ transaction, at: (index * 7_919 + seed) % 10_007 }))
          .toSorted((one, other) => one.at - other.at)
          .map(({ transaction }) => transaction);
        const said = reconcile(shuffled, all).map(
          ({ transactions: [first], status, odd }) => [first?.uniqueRef ?? "", { status, odd }] as const,
        );
        expect(said).toHaveLength(expected.size);
        expect(new Map<string, unknown>(said)).toEqual(expected);
      }),
      { numRuns: 10 },
    );
  });
});
