import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { findDriftedSums } from "../../portfolio/kept.ts";
import { addAccount, addCard } from "../../testing/accounts.ts";
import { drainAutomation, moved, press, setUpAutomation } from "../../testing/automation.ts";
import { DUE_ON } from "../../testing/bulk.ts";
import { expectRefusal } from "../../testing/expectations.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import { randomBook } from "../../testing/random-book.ts";
import { achReturn } from "../../testing/reports.ts";

const at = setUpAutomation();

let folder: ImportFolder;
let source: string;
beforeEach(async () => {
  folder = await openImportFolder(at.api);
  source = randomUUID();
  return () => folder.remove();
});

async function bring(sheets: Record<string, string>): Promise<void> {
  const { book } = await folder.importSheets(sheets, { source });
  expect(book?.refused).toEqual([]);
}

const readId = async (customer: string): Promise<number> =>
  (await at.api.database.read.user.findUniqueOrThrow({ where: { importKey: `${source}:${customer}` } })).id;

const ADVANCE = {
  users: "Customer ID,Name,Balance\n17,Ana Diaz,700\n",
  applications:
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Disbursement Amount,Disbursement Fee,Date Funded\n900,17,funded,1000,1200,950,10,9/1/2026\n",
  schedules: `Loan ID,Due Date,Amount Due\n900,9/8/2026,400\n900,${DUE_ON},300\n900,12/8/2026,500\n`,
  payments:
    "Transaction ID,Customer ID,Date,Amount,Status\nT1,17,9/8/2026,400,paid\nT2,17,9/9/2026,400,returned\nT3,17,9/10/2026,100,\n",
  accounts: "Customer ID,Bank,Routing Number,Account Number,Primary\n17,First,021000021,000123456789,yes\n",
};

it("nothing of a book is sent by any worker, and the outbox has nothing of it", async () => {
  const { sheets } = randomBook(7, 25);
  await bring(sheets);
  const { database, services } = at.api;
  await services.payments.drain();
  expect(at.processors.calls()).toBe(0);
  expect(await database.read.outboxMessage.count()).toBe(0);
  const ofImport = { attempts: { some: { provider: "import" } } };
  expect(await database.read.paymentIntent.count({ where: ofImport })).toBeGreaterThan(25);
  expect(await database.read.paymentIntent.count({ where: { ...ofImport, dueAt: { not: null } } })).toBe(0);
});

it("what was brought is marked where customers, accounts and cards are shown, and what was made here is not", async () => {
  const cards = "Customer ID,Token,Last 4,Expiry\n17,tok_marked,4242,08/2027\n";
  await bring({ users: ADVANCE.users.replace("700", ""), accounts: ADVANCE.accounts, cards });
  const imported = await readId("17");
  const { id: own } = await at.api.user();
  await addAccount(at.api, own);
  await addCard(at.api, own);
  const admin = await at.api.as("VIEWER");
  const marks = async (userId: number) => [
    (await admin.users.get({ id: userId })).isImported,
    ...(await admin.bankAccounts.list({ userId, active: true })).accounts.map(({ isImported }) => isImported),
    ...(await admin.cards.list({ userId })).map(({ isImported }) => isImported),
  ];
  expect(await marks(imported)).toEqual([true, true, true]);
  expect(await marks(own)).toEqual([false, false, false]);
});

it("what lists show of customers of a book, and the sums of the book as a whole, are what the tables come to", async () => {
  await bring(ADVANCE);
  const { database } = at.api;
  const { rows } = await database.pool.query(
    `SELECT s.user_id FROM user_standing s JOIN user_standing_truth(ARRAY(SELECT id FROM users)) t USING (user_id)
    WHERE s IS DISTINCT FROM t`,
  );
  expect(rows).toEqual([]);
  expect(await findDriftedSums(database.read)).toEqual([]);
});

it("what is left of an imported instalment is collected when it is due, once, and no more", async () => {
  await bring(ADVANCE);
  await press(at.api);
  await drainAutomation(at.api);
  expect(moved(at.processors)).toEqual([["DEBIT", 20_000]]);
  expect(await findDriftedBalances(at.api.database.read)).toEqual([]);
});

