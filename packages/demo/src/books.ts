import type { Ctx } from "@countinghouse/api/context";
import { type ProductPayment, readPayments } from "@countinghouse/api/reconciliation/product";
import type { LedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import {
  isFundingKind,
  modeRule,
  PAYMENT_MODES,
  type PaymentDirection,
} from "@countinghouse/validators/payments/kinds";

/** A payment as the books of a processor in the sandbox have it. */
export interface BookedPayment {
  key: string;
  reference: string;
  direction: PaymentDirection;
  amountCents: number;
  day: string;
}

/** What the sheet and the processors would have of the payments, had the sandbox been there when they went out. */
export interface DemonstrationBooks {
  rows: LedgerRow[];
  ach: BookedPayment[];
  cards: BookedPayment[];
}

const DAYS = 60;

/** What is wrong with the books, counted from the newest funding on, so that a report of the demonstration has something. */
const FAULTS: Readonly<
  Record<number, "missingInSheet" | "twiceInSheet" | "amountAtProcessor" | "missingAtProcessor">
> = { 1: "missingInSheet", 3: "twiceInSheet", 6: "amountAtProcessor", 8: "missingAtProcessor" };

/** The books of what was paid in the last 60 days but two, for a sandbox that knows of nothing; four fundings are wrong on purpose. */
export async function demonstrationBooks(ctx: Ctx): Promise<DemonstrationBooks> {
  const today = newYorkDate(ctx.now());
  const days = { start: addDays(today, -DAYS), end: addDays(today, -2) };
  const paid = (await readPayments(ctx, days, PAYMENT_MODES)).filter(({ standing }) => standing === "paid");
  const users = await ctx.db.user.findMany({
    where: { id: { in: [...new Set(paid.map(({ userId }) => userId))] } },
    select: { id: true, firstname: true, lastname: true },
  });
  const names = new Map(users.map(({ id, firstname, lastname }) => [id, `${firstname} ${lastname}`.trim()]));
  const books: DemonstrationBooks = { rows: [], ach: [], cards: [] };
  let fundings = 0;
  for (const payment of paid.toReversed()) {
    const fault = isFundingKind(payment.kind) ? FAULTS[fundings++] : undefined;
    const row = bookRow(payment, names.get(payment.userId) ?? "");
    if (fault !== "missingInSheet") books.rows.push(...(fault === "twiceInSheet" ? [row, row] : [row]));
    if (fault === "missingAtProcessor") continue;
    const amountCents = payment.amountCents - (fault === "amountAtProcessor" ? 5_000 : 0);
    const { key, uniqueRef, fundedDate, kind } = payment;
    const { direction } = modeRule(kind);
    const booked = { key, reference: uniqueRef, direction, amountCents, day: fundedDate };
    (payment.rail === "ACH" ? books.ach : books.cards).push(booked);
  }
  return books;
}

const bookRow = (
  { paymentId, userId, amountCents, rail, kind, fundedDate }: ProductPayment,
  name: string,
): LedgerRow => {
  const isIn = modeRule(kind).direction === "in";
  const dollars = (isIn ? amountCents : -amountCents) / 100;
  const mode = rail === "ACH" ? "ACH" : "Debit Card";
  return {
    rowId: paymentId,
    cells: [fundedDate, userId, name, dollars, isIn ? "DEBIT" : "CREDIT", kind, mode, kind],
  };
};
