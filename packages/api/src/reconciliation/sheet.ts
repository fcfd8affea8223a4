import type { LedgerSheet, StoredLedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { modeRule, type PaymentDirection, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { RECONCILIATION_REASONS as REASON } from "@countinghouse/validators/reconciliation/rules";
import type { FundingRail, Movement } from "./funded.ts";
import { type Days, isWithin, type ProductPayment } from "./product.ts";
import { mayMeanDay, readCents, readDay } from "./sheet-cells.ts";

/** Which rows are read: of these kinds, of the days and of the days around them. */
export interface Asked {
  days: Days;
  around: Days;
  kinds: readonly PaymentMode[];
}

/**
 * The payments of these kinds among the rows of the Payments sheet that are of these days or of these payments of ours. A row
 * that can not be read is one of them, with the reason, on each day that it may mean. `ours` tells which of the ids of other
 * rows are of payments of ours: those rows are of another day, or recorded by hand.
 */
export async function readSheet(
  sheet: Pick<LedgerSheet, "read">,
  payments: readonly ProductPayment[],
  asked: Asked,
  ours: (rowIds: readonly string[]) => Promise<Set<string>>,
): Promise<Movement[]> {
  const byPayment = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const known: Movement[] = [];
  const strange: { row: StoredLedgerRow; kind: PaymentMode }[] = [];
  for await (const row of sheet.read("Payments")) {
    const payment = byPayment.get(row.rowId);
    const kind = asked.kinds.find((each) => each === String(row.cells[5]));
    if (payment) known.push(asTransaction(row, directed(payment)));
    else if (kind !== undefined && isOfDays(row, asked)) strange.push({ row, kind });
    else known.push(...asMoved(row, byPayment));
  }
  const elsewhere = await ours(strange.map(({ row }) => row.rowId));
  const others = strange
    .filter(({ row }) => !elsewhere.has(row.rowId))
    .map(({ row, kind }) =>
      asTransaction(row, {
        uniqueRef: row.rowId || `Payments!A${row.row}`,
        direction: modeRule(kind).direction,
        kind,
        paymentId: null,
      }),
    );
  return [...known, ...others];
}

const directed = (payment: ProductPayment) => ({ ...payment, direction: modeRule(payment.kind).direction });

function isOfDays({ cells: [written = ""] }: StoredLedgerRow, { days, around }: Asked): boolean {
  const day = readDay(written);
  return day === null ? mayMeanDay(written, (each) => isWithin(days, each)) : isWithin(around, day);
}

/** A row of ours that was moved sideways: its id stands under another heading. */
function asMoved({ row, line }: StoredLedgerRow, byPayment: ReadonlyMap<string, ProductPayment>): Movement[] {
  const payment = line.map((cell) => byPayment.get(String(cell))).find((each) => each !== undefined);
  if (payment === undefined) return [];
  const { direction, kind, paymentId, uniqueRef, userId } = directed(payment);
  return [
    {
      sourceSystem: "ledger",
      paymentType: null,
      direction,
      kind,
      paymentId,
      uniqueRef,
      userId,
      fundedDate: null,
      disbursementAmountCents: null,
      unreadable: REASON.rowMoved(row),
    },
  ];
}

const RAILS: Readonly<Record<string, FundingRail>> = { ACH: "ACH", RCC: "ACH", "Debit Card": "CARD" };

interface Known {
  uniqueRef: string;
  direction: PaymentDirection;
  kind: PaymentMode;
  paymentId: string | null;
}

/** What the customer is to owe more is negative in the sheet. */
function asTransaction(row: StoredLedgerRow, { uniqueRef, direction, kind, paymentId }: Known): Movement {
  const [day = "", userId, , amount = "", , , mode] = row.cells;
  const [cents, fundedDate] = [readCents(amount), readDay(day)];
  const unreadable = [
    ...(cents === null ? [REASON.amountUnreadable(String(amount), row.row)] : []),
    ...(fundedDate === null ? [REASON.dayUnreadable(String(day), row.row)] : []),
  ].join(" ");
  return {
    sourceSystem: "ledger",
    paymentType: RAILS[String(mode)] ?? null,
    direction,
    kind,
    paymentId,
    uniqueRef,
    userId: Number.isSafeInteger(Number(userId)) ? Number(userId) : 0,
    fundedDate,
    // Avoid -0.
    disbursementAmountCents: cents === null ? null : (direction === "in" ? cents : -cents) + 0,
    ...(unreadable !== "" && { unreadable }),
  };
}
