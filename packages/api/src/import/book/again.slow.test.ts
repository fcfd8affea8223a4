import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import type { ImportOptions } from "../run-import.ts";
import { undoImport } from "../undo/undo-import.ts";

let api: TestApi;
let folder: ImportFolder;
let source: string;
let run = 0;

beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await openImportFolder(api);
  source = `again${run++}`;
  return () => folder.remove();
});

/** Brings sheets; returns the id of the import, why rows are refused, and the outcome. */
async function bring(sheets: Record<string, string>, options: Partial<ImportOptions> = {}) {
  const runId = randomUUID();
  const { book, tables } = await folder.importSheets(sheets, { source, runId, ...options });
  const refused = (book?.refused ?? []).map(({ table, line, reason }) => `${table}/${line} ${reason}`).sort();
  return { runId, refused, book, tables };
}

const undo = (runId: string) =>
  undoImport({ db: api.database, vault: api.vault, now: api.clock.now, runId, dryRun: false });

async function owed(id = "1"): Promise<number> {
  const { rows } = await api.database.pool.query(
    `SELECT coalesce(sum(e.amount_cents), 0)::float8 AS cents FROM users u JOIN ledger_account a ON a.user_id = u.id
     JOIN ledger_entry e ON e.account_id = a.id WHERE u.import_key = $1`,
    [`${source}:${id}`],
  );
  return rows[0].cents / 100;
}

const readFindings = (name: string) => folder.read(`${name}.findings.csv`).trimEnd().split("\n").slice(1);

const users = (balance: string) => ({
  customers: `Customer ID,First Name,Last Name,Balance\n1,Ana,Diaz,${balance}\n`,
});
const plain = { customers: "Customer ID,First Name,Last Name\n1,Ana,Diaz\n" };
const loans = {
  loans:
    "Loan Number,Customer ID,Stage,Approved Amount,Payback Amount,Funded On\nL1,1,funded,1000.00,1200.00,2026-09-01\n",
};
const PAY = "Payment ID,Customer ID,Loan Number,Paid On,Amount\n";
const pay = { pay: `${PAY}P1,1,L1,2026-10-01,500.00\n` };

