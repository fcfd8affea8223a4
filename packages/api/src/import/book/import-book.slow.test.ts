import path from "node:path";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { verifyChains } from "../../chain/chains.ts";
import { refuseSecondFunding } from "../../payments/begin-payment.ts";
import { listProcessorTransactions } from "../../payments/processor-transactions.ts";
import { readPayments } from "../../reconciliation/product.ts";
import { countAuditEvents, expectRefusal } from "../../testing/expectations.ts";
import { createTestApi, type TestApi } from "../../testing/harness.ts";
import { type ImportFolder, openImportFolder } from "../../testing/import-folder.ts";
import type { ImportOptions } from "../run-import.ts";

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
  source = `old${run++}`;
  return () => folder.remove();
});

function bring(sheets: Record<string, string>, options: Partial<ImportOptions> = {}) {
  return folder.importSheets(sheets, { source, ...options });
}

const readUser = async (id: string) =>
  api.database.read.user.findUniqueOrThrow({
    where: { importKey: `${source}:${id}` },
    include: {
      balance: true,
      applications: { include: { offers: true } },
      schedules: { orderBy: { paymentDate: "asc" } },
      intents: { orderBy: { createdAt: "asc" }, include: { attempts: true, manual: true } },
      notes: { include: { owner: true } },
      remarks: true,
      bankLinks: { include: { accounts: true } },
      cards: true,
    },
  });

const BOOK = {
  customers: "Customer ID,Name,Balance,Balance Date\n17,Ana Diaz,$700.00,11/19/2026\n18,Bo Lee,0,\n",
  applications:
    "Loan ID,Customer ID,Stage,Approved Amount,Payback Amount,Disbursement Amount,Date Funded\n900,17,funded,1000,1200,950,9/1/2026\n",
  offers: "Loan ID,Optimized,Offer Amount,Factor,Accepted\n900,no,1000,1.2,yes\n",
  schedules: "Loan ID,Due Date,Amount Due\n900,9/8/2026,400\n900,10/8/2026,400\n900,12/8/2026,400\n",
  payments:
    "Transaction ID,Customer ID,Date,Amount,Method,Status,Return Code\nT1,17,9/8/2026,400,ACH,paid,\nT2,17,10/8/2026,400,ACH,returned,R01\nT3,17,10/9/2026,400,ACH,failed,R03\nT4,17,10/20/2026,100,Check,,\n",
};

