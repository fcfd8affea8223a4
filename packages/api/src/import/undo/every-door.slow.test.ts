import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { linkChains, verifyChains } from "../../chain/chains.ts";
import { foldPortfolio } from "../../portfolio/kept.ts";
import { randomBook } from "../../testing/random-book.ts";
import { setUpUndoDesk } from "../../testing/undo-desk.ts";
import { exportBook } from "../export/export-book.ts";

const desk = setUpUndoDesk();

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await desk.api.database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await desk.api.database.pool.query(`SELECT count(*)::int AS n FROM "${name}"`);
    counts[name] = counted[0].n;
  }
  return counts;
}

/** What is only added to, and what an undo itself leaves. */
const LEFT = new Set([
  "audit_event",
  "audit_link",
  "audit_unlinked",
  "command_request",
  "customer_reading",
  "import_customer",
  "import_run",
  "ledger_account",
  "ledger_entry",
  "ledger_link",
  "ledger_transaction",
  "ledger_unlinked",
  "payment_allocation",
  "portfolio_change",
  "portfolio_sum",
  "reading_view",
  // What is kept of Today follows with the next look at it.
  "work_cause",
  "work_change",
]);

/** Every door at which customers, their money or what waits for them is told: lists, sums, searches, the palette, exports. */
async function everyDoor(): Promise<Record<string, unknown>> {
  const admin = await desk.api.as("SUPERADMIN");
  await foldPortfolio(desk.api.services);
  const out = path.join(desk.folder, `out-${randomUUID()}`);
  await exportBook({ db: desk.api.database, vault: desk.api.vault, now: desk.api.clock.now, folder: out });
  const page = { cursor: null, limit: 50 } as const;
  const days = { startDate: "2025-01-01", endDate: "2026-11-30" } as const;
  const told = {
    users: await admin.users.list({ query: "", sort: "id", direction: "asc", ...page }),
    balances: await admin.users.list({ query: "", sort: "balanceCents", direction: "desc", ...page }),
    searched: await admin.users.list({ query: "Diaz", sort: "id", direction: "asc", ...page }),
    sums: await admin.users.sums({ query: "" }),
    palette: [await admin.users.find({ text: "Diaz" }), await admin.users.find({ text: "c1@example.com" })],
    ledger: await admin.ledger.list(page),
    overview: await admin.portfolio.overview(),
    rows: await admin.portfolio.rows({ of: { figure: "outstanding" }, cursor: null, limit: 10 }),
    funnel: await admin.funnel.report(days),
    schedules: await admin.paymentSchedules.search({ limit: 50 }),
    similar: await admin.similarRecords.fundedBalances({ userId: bystander }),
    work: await admin.work.list({}),
    deadlines: await admin.deadlines.list({}),
    exported: ["users", "applications", "payments", "schedules", "accounts", "cards", "notes", "remarks"].map(
      (sheet) => [sheet, parse(readFileSync(path.join(out, `${sheet}.csv`))).length - 1],
    ),
  };
  return JSON.parse(JSON.stringify(told, (name, value: unknown) => (MADE_AT.has(name) ? undefined : value)));
}

/** When an answer was drawn up, or from where it is asked on. */
const MADE_AT = new Set(["asOf", "madeAt", "readAt"]);

/** A customer who was there before, of the same name as one of the book. */
let bystander = 0;

const CUSTOMERS = 25;
const { sheets } = randomBook(20261126, CUSTOMERS);

it("is undone until nothing is left but the ledger, which comes to nothing, and the audit; then it can be brought again", async () => {
  ({ id: bystander } = await desk.api.user({ firstname: "Ana", lastname: "Diaz 1" }));
  const doors = await everyDoor();
  const before = await rowCounts();
  const runId = await desk.bring(sheets, "old");
  const open = await everyDoor();
  const brought = await rowCounts();
  expect(brought.users).toBe((before.users ?? 0) + CUSTOMERS);
  for (const door of ["users", "searched", "palette", "ledger", "overview", "schedules", "exported"])
    expect([door, open[door]]).not.toEqual([door, doors[door]]);
  const plan = await desk.undo(runId, true);
  expect(plan).toMatchObject({ customers: CUSTOMERS, completed: 0, kept: 0, cards: CUSTOMERS });
  expect(await rowCounts()).toEqual(brought);
  const done = await desk.undo(runId);
  expect(done).toEqual(plan);
  const after = await rowCounts();
  const others = (counts: Record<string, number>) =>
    Object.entries(counts).filter(([table]) => !LEFT.has(table));
  expect(others(after)).toEqual(others(before));
  for (const table of ["ledger_transaction", "ledger_entry", "payment_allocation", "audit_event"])
    expect(after[table]).toBeGreaterThanOrEqual(brought[table] ?? 0);
  await desk.expectSoundBooks();
  expect(await everyDoor()).toEqual(doors);
  expect(await desk.undo(runId)).toMatchObject({ customers: 0, kept: 0 });
  const again = await desk.bring(sheets, "old");
  expect((await rowCounts()).users).toBe(brought.users);
  await desk.expectSoundBooks();
  expect(await desk.undo(again)).toEqual(plan);
  await desk.expectSoundBooks();
});

it("every line that took back names the one of its day that it takes back, and both chains hold", async () => {
  const undone = await desk.api.database.read.ledgerTransaction.findMany({
    where: { kind: "import-undone" },
    include: { reverses: { include: { entries: true } }, entries: true },
  });
  expect(undone.length).toBeGreaterThan(CUSTOMERS);
  for (const { effectiveOn, entries, reverses } of undone) {
    expect(effectiveOn).toEqual(reverses?.effectiveOn);
    const sums = (of: typeof entries) => new Map(of.map((entry) => [entry.accountId, entry.amountCents]));
    for (const [account, cents] of sums(reverses?.entries ?? []))
      expect(sums(entries).get(account)).toBe(-cents);
  }
  const events = await desk.api.database.read.auditEvent.count({ where: { action: "users.undoImport" } });
  expect(events).toBe(2 * CUSTOMERS);
  await linkChains({ db: desk.api.database, vault: desk.api.vault });
  expect(await verifyChains(desk.api.database.read, desk.api.vault)).toEqual([]);
});
