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
 * Returns a row of the Payments sheet. Its eight cells: date in New York, user id, name, amount, payment type, transaction type,
 * mode of payment, notes. The amount is in dollars, and negative when it raises the balance.
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
