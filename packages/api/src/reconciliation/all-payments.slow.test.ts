import type { AchSettlement } from "@countinghouse/providers/ach/port";
import { RECONCILIATION_MESSAGES } from "@countinghouse/validators/messages";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestProcessors } from "../testing/processors.ts";
import {
  cardRow,
  noAnswer,
  openReconciliation,
  PAID,
  type Reconciliation,
  SENT_ON,
} from "../testing/reconciliation.ts";

let desk: Reconciliation;
let processors: TestProcessors;
beforeAll(async () => {
  desk = await openReconciliation();
});
beforeEach(() => {
  processors = desk.reset();
});
afterAll(() => desk.close());

const settlement = (reference: string, changed: Partial<AchSettlement> = {}): AchSettlement => ({
  direction: "debit",
  reference,
  key: null,
  amountCents: 1_000,
  settledOn: SENT_ON,
  accountLast4: "6789",
  raw: {},
  ...changed,
});

describe("the report of all payments", () => {
  it("has every kind of payment that moved, alike in all systems, by rail and direction", async () => {
    for (const name of PAID) expect(await desk.readRow(name)).toMatchObject({ status: "Match", odd: [] });
    const { totals, transactions, unanswered, daysWithoutReport } = await desk.report();
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
    expect(transactions).toHaveLength(PAID.length + 2);
  });

  it("finds what failed here and moved there, by card and by bank transfer", async () => {
    const [sale, debit] = [desk.of("declined sale"), desk.of("rejected debit")];
    desk.reportCards([...desk.cardRows(), cardRow(sale.key)]);
    processors.books.push({ key: debit.key, mode: "DEBIT", amountCents: 1_000 });
    for (const name of ["declined sale", "rejected debit"] as const)
      expect(await desk.readRow(name)).toMatchObject({
        status: "Not Found",
        odd: ["giggle", "ledger"],
        userId: desk.of(name).userId,
        direction: "in",
        reason: "The payment failed here, but the processor moved the money.",
      });
    // The settlement of it is the same money, though it tells nothing of our key.
    processors.report({ settlements: [settlement(`auth-${debit.key}`)] });
    expect(await desk.readRow("rejected debit")).toMatchObject({
      status: "Not Found",
      deltaCents: expect.any(Number),
    });
  });

  it("finds what was paid here and is missing there, or has another amount there", async () => {
    const sale = desk.of("sale");
    desk.lose("sale", "debit");
    for (const name of ["sale", "debit"] as const)
      expect(await desk.readRow(name)).toMatchObject({ status: "Not Found", odd: ["payliance"] });
    // Half of it was approved.
    desk.reportCards(
      desk.cardRows().map((row) => (row.key === sale.key ? { ...row, settledCents: 500 } : row)),
    );
    expect(await desk.readRow("sale")).toMatchObject({
      status: "Mismatch",
      odd: ["payliance"],
      deltaCents: -500,
    });
  });

  it("finds what is doubled at the processor, and takes a report that is told twice for one", async () => {
    const [sale, debit] = [desk.of("sale"), desk.of("debit")];
    const rows = desk.cardRows();
    desk.reportCards([...rows, ...rows], rows.toReversed());
    expect(await desk.readRow("sale")).toMatchObject({ status: "Match" });
    desk.reportCards([...rows, cardRow(sale.key, { reference: "once more" })]);
    processors.report({
      settlements: [settlement(`auth-${debit.key}`), settlement("x", { key: debit.key })],
    });
    for (const name of ["sale", "debit"] as const)
      expect(await desk.readRow(name)).toMatchObject({
        status: "Doubled",
        odd: ["payliance"],
        deltaCents: 1_000,
      });
  });

  it("takes a sale that was undone for the refund of it, told by the name of the sale alone", async () => {
    const [sale, refund] = [desk.of("sale"), desk.of("refund")];
    const reference = `txn-${sale.key}`;
    desk.lose("refund");
    const undone = cardRow("", {
      type: "reversal",
      reference: `reversal:${reference}`,
      originalReference: reference,
    });
    desk.reportCards([...desk.cardRows().filter(({ key }) => key !== refund.key), undone]);
    expect(await desk.readRow("refund")).toMatchObject({ status: "Match", direction: "out" });
    expect(await desk.readRow("sale")).toMatchObject({ status: "Match", direction: "in" });
  });

  it("finds what nobody here knows at either processor, and nothing that is of another day", async () => {
    desk.reportCards(
      [...desk.cardRows(), cardRow("", { reference: "nobody's", type: "push", settledCents: 700 })],
      [cardRow("", { reference: "of the next day", createdAt: new Date("2026-11-21T15:00:00Z") })],
    );
    processors.report({ settlements: [settlement("stranger")] });
    const { transactions, reconciliationStatus } = await desk.report();
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
    const { unanswered, totals } = await desk.report();
    expect(unanswered).toEqual([
      { system: "payliance", rail: "ACH", message: "no answer", isRefused: false },
    ]);
    expect(totals[2]).toMatchObject({ giggle: { count: 2 }, payliance: null });
    expect(await desk.readRow("debit")).toMatchObject({ status: "Match", compared: ["giggle", "ledger"] });
    expect(await desk.readRow("open debit")).toMatchObject({
      status: "Unknown Outcome",
      reason: "The outcome is not known here, and the processor could not be asked.",
    });
    processors.report({ transactions: {} });
    processors.cards.find = silent;
    desk.withoutSheet();
    await expectRefusal(desk.report(), "UNAVAILABLE", RECONCILIATION_MESSAGES.failed);
  });

  it("is refused of days that not every system knows yet", async () => {
    const late = (await desk.api.as("VIEWER")).reconciliation.allPayments({
      customDate: { start: "2026-11-22", end: "2026-11-22" },
    });
    await expectRefusal(late, "RULE", /not complete in every system yet/);
  });
});