describe("a whole book", () => {
  it("is brought with its history: what is owed is what was given, and the instalments show what was paid", async () => {
    const { book, tables } = await bring(BOOK);
    expect(tables).toMatchObject([{ loaded: 2, refused: 0 }]);
    expect(book?.refused).toEqual([]);
    expect(book?.sheets).toMatchObject([
      { sheet: "applications", rows: 1, added: 1, refused: 0, leftEmpty: 0, mended: 0 },
      { sheet: "offers", rows: 1, added: 1, refused: 0, leftEmpty: 0, mended: 0 },
      { sheet: "schedules", rows: 3, added: 3, refused: 0, leftEmpty: 0, mended: 0 },
      { sheet: "payments", rows: 4, added: 4, refused: 0, leftEmpty: 0, mended: 0 },
    ]);
    const ana = await readUser("17");
    expect(ana.balance?.balanceCents).toBe(70_000n);
    expect(ana.applications).toMatchObject([
      {
        stage: "funded",
        approvedAmountCents: 100_000n,
        paybackAmountCents: 120_000n,
        offers: [{ selected: true }],
      },
    ]);
    expect(ana.schedules.map(({ paidCents, status }) => [paidCents, status])).toEqual([
      [40_000n, "PAID"],
      [10_000n, "UNPAID"],
      [0n, "UNPAID"],
    ]);
    expect(ana.intents.map(({ kind, state, amountCents }) => [kind, state, amountCents])).toEqual([
      ["FUND", "SUCCEEDED", 95_000n],
      ["MANUAL", "SUCCEEDED", 40_000n],
      ["MANUAL", "RETURNED", 40_000n],
      ["MANUAL", "FAILED", 40_000n],
      ["MANUAL", "SUCCEEDED", 10_000n],
    ]);
    expect(ana.intents[1]?.createdAt).toEqual(new Date("2026-09-08T04:00:00Z"));
  });

  it("is marked as imported, is never due, and nothing of it goes outside", async () => {
    const before = await api.database.read.outboxMessage.count();
    await bring(BOOK);
    expect(await api.database.read.outboxMessage.count()).toBe(before);
    const { intents } = await readUser("17");
    expect(
      intents.every(
        ({ dueAt, attempts }) => dueAt === null && attempts.every(({ provider }) => provider === "import"),
      ),
    ).toBe(true);
    expect(intents.flatMap(({ manual }) => manual?.lineItemType ?? [])).toEqual(
      Array(4).fill("Imported Payment"),
    );
    expect(intents[0]?.postFundedAt).not.toBeNull();
  });

  it("keeps an advance that was paid out there from being paid out here", async () => {
    await bring(BOOK);
    const { applications } = await readUser("17");
    await expectRefusal(
      api.database.unsafeTransaction((tx) => refuseSecondFunding(tx, applications[0]?.id ?? 0)),
      "RULE",
    );
  });

  it("is no call of ours where payments are held against what processors report", async () => {
    await bring(BOOK);
    const { id: userId } = await readUser("17");
    const days = { start: "2026-08-31", end: "2026-09-02" };
    const funded = await readPayments({ db: api.database.read }, days, FUNDING_MODES);
    expect(funded.filter((payment) => payment.userId === userId)).toEqual([]);
    const ctx = api.ctx(await api.admin("VIEWER"));
    const calls = await listProcessorTransactions(ctx, { userId, cursor: null, limit: 10 });
    expect(calls).toMatchObject({ transactions: [], total: 0 });
  });

  it("stands in the audit, and a second run changes nothing", async () => {
    await bring(BOOK);
    const before = await readUser("17");
    const events = await countAuditEvents(api, "users.importBook");
    const { tables, book } = await bring(BOOK);
    expect(tables).toMatchObject([{ loaded: 0, alreadyThere: 2 }]);
    expect(book?.refused).toEqual([]);
    expect(await readUser("17")).toEqual(before);
    expect(events).toBeGreaterThan(0);
    expect(await countAuditEvents(api, "users.importBook")).toBe(events);
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("is told and not written on a trial", async () => {
    const { tables, book } = await bring(BOOK, { dryRun: true });
    expect(tables).toMatchObject([{ loaded: 2 }]);
    expect(book?.customers).toBe(2);
    expect(await api.database.read.user.count({ where: { importKey: { startsWith: source } } })).toBe(0);
  });

  it("is refused without a SUPERADMIN in whose name it comes, before anything is written", async () => {
    await expect(bring(BOOK, { email: "nobody@example.com" })).rejects.toThrow(
      /not the e-mail address of a SUPERADMIN/,
    );
    expect(await api.database.read.user.count({ where: { importKey: { startsWith: source } } })).toBe(0);
  });
});

describe("a balance", () => {
  it("that the rows do not come to refuses what is of money, with the difference, and leaves the customer", async () => {
    const { book } = await bring({ ...BOOK, customers: BOOK.customers.replace("$700.00", "$650.00") });
    const reasons = new Set(book?.refused.map(({ reason }) => reason));
    expect([...reasons]).toEqual([
      "balance: $650.00 is given as of 2026-11-19, the console would have $700.00: a difference of −$50.00.",
    ]);
    expect(book?.refusedFiles.map((file) => path.basename(file)).sort()).toContain(
      "payments.payments.refused.csv",
    );
    expect(folder.read("payments.payments.refused.csv")).toMatch(/^\uFEFFLine,Reason,Transaction ID,/);
    const ana = await readUser("17");
    expect([ana.balance, ana.applications, ana.intents]).toEqual([null, [], []]);
  });

  it("without any payment is opened by one of the day it was given for, which pays the instalments", async () => {
    const { payments: _payments, ...without } = BOOK;
    await bring(without);
    const { balance, intents, schedules } = await readUser("17");
    expect(balance?.balanceCents).toBe(70_000n);
    expect(intents[1]).toMatchObject({ amountCents: 50_000n, manual: { lineItemType: "Opening Balance" } });
    expect(intents[1]?.createdAt).toEqual(new Date("2026-11-19T05:00:00Z"));
    expect(schedules.map(({ paidCents }) => paidCents)).toEqual([40_000n, 10_000n, 0n]);
  });

  it("is what was given also where the early-payment discount would have been due: what was let off there is among the rows", async () => {
    await bring({
      customers: "Customer ID,Name,Balance\n17,Ana Diaz,100\n",
      applications:
        "Loan ID,Customer ID,Payback Amount,Discount Amount,Discount Date,Date Funded\n900,17,1200,200,12/31/2026,9/1/2026\n",
      payments:
        "Transaction ID,Customer ID,Date,Amount,Type\nT1,17,9/8/2026,1150,\nT2,17,9/9/2026,50,CREDIT\n",
    });
    const { balance } = await readUser("17");
    expect(balance?.balanceCents).toBe(10_000n);
    expect(
      await api.database.read.ledgerEntry.count({
        where: { account: { code: { startsWith: "discount:" } } },
      }),
    ).toBe(0);
  });

  it("alone is owed, or is credit, and nothing is made of zero", async () => {
    await bring({ customers: "Customer ID,Name,Balance\n1,Ana Diaz,12.50\n2,Bo Lee,(3.25)\n3,Cy Roe,0\n" });
    const owed = await Promise.all(["1", "2", "3"].map(readUser));
    expect(owed.map(({ balance }) => balance?.balanceCents)).toEqual([1_250n, -325n, undefined]);
    const { _sum } = await api.database.read.ledgerEntry.aggregate({ _sum: { amountCents: true } });
    expect(_sum.amountCents).toBe(0n);
  });
});

describe("what belongs to a customer", () => {
  it("is brought: accounts and cards sealed, notes with owner and day, remarks", async () => {
    const { book } = await bring({
      customers: "Customer ID,Name\n17,Ana Diaz\n",
      accounts:
        "Customer ID,Bank,Routing Number,Account Number,Primary\n17,First,021000021,000123456789,yes\n17,Bad,12,99,\n",
      cards: "Customer ID,Token,Last 4,Expiry,Primary\n17,tok_1,4242,08/2027,yes\n",
      notes: `Note ID,Customer ID,Owner,Date,Note\nN1,17,${folder.email},9/1/2026,"Called.\nWill pay."\nN2,17,gone@example.com,9/2/2026,Called again\n`,
      remarks: "Customer ID,Date,Category,Remark\n17,9/1/2026,Bankruptcy,Chapter 7\n",
    });
    expect(book?.refused).toEqual([{ table: 1, line: 3, reason: "routing: nine digits are needed." }]);
    const ana = await readUser("17");
    const [account] = ana.bankLinks.flatMap(({ accounts }) => accounts);
    expect(account).toMatchObject({ routing: "021000021", mask: "6789", isPrimary: true, source: "import" });
    const place = { table: "bank_account", column: "number_sealed", rowId: account?.id ?? 0 };
    expect(api.vault.open(place, account?.numberSealed ?? new Uint8Array())).toBe("000123456789");
    expect(ana.cards).toMatchObject([{ last4: "4242", expiry: "0827", isPrimary: true, status: "ACTIVE" }]);
    expect(
      ana.notes
        .map(({ note, owner }) => [note, owner.email])
        .sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
    ).toEqual([
      ["Called again\n(written by gone@example.com)", folder.email],
      ["Called.\nWill pay.", folder.email],
    ]);
    expect(ana.remarks).toMatchObject([{ category: "Bankruptcy", note: "Chapter 7", addedBy: "Imported" }]);
  });

  it("is refused where it belongs to nobody, or comes twice", async () => {
    const { book } = await bring({
      customers: "Customer ID,Name\n17,Ana Diaz\n",
      applications:
        "Loan ID,Customer ID,Stage,Payback Amount,Date Funded\n900,17,funded,,9/1/2026\n901,17,funded,100,\n",
      schedules: "Loan ID,Due Date,Amount Due\n999,9/8/2026,400\n",
      payments:
        "Transaction ID,Customer ID,Date,Amount,Status\nT1,99,9/8/2026,400,\nT2,17,9/8/2026,0,\nT3,17,9/8/2026,5,\nT3,17,9/8/2026,5,\nT4,17,9/8/2026,(5.00),Reversed\n",
    });
    const TWO_THINGS =
      "amount: below zero, of a payment that came back or failed, it can mean two things. Give the amount it was made with.";
    expect(book?.refused.map(({ table, line, reason }) => `${table}/${line} ${reason}`).sort()).toEqual([
      "1/2 paybackAmount: a funded application needs what is owed for it.",
      "1/3 fundedOn: a funded application needs the day.",
      "2/2 applicationId: there is no application with this id, neither in these files nor here.",
      "3/2 customerId: there is no customer with this id from this source.",
      "3/3 amount: it can not be zero.",
      `3/6 ${TWO_THINGS}`,
    ]);
    expect(book?.sheets).toContainEqual(
      expect.objectContaining({ sheet: "payments", added: 1, repeated: 1 }),
    );
    expect((await readUser("17")).balance?.balanceCents).toBe(-500n);
  });

  it("is refused where another customer of the files, or of these books, has its id: no payment is lost unsaid", async () => {
    const customers = "Customer ID,Name,Balance\n17,Ana Diaz,-5\n18,Bo Lee,-5\n19,Cy Roe,-5\n";
    const header = "Transaction ID,Customer ID,Date,Amount\n";
    const reason = "paymentId: another customer has a payment with this id";
    const { book } = await bring({
      customers,
      payments: `${header}T1,18,9/8/2026,5\nT1,17,9/8/2026,5\n`,
      applications: "Loan ID,Customer ID\n900,18\n900,17\n",
    });
    expect(book?.refused.map(({ table, line, reason: why }) => `${table}/${line} ${why}`).sort()).toEqual([
      expect.stringMatching(/^0\/2 balance: an advance or a payment of this customer is refused/),
      `1/3 ${reason}, in line 2.`,
      "2/3 applicationId: another customer has an application with this id, in line 2.",
    ]);
    const again = await bring({ payments: `${header}T1,19,9/8/2026,5\n` });
    expect(again.book?.refused).toEqual([{ table: 0, line: 2, reason: `${reason}.` }]);
    expect((await readUser("18")).intents).toMatchObject([{ businessKey: `import:${source}:T1` }]);
  });
});