describe("the debt of one book, brought in pieces, is that of all at once", () => {
  it("customers with their balance; then advances and payments, together or one after the other", async () => {
    await bring(users("700.00"));
    expect(await owed()).toBe(700);
    expect((await bring({ ...loans, ...pay })).refused).toEqual([]);
    expect(await owed()).toBe(700);
    source = `${source}b`;
    await bring(users("700.00"));
    expect((await bring(loans)).refused).toEqual([]);
    expect(await owed()).toBe(700);
    expect((await bring(pay)).refused).toEqual([]);
    expect(await owed()).toBe(700);
    expect((await bring({ ...users("700.00"), ...loans, ...pay })).refused).toEqual([]);
    expect(await owed()).toBe(700);
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
  });

  it.each(["together", "one after the other"])(
    "instalments are paid by the payments, not by the opening balance: %s",
    async (how) => {
      const due = { due: "Loan Number,Due On,Amount\nL1,2026-10-01,600.00\nL1,2026-12-01,600.00\n" };
      await bring(users("700.00"));
      const steps = how === "together" ? [{ ...loans, ...due, ...pay }] : [{ ...loans, ...due }, pay];
      const runs: string[] = [];
      for (const sheets of steps) {
        const { runId, refused } = await bring(sheets);
        expect(refused).toEqual([]);
        runs.push(runId);
      }
      expect(await owed()).toBe(700);
      const allocated = await api.database.pool.query(
        `SELECT i.business_key AS key, sum(l.amount_cents)::int AS cents FROM payment_allocation l JOIN payment_intent i ON i.id = l.intent_id
       WHERE i.business_key LIKE '%' || $1 || ':%' GROUP BY 1 HAVING sum(l.amount_cents) <> 0`,
        [source],
      );
      expect(allocated.rows).toEqual([{ key: `import:${source}:P1`, cents: 50_000 }]);
      expect((await undo(runs.at(-1) ?? "")).kept).toBe(how === "together" ? 0 : 1);
      expect(await owed()).toBe(700);
    },
  );

  it("an advance and a payment; then the customers with the balance", async () => {
    await bring({ ...plain, ...loans, ...pay });
    expect((await bring(users("700.00"))).refused).toEqual([]);
    expect(await owed()).toBe(700);
  });

  it("a week later another balance is refused with the sum, until the payments behind it come", async () => {
    await bring({ ...users("700.00"), ...loans, ...pay });
    for (const update of [false, true]) {
      const { refused } = await bring(users("450.00"), { update });
      expect(refused).toEqual([
        expect.stringMatching(
          /^0\/2 balance: \$450\.00 is given as of .*, the console would have \$700\.00: a difference of −\$250\.00\.$/,
        ),
      ]);
      expect(await owed()).toBe(700);
    }
    const later = { ...users("450.00"), ...loans, pay: `${pay.pay}P2,1,L1,2026-11-02,250.00\n` };
    expect((await bring(later)).refused).toEqual([]);
    expect(await owed()).toBe(450);
  });

  it("a balance that stands alone is replaced by --update, and what it was stands again after the undo", async () => {
    await bring(users("700.00"));
    expect((await bring(users("450.00"))).refused).toHaveLength(1);
    const { runId, refused } = await bring(users("450.00"), { update: true });
    expect(refused).toEqual([]);
    expect(await owed()).toBe(450);
    await undo(runId);
    expect(await owed()).toBe(700);
  });

  it("a mended file brought row by row ends right", async () => {
    expect((await bring({ ...users("710.00"), ...loans, ...pay })).refused).toHaveLength(3);
    expect(await owed()).toBe(0);
    await bring(users("700.00"));
    await bring(loans);
    await bring(pay);
    expect(await owed()).toBe(700);
  });

  it("payments that do not come to the balance are refused with the sum", async () => {
    await bring(users("700.00"));
    const { refused } = await bring({ ...loans, pay: `${PAY}P1,1,L1,2026-10-01,400.00\n` });
    expect(refused).toHaveLength(2);
    expect(refused[0]).toContain("come to $800.00: a difference of −$100.00.");
    expect(await owed()).toBe(700);
  });

  it("an undo of what replaced an opening balance lets it stand again; then all comes once more", async () => {
    const first = await bring(users("700.00"));
    const second = await bring({ ...loans, ...pay });
    expect(await undo(first.runId)).toMatchObject({ customers: 0, kept: 1 });
    expect(await undo(second.runId)).toMatchObject({ kept: 0 });
    expect(await owed()).toBe(700);
    const third = await bring({ ...users("700.00"), ...loans, ...pay });
    expect(third.refused).toEqual([]);
    expect(await owed()).toBe(700);
    expect(await undo(third.runId)).toMatchObject({ kept: 0 });
    expect(await owed()).toBe(700);
    expect(await undo(first.runId)).toMatchObject({ customers: 1, kept: 0 });
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
  });
});

