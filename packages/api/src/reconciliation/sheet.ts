import type { LedgerSheet, StoredLedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import { modeRule, type PaymentDirection, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import type { FundingRail, Movement } from "./funded.ts";
import { type Days, isWithin, type ProductPayment } from "./product.ts";

/**
 * The payments of these kinds among the rows of the Payments sheet that are of these days or of these payments of ours; of
 * other days and of the same payment, but not the payment itself, are none. `ours` tells of ids of rows that belong to
 * none of the payments which are of payments of ours: those are of another day, or recorded by hand.
 */
export async function readSheet(
  sheet: LedgerSheet,
  payments: readonly ProductPayment[],
  { days, kinds }: { days: Days; kinds: readonly PaymentMode[] },
  ours: (rowIds: readonly string[]) => Promise<Set<string>>,
): Promise<Movement[]> {
  const byPayment = new Map(payments.map((payment) => [payment.paymentId, payment]));
  const known: Movement[] = [];
  const strange: { row: StoredLedgerRow; kind: PaymentMode }[] = [];
  for await (const row of sheet.read("Payments")) {
    const payment = byPayment.get(row.rowId);
    const kind = kinds.find((each) => each === String(row.cells[5]));
    if (payment) known.push(asTransaction(row, { ...payment, direction: modeRule(payment.kind).direction }));
    else if (kind !== undefined && isWithin(days, rowDay(row) ?? "")) strange.push({ row, kind });
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

function rowDay({ cells }: StoredLedgerRow): string | null {
  const day = String(cells[0] ?? "").slice(0, 10);
  return isCalendarDate(day) ? day : null;
}

const RAILS: Readonly<Record<string, FundingRail>> = { ACH: "ACH", RCC: "ACH", "Debit Card": "CARD" };

interface Known {
  uniqueRef: string;
  direction: PaymentDirection;
  kind: PaymentMode;
  paymentId: string | null;
}

/** What the customer is to owe more is negative in the sheet. An amount that is no number counts as none. */
function asTransaction(row: StoredLedgerRow, { uniqueRef, direction, kind, paymentId }: Known): Movement {
  const [, userId, , amount, , , mode] = row.cells;
  const cents = Math.round(Number(String(amount).replaceAll(/[$,]/g, "")) * 100);
  const moved = direction === "in" ? cents : -cents;
  return {
    sourceSystem: "ledger",
    paymentType: RAILS[String(mode)] ?? null,
    direction,
    kind,
    paymentId,
    uniqueRef,
    userId: Number.isSafeInteger(Number(userId)) ? Number(userId) : 0,
    fundedDate: rowDay(row),
    // Not -0.
    disbursementAmountCents: Number.isSafeInteger(moved) ? moved + 0 : 0,
  };
}
