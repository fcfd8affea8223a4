import type { LedgerSheet, StoredLedgerRow } from "@countinghouse/providers/ledger-sheet";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import { FUNDING_KINDS } from "../payments/engine/intent-row.ts";
import type { FundedTransaction, FundingRail } from "./funded.ts";
import { type Days, isWithin, type ProductFunding } from "./product.ts";

/**
 * The fundings among the rows of the Payments sheet that are of these days or of these fundings of ours; of other days
 * and of the same payment, but not the funding itself, are none. `isOurs` tells of ids of rows that belong to none of
 * the fundings which are of payments of ours: those are of another day, or no fundings.
 */
export async function readSheet(
  sheet: LedgerSheet,
  fundings: readonly ProductFunding[],
  days: Days,
  ours: (rowIds: readonly string[]) => Promise<Set<string>>,
): Promise<FundedTransaction[]> {
  const byPayment = new Map(fundings.map((funding) => [funding.paymentId, funding]));
  const known: FundedTransaction[] = [];
  const strange: StoredLedgerRow[] = [];
  for await (const row of sheet.read("Payments")) {
    const funding = byPayment.get(row.rowId);
    if (funding) known.push(asTransaction(row, funding.uniqueRef));
    else if (isFunding(row) && isWithin(days, dayOf(row) ?? "")) strange.push(row);
  }
  const elsewhere = await ours(strange.map(({ rowId }) => rowId));
  const others = strange
    .filter(({ rowId }) => !elsewhere.has(rowId))
    .map((row) => asTransaction(row, row.rowId || `Payments!A${row.row}`));
  return [...known, ...others];
}

const isFunding = ({ cells }: StoredLedgerRow): boolean =>
  (FUNDING_KINDS as readonly string[]).includes(String(cells[5]));

function dayOf({ cells }: StoredLedgerRow): string | null {
  const day = String(cells[0] ?? "").slice(0, 10);
  return isCalendarDate(day) ? day : null;
}

const RAILS: Readonly<Record<string, FundingRail>> = { ACH: "ACH", "Debit Card": "CARD" };

/** What the customer is to owe more is negative in the sheet. An amount that is no number counts as none. */
function asTransaction(row: StoredLedgerRow, uniqueRef: string): FundedTransaction {
  const [, userId, , amount, , , mode] = row.cells;
  const cents = Math.round(-Number(String(amount).replaceAll(/[$,]/g, "")) * 100);
  return {
    sourceSystem: "ledger",
    paymentType: RAILS[String(mode)] ?? null,
    uniqueRef,
    userId: Number.isSafeInteger(Number(userId)) ? Number(userId) : 0,
    fundedDate: dayOf(row),
    disbursementAmountCents: Number.isSafeInteger(cents) ? cents : 0,
  };
}