describe("a second import", () => {
  it("says of every sheet what is new, here already and otherwise here, and lists the differences", async () => {
    const offers = "Loan Number,Optimized,Approved Amount,Payback Multiplier\n";
    const due = "Loan Number,Due On,Amount\n";
    await bring({
      ...plain,
      loans: `${loans.loans}L2,1,offered,500.00,,\n`,
      offers: `${offers}L2,no,500.00,1.20\n`,
      due: `${due}L1,2026-12-01,600.00\nL1,2026-12-15,600.00\n`,
      pay: "Payment ID,Customer ID,Loan Number,Paid On,Amount,Outcome\nP1,1,L1,2026-11-10,100.00,cleared\n",
    });
    const { book } = await bring({
      loans: `${loans.loans}L2,1,offered,550.00,,\n`,
      offers: `${offers}L2,no,500.00,1.30\n`,
      due: `${due}L1,2026-12-01,400.00\nL1,2026-12-15,600.00\n`,
      pay: "Payment ID,Customer ID,Loan Number,Paid On,Amount,Outcome,Returned On,Return Code\nP1,1,L1,2026-11-10,100.00,returned,2026-11-12,R01\nP2,1,L1,2026-11-11,50.00,paid,,\n",
    });
    const counts = { rows: 2, added: 0, alreadyThere: 1, otherwise: 1, repeated: 0, refused: 0 };
    expect(book?.sheets).toMatchObject([
      { sheet: "applications", ...counts },
      { sheet: "offers", rows: 1, otherwise: 1 },
      { sheet: "schedules", ...counts },
      { sheet: "payments", rows: 2, added: 1, otherwise: 1, refused: 0 },
    ]);
    expect(readFindings("due.schedules")).toEqual([
      expect.stringMatching(/^2,conflict,"user \d+, amount: ""\$600\.00"" here, ""\$400\.00"" in the file\./),
    ]);
    const [outcome, ...more] = readFindings("pay.payments");
    expect(outcome).toContain('outcome: ""paid"" here, ""returned"" in the file.');
    expect(more).toHaveLength(2);
    expect(await owed()).toBe(1050);
  });

  it("changes by --update what has not moved, says what it leaves, and sets it back by an undo", async () => {
    const book = {
      ...plain,
      loans: `${loans.loans}L2,1,offered,500.00,600.00,\n`,
      offers:
        "Loan Number,Optimized,Approved Amount,Payback Multiplier\nL2,no,500.00,1.20\nL1,no,1000.00,1.20\n",
      due: "Loan Number,Due On,Amount\nL1,2026-10-01,500.00\nL1,2026-12-15,700.00\n",
      ...pay,
    };
    await bring(book);
    const read = () =>
      api.database.read.application.findMany({
        where: { importKey: { startsWith: `${source}:` } },
        orderBy: { id: "asc" },
        include: { offers: true, schedules: { orderBy: { paymentDate: "asc" } } },
      });
    const before = await read();
    const other = {
      loans: book.loans
        .replace("500.00,600.00", "500.00,650.00")
        .replace("1000.00,1200.00", "1000.00,1300.00"),
      offers: book.offers.replaceAll("1.20", "1.30"),
      due: book.due.replace("500.00", "400.00").replace("700.00", "650.00"),
      pay: book.pay.replace("500.00", "400.00"),
    };
    const { runId, book: outcome } = await bring(other, { update: true });
    expect(outcome?.sheets).toMatchObject(
      ["applications", "offers", "schedules"]
        .map((sheet) => ({ sheet, rows: 2, updated: 1, otherwise: 1 }))
        .concat({ sheet: "payments", rows: 1, updated: 0, otherwise: 1 }),
    );
    const [first, second] = await read();
    expect([first?.paybackAmountCents, second?.paybackAmountCents]).toEqual([120_000n, 65_000n]);
    expect(second?.offers[0]?.paybackMultiplier.toNumber()).toBe(1.3);
    expect(first?.schedules.map(({ amountCents }) => amountCents)).toEqual([50_000n, 65_000n]);
    expect(readFindings("pay.payments")).toEqual([
      expect.stringContaining(
        '""$500.00"" here, ""$400.00"" in the file. Money that has moved is not changed by an import.',
      ),
    ]);
    expect(await undo(runId)).toMatchObject({ kept: 0 });
    const plainly = (rows: typeof before) =>
      JSON.stringify(rows, (name, value: unknown) =>
        ["updatedAt", "version"].includes(name) ? "" : typeof value === "bigint" ? String(value) : value,
      );
    expect(plainly(await read())).toBe(plainly(before));
  });

  it("keeps two equal remarks, and knows both again", async () => {
    const remarks = {
      ...plain,
      remarks:
        "Customer ID,Remark Date,Category,Note\n1,2026-09-01,Other,Called\n1,2026-09-01,Other,Called\n",
    };
    expect((await bring(remarks)).book?.sheets).toMatchObject([{ added: 2 }]);
    expect((await bring(remarks)).book?.sheets).toMatchObject([{ added: 0, alreadyThere: 2 }]);
  });

  it("refuses a row whose id an earlier line has with something else, and passes over one that is repeated", async () => {
    const rows = `${PAY}P1,1,,2026-10-01,500.00\nP1,1,,2026-10-01,500.00\nP1,1,,2026-10-01,400.00\n`;
    const { refused, book } = await bring({ ...plain, pay: rows });
    expect(refused).toEqual([
      "1/4 line 2 has the same id and says something else. Bring one of them, or give the other an id of its own.",
    ]);
    expect(book?.sheets).toMatchObject([{ added: 1, repeated: 1, refused: 1 }]);
  });
});

describe("a trial says what the run will say", () => {
  it("of a customer whom nobody knows, and of an advance of an earlier import", async () => {
    const unknown = { pay: `${PAY}P1,999,,2026-10-01,5.00\n` };
    const trial = await bring(unknown, { dryRun: true });
    expect(trial.refused).toEqual(["0/2 customerId: there is no customer with this id from this source."]);
    expect((await bring(unknown)).refused).toEqual(trial.refused);
    await bring({ ...plain, ...loans });
    for (const dryRun of [true, false]) expect((await bring(pay, { dryRun })).refused).toEqual([]);
    expect(await owed()).toBe(700);
    const payment = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { businessKey: `import:${source}:P1` },
      include: { application: true },
    });
    expect(payment.application?.importKey).toBe(`${source}:L1`);
  });
});