it("an imported advance is returned like every other: what was paid out and its fees, once, and the customer owes that much less", async () => {
  await bring(ADVANCE);
  const userId = await readId("17");
  const admin = await at.api.as("EMPLOYEE");
  const { amounts, applicationId, ...facts } = await admin.loans.getReturn({ userId });
  expect(facts).toEqual({ funded: true, returned: false, balanceCents: 70_000 });
  expect(amounts).toEqual({ isDA: 95_000, isOF: 4_000, isDF: 1_000 });
  const input = { userId, applicationId: applicationId ?? 0, isDA: true, isOF: true, isDF: false };
  const answer = await admin.loans.return({ requestId: randomUUID(), ...input });
  expect(answer).toMatchObject({ balanceBeforeCents: 70_000, balanceCents: -29_000 });
  const entries = await at.api.database.read.ledgerEntry.findMany({
    where: { transaction: { intentId: answer.paymentId } },
    select: { amountCents: true, account: { select: { code: true } } },
    orderBy: { amountCents: "asc" },
  });
  expect(entries).toEqual([
    { amountCents: -99_000n, account: { code: `receivable:${userId}` } },
    { amountCents: 99_000n, account: { code: "opening:before-import" } },
  ]);
  expect(await findDriftedBalances(at.api.database.read)).toEqual([]);
  await expectRefusal(
    admin.loans.return({ requestId: randomUUID(), ...input }),
    "RULE",
    "This loan was already returned.",
  );
});

it("what a customer paid before the import counts as paid, what came back as returned, the advance as paid out", async () => {
  await bring(ADVANCE);
  const { summary } = await (await at.api.as("VIEWER")).loans.ledger({
    userId: await readId("17"),
    cursor: null,
  });
  expect(summary).toMatchObject({
    advancedCents: 120_000,
    paidCents: 90_000,
    returnedCents: 40_000,
    adjustedCents: 0,
  });
});

it("an imported payment that the bank sends back is matched by a person, owed again, and blocks its account", async () => {
  await bring(ADVANCE);
  const userId = await readId("17");
  const { database, services } = at.api;
  const reference = randomUUID();
  const returned = {
    key: null,
    reference,
    code: "R10",
    returnedCents: 10_000,
    amountCents: 10_000,
    name: "",
  };
  at.processors.report({ returns: [achReturn("", returned)] });
  await services.payments.pullReports();
  const admin = await at.api.as("SUPERADMIN");
  const { unmatched } = await admin.paymentExceptions.list();
  const [report] = unmatched.filter((each) => each.reference === reference);
  const { id: paymentId } = await database.read.paymentIntent.findFirstOrThrow({
    where: { userId, kind: "MANUAL", amountCents: 10_000 },
  });
  expect(report?.payments).toContainEqual(expect.objectContaining({ paymentId, userId }));
  const match = { requestId: randomUUID(), reportId: report?.id ?? "", paymentId };
  expect(await admin.paymentExceptions.match(match)).toMatchObject({ isApplied: true });
  const { state } = await database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
  expect(state).toBe("RETURNED");
  const { balanceCents } = await database.read.userBalance.findUniqueOrThrow({ where: { userId } });
  expect(balanceCents).toBe(80_000n);
  expect(await admin.debitControl.ofUser({ userId })).toMatchObject([{ block: { code: "R10" } }]);
  expect(await findDriftedBalances(database.read)).toEqual([]);
});

it("what was due and the terms are told as of days before the import, from the day of the advance on", async () => {
  await bring(ADVANCE);
  const userId = await readId("17");
  const viewer = await at.api.as("VIEWER");
  const before = await viewer.loans.explainBalance({ userId, asOf: "2026-08-31" });
  expect(before).toMatchObject({ balanceCents: 0, schedule: [], terms: null });
  const { balanceCents, schedule, terms } = await viewer.loans.explainBalance({ userId, asOf: "2026-09-08" });
  expect(balanceCents).toBe(80_000);
  expect(terms).toMatchObject({ paybackCents: 120_000 });
  expect(schedule).toMatchObject([
    { paymentDate: "2026-09-08", amountCents: 40_000 },
    { paymentDate: DUE_ON, amountCents: 30_000 },
    { paymentDate: "2026-12-08", amountCents: 50_000 },
  ]);
});

it("what was brought says so where it is shown: applications, notes and remarks, and what staff write beside it does not", async () => {
  await bring({
    ...ADVANCE,
    notes: "Note ID,Customer ID,Date,Note\nN1,17,9/2/2026,Paid late\n",
    remarks: "Customer ID,Remark Date,Category,Note\n17,9/3/2026,bankruptcy,Chapter 7\n",
  });
  const userId = await readId("17");
  const admin = await at.api.as("EMPLOYEE");
  await admin.notes.create({ requestId: randomUUID(), userId, note: "Called." });
  const { applications } = await admin.applications.list({ userId });
  expect(applications.map(({ isImported }) => isImported)).toEqual([true]);
  const { general } = await admin.applications.get({ id: applications[0]?.id ?? 0 });
  expect(general.isImported).toBe(true);
  const notes = await admin.notes.list({ userId });
  const marks = notes.map(({ note, isImported }) => [note, isImported] as const);
  expect(marks.toSorted(([one], [other]) => one.localeCompare(other))).toEqual([
    ["Called.", false],
    ["Paid late", true],
  ]);
  const { data } = await admin.remarks.list({ userId, pageLimit: 10, currentPage: 1 });
  expect(data.map(({ isImported }) => isImported)).toEqual([true]);
});
