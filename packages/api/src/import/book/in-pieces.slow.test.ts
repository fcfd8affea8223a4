import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { importFiles } from "../run-import.ts";
import { undoImport } from "../undo/undo-import.ts";

/** Printed with each test: the books are the same for the same seed. */
const SEED = 20261130;
const BOOKS_IN_SEQUENCE = 3;
const SEQUENCES_IN_TEST = 3;

const PIECES = ["customers", "loans", "payments", "balances"] as const;
type Piece = (typeof PIECES)[number];

/** All ways to bring the pieces in one to four imports: there are 75. */
function sequences(pieces: readonly Piece[]): Piece[][][] {
  if (pieces.length === 0) return [[]];
  const firsts = Array.from({ length: 2 ** pieces.length - 1 }, (_, mask) =>
    pieces.filter((_piece, nth) => (mask + 1) & (1 << nth)),
  );
  return firsts.flatMap((first) =>
    sequences(pieces.filter((piece) => !first.includes(piece))).map((rest) => [first, ...rest]),
  );
}

const day = fc.integer({ min: 1, max: 19 }).map((nth) => `2026-11-${String(nth).padStart(2, "0")}`);
const amount = fc.integer({ min: 1, max: 40 }).map((dollars) => dollars * 100);
const BOOK = fc.record({
  advances: fc.array(fc.record({ payback: amount, fundedOn: day }), { maxLength: 2 }),
  payments: fc.array(
    fc.record({
      amount,
      paidOn: day,
      direction: fc.constantFrom("DEBIT", "DEBIT", "CREDIT"),
      outcome: fc.constantFrom("paid", "paid", "paid", "returned", "failed"),
      namesAdvance: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  hasBalance: fc.constantFrom(true, true, true, false),
  offCents: fc.constantFrom(0, 0, 0, 100, -250),
  balanceDay: fc.constantFrom("", "2026-11-19", "2026-11-10"),
  opening: amount,
});
type Book = typeof BOOK extends fc.Arbitrary<infer Value> ? Value : never;

/** The files of some books, and whose each line is. */
function toFiles(books: readonly Book[]) {
  const files: Record<Piece, { header: string; lines: [customer: string, line: string][] }> = {
    customers: { header: "Customer ID,First Name,Last Name", lines: [] },
    loans: { header: "Loan Number,Customer ID,Stage,Approved Amount,Payback Amount,Funded On", lines: [] },
    payments: { header: "Payment ID,Customer ID,Loan Number,Paid On,Amount,Type,Outcome", lines: [] },
    balances: { header: "Customer ID,First Name,Last Name,Balance,Balance Date", lines: [] },
  };
  for (const [index, book] of books.entries()) {
    const id = `C${index}`;
    const dollars = (cents: number) => (cents / 100).toFixed(2);
    const until = book.balanceDay || "2026-12-31";
    let owed = 0;
    files.customers.lines.push([id, `${id},Ana,Diaz ${index}`]);
    for (const [nth, { payback, fundedOn }] of book.advances.entries()) {
      if (fundedOn <= until) owed += payback;
      const amounts = `${dollars(payback)},${dollars(payback)}`;
      files.loans.lines.push([id, `${id}-L${nth},${id},funded,${amounts},${fundedOn}`]);
    }
    for (const [nth, payment] of book.payments.entries()) {
      const { paidOn, direction, outcome, namesAdvance } = payment;
      if (outcome === "paid" && paidOn <= until)
        owed += direction === "CREDIT" ? payment.amount : -payment.amount;
      const advance = namesAdvance && book.advances.length > 0 ? `${id}-L0` : "";
      files.payments.lines.push([
        id,
        `${id}-P${nth},${id},${advance},${paidOn},${dollars(payment.amount)},${direction},${outcome}`,
      ]);
    }
    const given = book.payments.length === 0 ? book.opening : owed + book.offCents;
    const balance = book.hasBalance ? dollars(given) : "";
    files.balances.lines.push([
      id,
      `${id},Ana,Diaz ${index},${balance},${book.hasBalance ? book.balanceDay : ""}`,
    ]);
  }
  return files;
}

let api: TestApi;
let folder: string;
let email: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.admin("SUPERADMIN");
  ({ email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } }));
  folder = mkdtempSync(path.join(os.tmpdir(), "import-in-pieces-"));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const desk = () => ({ db: api.database, vault: api.vault, now: api.clock.now, dryRun: false });

/** Brings pieces as one import; returns of which customers a row was refused. */
async function bring(files: ReturnType<typeof toFiles>, pieces: readonly Piece[], source: string) {
  const own = mkdtempSync(path.join(folder, "files-"));
  const given = pieces.filter((piece) => files[piece].lines.length > 0);
  const runId = randomUUID();
  if (given.length === 0) return { runId, refused: new Set<string>() };
  const paths = given.map((piece) => {
    const file = path.join(own, `${piece}.csv`);
    const lines = files[piece].lines.map(([, line]) => line);
    writeFileSync(file, [files[piece].header, ...lines, ""].join("\n"));
    return file;
  });
  const { book } = await importFiles({ ...desk(), files: paths, source, email, runId });
  const refused = (book?.refused ?? []).map(({ table, line, reason }) => {
    expect(reason).toMatch(/\w+.*\.$/);
    return files[given[table] ?? "customers"].lines[line - 2]?.[0] ?? "";
  });
  return { runId, refused: new Set(refused) };
}

async function readLedger(source: string): Promise<Record<string, number>> {
  const { rows } = await api.database.pool.query<{ id: string; cents: number }>(
    `SELECT substr(u.import_key, length($1) + 2) AS id, coalesce((SELECT sum(e.amount_cents) FROM ledger_account a
       JOIN ledger_entry e ON e.account_id = a.id WHERE a.code = 'receivable:' || u.id), 0)::float8 AS cents
     FROM users u WHERE u.import_key LIKE $1 || ':%'`,
    [source],
  );
  return Object.fromEntries(rows.map(({ id, cents }) => [id, cents]));
}

/** Brings pieces, undoes that and brings them again: the undo sets the ledger back. */
async function bringAgain(files: ReturnType<typeof toFiles>, pieces: readonly Piece[], source: string) {
  const before = await readLedger(source);
  const { runId } = await bring(files, pieces, source);
  const after = await readLedger(source);
  expect(await undoImport({ ...desk(), runId })).toMatchObject({ kept: 0 });
  expect([source, await readLedger(source)]).toEqual([source, before]);
  const again = await bring(files, pieces, source);
  expect([source, await readLedger(source)]).toEqual([source, after]);
  return again;
}

const all = sequences(PIECES).map((sequence, nth) => ({ sequence, nth }));
const parts = Array.from({ length: Math.ceil(all.length / SEQUENCES_IN_TEST) }, (_, nth) => ({
  name: `seed ${SEED}, part ${nth + 1}`,
  some: all.slice(nth * SEQUENCES_IN_TEST, (nth + 1) * SEQUENCES_IN_TEST),
}));

it.each(parts)(
  "a book in pieces, with an undo on the way, has the ledger of all at once, or a row is refused with its reason: $name",
  async ({ some }) => {
    for (const { sequence, nth } of some) {
      const files = toFiles(fc.sample(BOOK, { seed: SEED + nth, numRuns: BOOKS_IN_SEQUENCE }));
      await bring(files, PIECES, `whole${nth}`);
      const whole = await readLedger(`whole${nth}`);
      const source = `pieces${nth}`;
      const refused = new Set<string>();
      const runs: string[] = [];
      for (const [step, pieces] of sequence.entries()) {
        const isUndone = (nth + step) % 2 === 0;
        const brought = await (isUndone ? bringAgain : bring)(files, pieces, source);
        runs.push(brought.runId);
        for (const customer of brought.refused) refused.add(customer);
      }
      const ledger = await readLedger(source);
      const ofBrought = (of: Record<string, number>) =>
        Object.fromEntries(Object.entries(of).filter(([customer]) => !refused.has(customer)));
      expect([nth, ofBrought(ledger)]).toEqual([nth, ofBrought(whole)]);
      for (const runId of runs.reverse())
        expect(await undoImport({ ...desk(), runId })).toMatchObject({ kept: 0 });
      expect([nth, await readLedger(source)]).toEqual([nth, {}]);
    }
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
  },
);

it("there are 75 ways to bring four pieces, so that 225 books are tried", () => {
  expect(all).toHaveLength(75);
});
