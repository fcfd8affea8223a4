import type { AchSettlement } from "@countinghouse/providers/ach";
import type { CardTransaction } from "@countinghouse/providers/cards";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import type { PaymentMode } from "@countinghouse/validators/payment-rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Delivery, startDelivery } from "../testing/delivery.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  type RunPaymentInput,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { MovedMoney, TestProcessors } from "../testing/processors.ts";

/** The day the payments are sent; it is the 23rd when they are looked at. */
const DAY = "2026-11-20";

interface Sent {
  key: string;
  paymentId: string;
  userId: number;
}

let api: TestApi;
let processors: TestProcessors;
let delivery: Delivery;
let soundBooks: MovedMoney[];
const sent: Record<string, Sent> = {};
beforeAll(async () => {
  ({ api, processors } = await openPayments({ passcodes: true }));
  delivery = await startDelivery(api);
  const send = async (
    name: string,
    mode: PaymentMode,
    customer?: Payable,
    changed: Partial<RunPaymentInput> = {},
  ) => {
    const payer = customer ?? (await payableCustomer(api));
    const { paymentId } = await run(api, order(payer, mode, changed));
    const { providerKey } = await api.database.read.paymentAttempt.findFirstOrThrow({
      where: { intentId: paymentId },
    });
    sent[name] = { key: providerKey, paymentId, userId: payer.userId };
    return paymentId;
  };
  const payer = await payableCustomer(api);
  const parentId = await send("sale", "SALE", payer);
  await send("refund", "REFUND", payer, { parentId });
  await send("debit", "DEBIT");
  await send("check", "RCC");
  await send("funding", "FUND");
  await send("credit", "CREDIT");
  processors.next("declined");
  await send("declined sale", "SALE");
  processors.next("declined");
  await send("rejected debit", "DEBIT");
  processors.next("lostBefore");
  await send("open funding", "FUND");
  processors.next("lostBefore");
  await send("open debit", "DEBIT");
  await delivery.drain();
  soundBooks = [...processors.books];
  api.clock.advance({ hours: 72 });
});
beforeEach(() => {
  processors = withProcessors(api);
  processors.books.push(...soundBooks);
  reportCards(cardRows());
  api.services.ports.ledgerSheet = delivery.ports.ledgerSheet;
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

const of = (name: string): Sent => {
  const found = sent[name];
  if (!found) throw new Error(`Nothing was sent as ${name}.`);
  return found;
};

const TYPES: Record<string, CardTransaction["type"]> = { SALE: "pull", FUND: "push", REFUND: "push" };

/** What the card processor's report of the day tells of a call. */
const cardRow = (key: string, changed: Partial<CardTransaction> = {}): CardTransaction => ({
  reference: `txn-${key}`,
  originalReference: null,
  key,
  type: "pull",
  state: "paid",
  status: "COMPLETED",
  code: "00",
  createdAt: new Date(`${DAY}T15:00:00Z`),
  processedAt: new Date(`${DAY}T15:00:00Z`),
  amountCents: 1_000,
  settledCents: 1_000,
  last4: "4242",
  network: "Visa",
  mid: "0044",
  firstName: "Ana",
  lastName: "Diaz",
  day: DAY,
  ...changed,
});

const cardRows = () =>
  soundBooks.flatMap(({ key, mode, amountCents }) => {
    const type = TYPES[mode];
    return type ? [cardRow(key, { type, amountCents, settledCents: amountCents })] : [];
  });

const reportCards = (rows: CardTransaction[], next: CardTransaction[] | null = []) =>
  processors.report({ transactions: { [DAY]: rows, ...(next && { "2026-11-21": next }) } });

const settlement = (reference: string, changed: Partial<AchSettlement> = {}): AchSettlement => ({
  direction: "debit",
  reference,
  key: null,
  amountCents: 1_000,
  settledOn: DAY,
  accountLast4: "6789",
  raw: {},
  ...changed,
});

const report = async () =>
  (await api.as("VIEWER")).reconciliation.allPayments({ customDate: { start: DAY, end: DAY } });

const rowOf = async (name: string) => {
  const { transactions } = await report();
  const own = transactions.filter(({ paymentId }) => paymentId === of(name).paymentId);
  expect(own).toHaveLength(1);
  return own[0];
};

const noAnswer = () => new ProviderError({ kind: "unavailable", provider: "x", message: "no answer" });

function withoutSheet(): void {
  api.services.ports.ledgerSheet = {
    ...delivery.ports.ledgerSheet,
    read: () => {
      throw noAnswer();
    },
  };
}

const NAMES = ["sale", "refund", "debit", "check", "funding", "credit"];

describe("the report of all payments", () => {
  it("has every kind of payment that moved, alike in all systems, by rail and direction", async () => {
    for (const name of NAMES) expect(await rowOf(name)).toMatchObject({ status: "Match", odd: [] });
    const { totals, transactions, unanswered, daysWithoutReport } = await report();
    const alike = (count: number, amountCents: number) => ({
      giggle: { count, amountCents },
      ledger: { count, amountCents },
      payliance: { count, amountCents },
    });
    expect(totals).toEqual([
      { rail: "CARD", direction: "in", ...alike(1, 1_000) },
      { rail: "CARD", direction: "out", ...alike(2, 91_000) },
      { rail: "ACH", direction: "in", ...alike(2, 2_000) },
      { rail: "ACH", direction: "out", ...alike(1, 90_000) },
    ]);
    expect({ unanswered, daysWithoutReport }).toEqual({ unanswered: [], daysWithoutReport: [] });
    // What was declined and moved nowhere is no row.
    expect(transactions).toHaveLength(NAMES.length + 2);
  });

  it("has those of unknown outcome, with what the processor says of them", async () => {
    expect(await rowOf("open funding")).toMatchObject({
      status: "Unknown Outcome",
      kind: "FUND",
      userName: "Maria Delgado",
      reason: `Its outcome is not known here. It is not in the processor's report of ${DAY}.`,
    });
    expect(await rowOf("open debit")).toMatchObject({
      status: "Unknown Outcome",
      reason: "Its outcome is not known here. The processor does not know it.",
    });
    const { key } = of("open funding");
    reportCards([...cardRows(), cardRow(key, { type: "push", settledCents: 90_000 })]);
    expect(await rowOf("open funding")).toMatchObject({
      status: "Unknown Outcome",
      reason: "Its outcome is not known here. The processor has moved the money.",
    });
    reportCards([...cardRows(), cardRow(key, { type: "push", state: "declined", settledCents: 0 })]);
    expect(await rowOf("open funding")).toMatchObject({
      reason: "Its outcome is not known here. The processor has it as declined.",
    });
    // Needs Review is no other thing than Unknown here.
    await api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.update({
        where: { id: of("open funding").paymentId },
        data: { state: "NEEDS_REVIEW" },
      }),
    );
    expect(await rowOf("open funding")).toMatchObject({ status: "Unknown Outcome" });
  });

  it("says of no payment by card without a reference that it is missing while there is no report of its day", async () => {
    processors.report({ transactions: {} });
    expect(await rowOf("open funding")).toMatchObject({
      status: "Unknown Outcome",
      compared: ["giggle", "ledger"],
      reason: "Its outcome is not known here, and the processor could not be asked.",
    });
    expect(await rowOf("sale")).toMatchObject({ status: "Match" });
    expect((await report()).daysWithoutReport).toEqual([DAY]);
    reportCards(cardRows(), null);
    expect(await rowOf("open funding")).toMatchObject({ compared: ["giggle", "ledger"] });
  });

  it("takes a report that can be read in part for what it tells, and never for what it lacks", async () => {
    const rows = cardRows();
    processors.cards.transactionsOf = () =>
      Promise.resolve(
        (async function* () {
          yield* rows;
          throw new ProviderError({ kind: "refused", provider: "x", message: "unreadable" });
        })(),
      );
    const { daysWithoutReport, unanswered } = await report();
    expect({ daysWithoutReport, unanswered }).toEqual({ daysWithoutReport: [DAY], unanswered: [] });
    expect(await rowOf("sale")).toMatchObject({ status: "Match" });
    expect(await rowOf("open funding")).toMatchObject({ compared: ["giggle", "ledger"] });
  });

  it("finds what failed here and moved there, by card and by bank transfer", async () => {
    const [sale, debit] = [of("declined sale"), of("rejected debit")];
    reportCards([...cardRows(), cardRow(sale.key)]);
    processors.books.push({ key: debit.key, mode: "DEBIT", amountCents: 1_000 });
    for (const name of ["declined sale", "rejected debit"])
      expect(await rowOf(name)).toMatchObject({
        status: "Not Found",
        odd: ["giggle", "ledger"],
        userId: of(name).userId,
        direction: "in",
        reason: "It failed here, and the processor moved the money.",
      });
    // The settlement of it is the same money, though it tells nothing of our key.
    processors.report({ settlements: [settlement(`auth-${debit.key}`)] });
    expect(await rowOf("rejected debit")).toMatchObject({
      status: "Not Found",
      deltaCents: expect.any(Number),
    });
  });

  it("finds what was paid here and is missing there, or has another amount there", async () => {
    const [sale, debit] = [of("sale"), of("debit")];
    processors.books.splice(
      0,
      Infinity,
      ...soundBooks.filter(({ key }) => key !== sale.key && key !== debit.key),
    );
    reportCards(cardRows().filter(({ key }) => key !== sale.key));
    for (const name of ["sale", "debit"])
      expect(await rowOf(name)).toMatchObject({ status: "Not Found", odd: ["payliance"] });
    // Half of it was approved.
    reportCards(cardRows().map((row) => (row.key === sale.key ? { ...row, settledCents: 500 } : row)));
    expect(await rowOf("sale")).toMatchObject({ status: "Mismatch", odd: ["payliance"], deltaCents: -500 });
  });

  it("finds what is doubled at the processor, and takes a report that is told twice for one", async () => {
    const [sale, debit] = [of("sale"), of("debit")];
    const rows = cardRows();
    reportCards([...rows, ...rows], rows.toReversed());
    expect(await rowOf("sale")).toMatchObject({ status: "Match" });
    reportCards([...rows, cardRow(sale.key, { reference: "once more" })]);
    processors.report({
      settlements: [settlement(`auth-${debit.key}`), settlement("x", { key: debit.key })],
    });
    for (const name of ["sale", "debit"])
      expect(await rowOf(name)).toMatchObject({ status: "Doubled", odd: ["payliance"], deltaCents: 1_000 });
  });

  it("takes a sale that was undone for the refund of it, told by the name of the sale alone", async () => {
    const [sale, refund] = [of("sale"), of("refund")];
    const reference = `txn-${sale.key}`;
    processors.books.splice(0, Infinity, ...soundBooks.filter(({ key }) => key !== refund.key));
    const undone = cardRow("", {
      type: "reversal",
      reference: `reversal:${reference}`,
      originalReference: reference,
    });
    reportCards([...cardRows().filter(({ key }) => key !== refund.key), undone]);
    expect(await rowOf("refund")).toMatchObject({ status: "Match", direction: "out" });
    expect(await rowOf("sale")).toMatchObject({ status: "Match", direction: "in" });
  });

  it("finds what nobody here knows at either processor, and nothing that is of another day", async () => {
    reportCards(
      [...cardRows(), cardRow("", { reference: "nobody's", type: "push", settledCents: 700 })],
      [cardRow("", { reference: "of the next day", createdAt: new Date("2026-11-21T15:00:00Z") })],
    );
    processors.report({ settlements: [settlement("stranger")] });
    const { transactions, reconciliationStatus } = await report();
    expect(reconciliationStatus).toBe("Not Match");
    const unknown = transactions.filter(({ paymentId }) => paymentId === null);
    expect(unknown).toMatchObject([
      { status: "Not Found", odd: ["giggle", "ledger"], direction: "in", rail: "ACH" },
      { status: "Not Found", odd: ["giggle", "ledger"], direction: "out", userId: null, kind: null },
    ]);
    expect(unknown.map(({ transactions: [row] }) => row?.uniqueRef)).toEqual(["stranger", "nobody's"]);
  });

  it("takes nothing for missing in a system that does not answer, and names it", async () => {
    const silent = () => Promise.reject(noAnswer());
    processors.ach.lookUp = silent;
    const { unanswered, totals } = await report();
    expect(unanswered).toEqual([{ system: "payliance", rail: "ACH", message: "no answer" }]);
    expect(totals[2]).toMatchObject({ giggle: { count: 2 }, payliance: null });
    expect(await rowOf("debit")).toMatchObject({ status: "Match", compared: ["giggle", "ledger"] });
    expect(await rowOf("open debit")).toMatchObject({
      status: "Unknown Outcome",
      reason: "Its outcome is not known here, and the processor could not be asked.",
    });
    processors.report({ transactions: {} });
    processors.cards.find = silent;
    withoutSheet();
    await expectRefusal(report(), "UNAVAILABLE", RECONCILIATION_MESSAGES.failed);
  });

  it("is refused of days that not every system knows yet", async () => {
    const late = (await api.as("VIEWER")).reconciliation.allPayments({
      customDate: { start: "2026-11-22", end: "2026-11-22" },
    });
    await expectRefusal(late, "RULE", /younger than two days/);
  });
});

describe("the report of fundings", () => {
  const fundings = async () =>
    (await api.as("VIEWER")).reconciliation.report({ customDate: { start: DAY, end: DAY } });
  const openFunding = async () =>
    (await fundings()).transactions.find(({ paymentId }) => paymentId === of("open funding").paymentId);

  it("has a funding of unknown outcome, and never as a Match", async () => {
    expect(await openFunding()).toMatchObject({
      status: "Not Found",
      odd: ["ledger", "payliance"],
      reason: `Its outcome is not known here. It is not in the processor's report of ${DAY}.`,
    });
    const { key } = of("open funding");
    reportCards([...cardRows(), cardRow(key, { type: "push", settledCents: 80_000 })]);
    expect(await openFunding()).toMatchObject({ status: "Not Found", odd: ["ledger", "payliance"] });
    withoutSheet();
    reportCards([...cardRows(), cardRow(key, { type: "push", settledCents: 90_000 })]);
    expect(await openFunding()).toMatchObject({ status: "Mismatch", odd: ["giggle"] });
  });

  it("has no sale, debit or refund, and a push that nobody here knows", async () => {
    reportCards([...cardRows(), cardRow("", { reference: "nobody's", type: "push", settledCents: 700 })]);
    const { transactions } = await fundings();
    const names = transactions.map(({ paymentId }) => NAMES.find((name) => of(name).paymentId === paymentId));
    expect(names.filter((name) => name !== undefined).toSorted()).toEqual(["credit", "funding"]);
    expect(transactions.filter(({ paymentId }) => paymentId === null)).toMatchObject([
      { status: "Not Found", transactions: [{ uniqueRef: "nobody's", disbursementAmountCents: 700 }] },
    ]);
  });
});
