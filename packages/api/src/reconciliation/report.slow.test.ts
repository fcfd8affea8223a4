import type { AchSettlement } from "@countinghouse/providers/ach/port";
import type { StoredLedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { MovedMoney, TestProcessors } from "../testing/processors.ts";

/** The day the fundings go out; it is the 23rd when they are looked at. */
const DAY = { start: "2026-11-20", end: "2026-11-20" };

let api: TestApi;
let processors: TestProcessors;
let delivery: Delivery;
let byCard: Payable;
let byAch: Payable;
/** What the sheet and the processors hold of a sound day. */
let soundBooks: MovedMoney[];
beforeAll(async () => {
  ({ api, processors } = await openPayments({ passcodes: true }));
  delivery = await startDelivery(api);
  [byCard, byAch] = [
    await payableCustomer(api, { owesCents: 0 }),
    await payableCustomer(api, { owesCents: 0 }),
  ];
  await run(api, order(byCard, "FUND"));
  await run(api, order(byAch, "CREDIT"));
  // Neither is a funding, whatever the sheet calls it.
  await run(api, order(byCard, "SALE", { confirmed: { ...JUST_LOOKED, balance: true, funded: true } }));
  await record(api, payment(byAch.userId, { lineItemType: "Payment", transactionType: "SALE" }));
  await delivery.drain();
  soundBooks = [...processors.books];
  api.clock.advance({ hours: 72 });
});
beforeEach(() => {
  processors = withProcessors(api);
  processors.books.push(...soundBooks);
  withSheet((rows) => rows);
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Has the sheet hold what becomes of its rows. */
function withSheet(change: (rows: StoredLedgerRow[]) => StoredLedgerRow[]): void {
  const sheet = delivery.ports.ledgerSheet;
  api.services.ports.ledgerSheet = {
    ...sheet,
    read: async function* (name) {
      const rows: StoredLedgerRow[] = [];
      for await (const row of sheet.read(name)) rows.push(row);
      yield* change(rows);
    },
  };
}

const isRowFor =
  ({ userId }: Payable) =>
  ({ cells }: StoredLedgerRow) =>
    cells[1] === userId && cells[5] !== "SALE";

const report = async (customDate = DAY, role: Role = "VIEWER") =>
  (await api.as(role)).reconciliation.report({ customDate });

const readRow = async ({ userId }: Payable) => {
  const { transactions } = await report();
  const rows = transactions.filter((row) => row.userId === userId);
  expect(rows).toHaveLength(1);
  return rows[0];
};

const readKey = ({ userId }: Payable) =>
  api.database.read.paymentAttempt
    .findFirstOrThrow({ where: { intent: { userId, kind: { in: ["FUND", "CREDIT"] } } } })
    .then(({ providerKey }) => providerKey);

const settlement = (reference: string, changed: Partial<AchSettlement> = {}): AchSettlement => ({
  direction: "credit",
  reference,
  key: null,
  amountCents: 90_000,
  settledOn: "2026-11-20",
  accountLast4: null,
  raw: {},
  ...changed,
});

const silent = () =>
  Promise.reject(new ProviderError({ kind: "unavailable", provider: "x", message: "no answer" }));

describe("a report", () => {
  it("of fundings that went through as they should finds them alike in all three systems, and nothing else", async () => {
    const { reportSummary, transactions, unanswered } = await report();
    expect(reportSummary).toEqual({
      reconciliationStatus: "Match",
      fundedTransactionSummary: { giggle: 2, ledger: 2, payliance: 2 },
      fundedAmountSummary: { giggle: 180_000, ledger: 180_000, payliance: 180_000 },
      transactionDiscrepancySummary: {
        duplicateTransactionCounts: { giggle: 0, ledger: 0, payliance: 0 },
        missingTransactionCounts: { giggle: 0, ledger: 0, payliance: 0 },
      },
    });
    expect(unanswered).toEqual([]);
    expect(transactions).toHaveLength(2);
    const { id: paymentId } = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { userId: byCard.userId, kind: "FUND" },
    });
    expect(await readRow(byCard)).toMatchObject({
      userName: "Maria Delgado",
      paymentId,
      status: "Match",
      fundedDate: "2026-11-20",
      transactions: [
        { sourceSystem: "giggle", paymentType: "CARD", disbursementAmountCents: 90_000 },
        { sourceSystem: "ledger", paymentType: "CARD", fundedDate: "2026-11-20" },
        { sourceSystem: "payliance", paymentType: "CARD", uniqueRef: expect.stringMatching(/^txn-/) },
      ],
    });
  });

  it("finds what the sheet lacks, has twice, or has otherwise, and a row of nobody's", async () => {
    withSheet((rows) => rows.filter((row) => !isRowFor(byAch)(row)));
    expect(await readRow(byAch)).toMatchObject({ status: "Not Found", odd: ["ledger"], deltaCents: -90_000 });
    withSheet((rows) => [...rows, ...rows.filter(isRowFor(byAch))]);
    expect(await readRow(byAch)).toMatchObject({
      status: "Duplicate in the sheet",
      odd: ["ledger"],
      deltaCents: 90_000,
    });
    withSheet((rows) =>
      rows.map((row) => (isRowFor(byCard)(row) ? { ...row, cells: row.cells.with(3, "-$899.99") } : row)),
    );
    expect(await readRow(byCard)).toMatchObject({ status: "Mismatch", odd: ["ledger"], deltaCents: -1 });
    withSheet((rows) => [
      ...rows,
      {
        row: 99,
        rowId: "",
        cells: ["2026-11-20", byCard.userId, "M", -5, "CREDIT", "FUND", "Debit Card", ""],
        line: [],
      },
    ]);
    const { transactions, reportSummary } = await report();
    expect(transactions[0]).toMatchObject({
      status: "Not Found",
      odd: ["giggle", "payliance"],
      paymentId: null,
      transactions: [{ uniqueRef: "Payments!A99", disbursementAmountCents: 500 }],
    });
    expect(reportSummary).toMatchObject({
      reconciliationStatus: "Not Match",
      transactionDiscrepancySummary: { missingTransactionCounts: { giggle: 1, ledger: 0, payliance: 1 } },
    });
  });

  it("stops at a heading that the sheet lacks, names it, and finds nothing missing in the sheet", async () => {
    withSheet(() => {
      const message = 'google-sheets: the first row of Payments lacks the heading "Amount (USD)".';
      throw new ProviderError({ kind: "refused", provider: "google-sheets", message });
    });
    const { unanswered, transactions } = await report();
    expect(unanswered).toEqual([
      {
        system: "ledger",
        rail: null,
        message: 'The ledger sheet: the first row of Payments lacks the heading "Amount (USD)".',
        isRefused: true,
      },
    ]);
    expect(transactions.map(({ status }) => status)).toEqual(["Match", "Match"]);
  });

  it("shows a second row with an unreadable day next to the funding that matches", async () => {
    withSheet((rows) => [
      ...rows,
      ...rows
        .filter(isRowFor(byCard))
        .map((row) => ({ ...row, row: 99, rowId: "", line: [], cells: row.cells.with(0, "20.11.2026") })),
    ]);
    const { transactions, reportSummary } = await report();
    expect(transactions).toMatchObject([
      {
        status: "Unreadable",
        odd: ["ledger"],
        fundedDate: "",
        reason: 'The day "20.11.2026" in row 99 of the sheet can not be read.',
      },
      { status: "Match" },
      { status: "Match" },
    ]);
    expect(reportSummary.reconciliationStatus).toBe("Not Match");
  });

  it("finds what the processors lack or have with another amount, card by card and transfer by transfer", async () => {
    const [card, ach] = await Promise.all([readKey(byCard), readKey(byAch)]);
    processors.books.splice(0, Infinity, ...soundBooks.filter(({ key }) => key !== card));
    expect(await readRow(byCard)).toMatchObject({ status: "Not Found", odd: ["payliance"] });
    processors.books.splice(
      0,
      Infinity,
      ...soundBooks.map((each) => (each.key === ach ? { ...each, amountCents: 90_001 } : each)),
    );
    expect(await readRow(byAch)).toMatchObject({ status: "Mismatch", odd: ["payliance"], deltaCents: 1 });
  });

  it("says of a funding that the processor has as voided that it is not found, and why", async () => {
    processors.ach.lookUp = () =>
      Promise.resolve({ status: "voided", reference: "x", amountCents: 90_000, returnCode: null, raw: {} });
    expect(await readRow(byAch)).toMatchObject({
      status: "Not Found",
      odd: ["payliance"],
      reason: "The processor reports the status voided.",
    });
  });

  it("finds a transfer that settled twice, and a credit that nobody here knows", async () => {
    const key = await readKey(byAch);
    processors.report({
      settlements: [
        settlement(`auth-${key}`),
        settlement("second", { key }),
        settlement("stranger", { amountCents: 100 }),
        settlement("stranger", { amountCents: 100 }),
        settlement("a debit", { direction: "debit" }),
        settlement("of another day", { settledOn: "2026-11-22" }),
      ],
    });
    expect(await readRow(byAch)).toMatchObject({ status: "Double Funded", odd: ["payliance"] });
    const { transactions, reportSummary } = await report();
    expect(transactions.filter(({ userId }) => userId === null)).toMatchObject([
      { status: "Not Found", odd: ["giggle", "ledger"], transactions: [{ uniqueRef: "stranger" }] },
    ]);
    expect(reportSummary.transactionDiscrepancySummary.duplicateTransactionCounts.payliance).toBe(1);
  });

  it("takes nothing for missing in a system that does not answer, and names it", async () => {
    processors.cards.find = silent;
    const { unanswered, reportSummary } = await report();
    expect(unanswered).toEqual([
      { system: "payliance", rail: "CARD", message: "no answer", isRefused: false },
    ]);
    expect(reportSummary).toMatchObject({
      reconciliationStatus: null,
      fundedTransactionSummary: { giggle: 2, ledger: 2, payliance: 1 },
      transactionDiscrepancySummary: { missingTransactionCounts: { payliance: 0 } },
    });
    expect(await readRow(byCard)).toMatchObject({ status: "Match", compared: ["giggle", "ledger"] });
    processors.ach.lookUp = silent;
    expect((await report()).reportSummary.fundedTransactionSummary.payliance).toBeNull();
    withSheet(() => {
      throw new ProviderError({ kind: "unavailable", provider: "x", message: "no answer" });
    });
    await expectRefusal(report(), "UNAVAILABLE", RECONCILIATION_MESSAGES.failed);
  });

  it("of the day before or after has none of them, and of days around it has each once", async () => {
    for (const day of ["2026-11-19", "2026-11-21"])
      expect((await report({ start: day, end: day })).transactions).toEqual([]);
    withSheet((rows) => rows.map((row) => ({ ...row, cells: row.cells.with(0, "2026-11-21") })));
    expect((await report({ start: "2026-11-21", end: "2026-11-21" })).transactions).toEqual([]);
    expect((await report({ start: "2026-11-01", end: "2026-11-21" })).transactions).toMatchObject([
      { status: "Match" },
      { status: "Match" },
    ]);
  });

  it.each([
    ["2026-11-22", "2026-11-22", "not complete in every system yet"],
    ["2024-07-31", "2026-11-20", "2024-08-01 to 2026-11-21"],
    ["2026-11-20", "2026-11-19", "must not be after"],
  ])("of %s to %s is refused", async (start, end, message) => {
    await expectRefusal(report({ start, end }), "RULE", new RegExp(message));
  });
});
