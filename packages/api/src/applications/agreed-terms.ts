import type { Prisma } from "@countinghouse/db";
import { disbursement } from "@countinghouse/validators/loans/disbursement";
import { centsOrNull, dayOrNull } from "../stored-values.ts";

/** What is read of an application to say on which terms it was agreed. */
export const TERMS = {
  isRenewed: true,
  approvedAmountCents: true,
  paybackAmountCents: true,
  paymentAmountCents: true,
  discountAmountCents: true,
  ofeeRate: true,
  termsCalculation: true,
  fundsDispersedOption: true,
  disbursementFeeCents: true,
  disbursementAmountCents: true,
  firstPaymentDate: true,
  discountDate: true,
  lastPaymentDate: true,
} as const satisfies Prisma.ApplicationSelect;

type TermsRow = Prisma.ApplicationGetPayload<{ select: typeof TERMS }>;

/** The terms of an application: amounts in cents, days as YYYY-MM-DD, null for what was not agreed yet. */
export const toAgreedTerms = (row: TermsRow) => ({
  approvedAmountCents: centsOrNull(row.approvedAmountCents),
  paybackAmountCents: centsOrNull(row.paybackAmountCents),
  paymentAmountCents: centsOrNull(row.paymentAmountCents),
  discountAmountCents: centsOrNull(row.discountAmountCents),
  ofeeRate: row.ofeeRate.toString(),
  ofeeCents: agreedOfeeCents(row),
  disbursementFeeCents: Number(row.disbursementFeeCents),
  disbursementAmountCents: centsOrNull(row.disbursementAmountCents),
  fundsDispersedOption: row.fundsDispersedOption,
  termsCalculation: row.termsCalculation,
  firstPaymentDate: dayOrNull(row.firstPaymentDate),
  discountDate: dayOrNull(row.discountDate),
  lastPaymentDate: dayOrNull(row.lastPaymentDate),
});

/**
 * What is kept of the approved amount, in cents: by the amounts that were agreed, else by the rate. Null before an amount is
 * approved.
 */
function agreedOfeeCents(row: TermsRow): number | null {
  const { disbursementAmountCents, disbursementFeeCents, fundsDispersedOption: method, isRenewed } = row;
  if (row.approvedAmountCents === null) return null;
  const approvedAmountCents = Number(row.approvedAmountCents);
  return disbursementAmountCents === null
    ? disbursement({ approvedAmountCents, ofeeRate: row.ofeeRate.toString(), method, isRenewed }).ofeeCents
    : approvedAmountCents - Number(disbursementAmountCents) - Number(disbursementFeeCents);
}
