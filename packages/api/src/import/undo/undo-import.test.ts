import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkChains, verifyChains } from "../../chain/chains.ts";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { findDriftedSums, foldPortfolio } from "../../portfolio/kept.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { payment, record } from "../../testing/payments.ts";
import { randomBook } from "../../testing/random-book.ts";
import { exportBook } from "../export/export-book.ts";
import { importFiles } from "../run-import.ts";
import { undoImport } from "./undo-import.ts";

let api: TestApi;
let folder: string;
let email: string;
beforeAll(async () => {
  api = await createTestApi();
  const { id } = await api.admin("SUPERADMIN");
  ({ email } = await api.database.read.admin.findUniqueOrThrow({ where: { id } }));
  folder = mkdtempSync(path.join(os.tmpdir(), "undo-import-"));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

async function bring(
  sheets: Readonly<Record<string, string>>,
  source: string,
  options: { update?: boolean } = {},
): Promise<string> {
  const own = mkdtempSync(path.join(folder, "files-"));
  const files = Object.entries(sheets).map(([sheet, text]) => {
    const file = path.join(own, `${sheet}.csv`);
    writeFileSync(file, text);
    return file;
  });
  const runId = randomUUID();
  const { database: db, vault, clock } = api;
  const { book } = await importFiles({
    files,
    source,
    email,
    runId,
    db,
    vault,
    now: clock.now,
    dryRun: false,
    ...options,
  });
  expect(book?.refused ?? []).toEqual([]);
  return runId;
}

const undo = (runId: string, dryRun = false) =>
  undoImport({ db: api.database, vault: api.vault, now: api.clock.now, runId, dryRun });

const reasonsOf = async (runId: string) =>
  (
    await api.database.read.importCustomer.findMany({
      where: { runId, reason: { not: "" } },
      orderBy: { userId: "asc" },
    })
  ).map(({ reason }) => reason);

const idOf = async (key: string) =>
  (await api.database.read.user.findUniqueOrThrow({ where: { importKey: key } })).id;

/** How many rows each table has. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await api.database.pool.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1",
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await api.database.pool.query(`SELECT count(*)::int AS n FROM "${name}"`);
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
]);

async function expectSoundBooks(): Promise<void> {
  await foldPortfolio(api.services);
  expect(await findDriftedSums(api.database.read)).toEqual([]);
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
  const { rows } = await api.database.pool.query(
    `SELECT a.code, sum(e.amount_cents)::text AS cents FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id
     WHERE a.code LIKE 'receivable:%' AND a.user_id IS NULL GROUP BY 1 HAVING sum(e.amount_cents) <> 0`,
  );
  expect(rows).toEqual([]);
}

/** Every door at which customers, their money or what waits for them is told: lists, sums, searches, the palette, exports. */
async function everyDoor(): Promise<Record<string, unknown>> {
  const admin = await api.as("SUPERADMIN");
  await foldPortfolio(api.services);
  const out = path.join(folder, `out-${randomUUID()}`);
  await exportBook({ db: api.database, vault: api.vault, now: api.clock.now, folder: out });
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

describe("a random book", () => {
  const CUSTOMERS = 25;
  const { sheets } = randomBook(20261126, CUSTOMERS);

  it("is undone until nothing is left but the ledger, which comes to nothing, and the audit; then it can be brought again", async () => {
    await api.user();
    const doors = await everyDoor();
    const before = await rowCounts();
    const runId = await bring(sheets, "old");
    const brought = await rowCounts();
    expect(brought.users).toBe((before.users ?? 0) + CUSTOMERS);
    const plan = await undo(runId, true);
    expect(plan).toMatchObject({ customers: CUSTOMERS, completed: 0, kept: 0, cards: CUSTOMERS });
    expect(await rowCounts()).toEqual(brought);
    const done = await undo(runId);
    expect(done).toEqual(plan);
    const after = await rowCounts();
    for (const [table, rows] of Object.entries(before))
      if (!LEFT.has(table)) expect([table, after[table]]).toEqual([table, rows]);
    for (const table of ["ledger_transaction", "ledger_entry", "payment_allocation", "audit_event"])
      expect(after[table]).toBeGreaterThanOrEqual(brought[table] ?? 0);
    await expectSoundBooks();
    expect(await everyDoor()).toEqual(doors);
    expect(await undo(runId)).toMatchObject({ customers: 0, kept: 0 });
    const again = await bring(sheets, "old");
    expect((await rowCounts()).users).toBe(brought.users);
    await expectSoundBooks();
    expect(await undo(again)).toEqual(plan);
    await expectSoundBooks();
  });

  it("every line that took back names the one of its day that it takes back, and both chains hold", async () => {
    const undone = await api.database.read.ledgerTransaction.findMany({
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
    const events = await api.database.read.auditEvent.count({ where: { action: "users.undoImport" } });
    expect(events).toBe(2 * CUSTOMERS);
    await linkChains({ db: api.database, vault: api.vault });
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });
});

const BOOK = {
  users: "Customer ID,Name,Email,Balance\nA,Ana Diaz,ana@example.com,700\nB,Ben Hu,ben@example.com,\n",
  applications:
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Date Funded\nL1,A,funded,1000,1200,9/1/2026\n",
  schedules: "Loan ID,Due Date,Amount Due\nL1,9/8/2026,700\nL1,12/8/2026,500\n",
  payments:
    "Transaction ID,Customer ID,Date,Amount,Status\nT1,A,9/8/2026,500,paid\nT2,A,9/9/2026,400,returned\n",
  accounts: "Customer ID,Bank,Routing Number,Account Number,Primary\nA,First,021000021,000123456789,yes\n",
  cards: "Customer ID,Token,Last 4,Expiry,Primary\nA,tok_1,4242,08/27,yes\n",
  notes: "Note ID,Customer ID,Date,Note\nN1,A,9/9/2026,Called\nN2,B,9/9/2026,Wrote\n",
  remarks: "Customer ID,Remark Date,Category,Note\nA,2026-09-01,Bankruptcy,Chapter 7\n",
};

const forSource = (source: string) => ({
  ...BOOK,
  users: BOOK.users.replaceAll("@", `@${source}.`),
  cards: BOOK.cards.replace("tok_1", `tok_${source}`),
});

describe("a customer with whom something was done since", () => {
  const superadmin = () => api.as("SUPERADMIN");
  const firstNote = (userId: number) =>
    api.database.read.note.findFirstOrThrow({ where: { userId }, select: { id: true } });

  it.each<[string, RegExp, (userId: number) => Promise<unknown>]>([
    ["a payment", /payment/, (userId) => record(api, payment(userId))],
    [
      "a note",
      /note/,
      async (userId) => (await superadmin()).notes.create({ requestId: randomUUID(), userId, note: "Hello" }),
    ],
    [
      "an imported note that was deleted",
      /^touched since: notes\.delete$/,
      async (userId) => {
        const { id } = await firstNote(userId);
        return (await superadmin()).notes.delete({ requestId: randomUUID(), id });
      },
    ],
    [
      "a remark",
      /remark|touched/,
      async (userId) =>
        (await superadmin()).remarks.add({
          requestId: randomUUID(),
          userId,
          category: "Bankruptcy",
          note: "x",
          remarkDate: "2026-11-01",
        }),
    ],
    [
      "a flag",
      /changed since|setFlag/,
      async (userId) =>
        (await superadmin()).users.setFlag({
          requestId: randomUUID(),
          userId,
          flag: "runPaymentAutomation",
          on: false,
          version: 1,
        }),
    ],
    [
      "a promise to pay",
      /promise/,
      async (userId) =>
        (await superadmin()).promises.record({
          requestId: randomUUID(),
          userId,
          amountCents: 100,
          dueOn: "2026-12-01",
        }),
    ],
  ])("is kept whole after %s, with the reason, and the others go", async (name, reason, touch) => {
    const source = `t${name.replaceAll(/\W/g, "")}`;
    const runId = await bring(forSource(source), source);
    const userId = await idOf(`${source}:A`);
    await touch(userId);
    const intents = await api.database.read.paymentIntent.count({ where: { userId } });
    expect(await undo(runId, true)).toMatchObject({ customers: 1, kept: 1, notes: 1 });
    expect(await undo(runId)).toMatchObject({ customers: 1, kept: 1, notes: 1, payments: 0 });
    expect(await reasonsOf(runId)).toEqual([expect.stringMatching(reason)]);
    expect(await api.database.read.paymentIntent.count({ where: { userId } })).toBe(intents);
    expect(await api.database.read.user.count({ where: { importKey: `${source}:B` } })).toBe(0);
    await expectSoundBooks();
  });

  it("is undone all the same where somebody has only looked", async () => {
    const runId = await bring(forSource("looked"), "looked");
    const userId = await idOf("looked:A");
    const admin = await superadmin();
    await admin.users.get({ id: userId });
    expect(await undo(runId)).toMatchObject({ customers: 2, kept: 0 });
  });
});

describe("customers who were there before", () => {
  it("become what they were: what was completed is empty again, what was changed is as it stood, the book that was brought is gone", async () => {
    const first = await bring(
      { users: "Customer ID,Name,Email,City,SSN\nA,Ana Diaz,ana@before.example,Helena,512345678\n" },
      "before",
    );
    const userId = await idOf("before:A");
    const stood = await api.database.read.user.findUniqueOrThrow({ where: { id: userId } });
    const second = await bring(
      {
        ...BOOK,
        users: "Customer ID,Name,City,Zip,SSN,Balance\nA,Ana Diaz,Butte,59718,512345679,700\nB,Ben Hu,,,,\n",
        cards: BOOK.cards.replace("tok_1", "tok_before"),
      },
      "before",
      { update: true },
    );
    expect(await api.database.read.user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
      city: "Butte",
      zipcode: "59718",
      ssnLast4: "5679",
    });
    expect(await undo(first, true)).toMatchObject({ customers: 0, kept: 1 });
    expect(await reasonsOf(first)).toEqual([
      "another import has brought something since: undo that one first",
    ]);
    expect(await undo(second)).toMatchObject({
      customers: 1,
      completed: 1,
      applications: 1,
      payments: 2,
      accounts: 1,
      cards: 1,
      notes: 2,
      remarks: 1,
      kept: 0,
    });
    const {
      ssnSealed,
      version,
      updatedAt: _at,
      ...after
    } = await api.database.read.user.findUniqueOrThrow({
      where: { id: userId },
    });
    const { ssnSealed: _sealed, version: _version, updatedAt: _then, ...former } = stood;
    expect(after).toEqual(former);
    expect(version).toBe(3);
    expect(
      api.vault.open({ table: "users", column: "ssn_sealed", rowId: userId }, ssnSealed ?? new Uint8Array()),
    ).toBe("512345678");
    const { balanceCents } = await api.database.read.userBalance.findUniqueOrThrow({ where: { userId } });
    expect(balanceCents).toBe(0n);
    expect(await api.database.read.application.count({ where: { userId } })).toBe(0);
    await expectSoundBooks();
    expect(await undo(first)).toMatchObject({ customers: 1, kept: 0 });
    expect(await api.database.read.user.count({ where: { id: userId } })).toBe(0);
    await expectSoundBooks();
  });
});

describe("the database", () => {
  it("deletes no payment whose money was not taken back, and no instalment that one has paid", async () => {
    await bring(forSource("guard"), "guard");
    const userId = await idOf("guard:A");
    const refused = (statement: string) =>
      expect(api.database.pool.query(statement)).rejects.toMatchObject({ code: "23001" });
    await refused(`DELETE FROM payment_schedule WHERE user_id = ${userId}`);
    for (const table of ["manual_payment", "payment_attempt"])
      await api.database.pool.query(
        `DELETE FROM ${table} WHERE intent_id IN (SELECT id FROM payment_intent WHERE user_id = ${userId})`,
      );
    await refused(`DELETE FROM payment_intent WHERE user_id = ${userId}`);
  });

  it("posts nothing for a payment that is not there, and allocates to no such instalment", async () => {
    const none = { code: "23503" };
    await expect(
      api.database.pool.query(
        `INSERT INTO ledger_transaction (id, intent_id, kind, effective_on) VALUES ('${randomUUID()}', '${randomUUID()}', 'x', now())`,
      ),
    ).rejects.toMatchObject(none);
    await expect(
      api.database.pool.query(
        `INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
         SELECT t.id, t.intent_id, 2000000000, 1 FROM ledger_transaction t WHERE EXISTS (SELECT FROM payment_intent i WHERE i.id = t.intent_id) LIMIT 1`,
      ),
    ).rejects.toMatchObject(none);
  });
});
