import type { LedgerRow } from "@countinghouse/providers/ledger-sheet/port";
import type { ManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { centsToInput } from "@countinghouse/validators/money";

interface Payer {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
}

/**
 * The eight cells of the Payments sheet: date in New York, user id, name, amount in dollars (negative when it
 * increases what is owed), payment type, transaction type, mode of payment, notes.
 */
export function paymentSheetRow(
  paymentId: string,
  date: string,
  payer: Payer,
  payment: ManualPayment,
): LedgerRow {
  const { paymentType, amountCents, transactionType, modeOfPayment, lineItemType, description } = payment;
  const dollars = Number(centsToInput(paymentType === "DEBIT" ? amountCents : -amountCents));
  const name = `${payer.firstname} ${payer.lastname}`.trim() || payer.businessName;
  const notes = `${lineItemType}: ${description}${payment.isExternal ? " (external)" : ""}`;
  return {
    rowId: paymentId,
    cells: [date, payer.id, name, dollars, paymentType, transactionType, modeOfPayment, notes],
  };
}
