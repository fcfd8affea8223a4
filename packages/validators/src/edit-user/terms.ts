import type { FundsDispersedOption } from "../loans/disbursement.ts";

/** What a loan costs and how it is paid. Dates YYYY-MM-DD; null is "not known". */
export interface LoanTerms {
  approvedAmountCents: number | null;
  discountAmountCents: number | null;
  paybackAmountCents: number | null;
  paymentAmountCents: number | null;
  /** A decimal below 1, as "0.0725". */
  ofeeRate: string;
  paymentTerms: string;
  firstPaymentDate: string | null;
  discountDate: string | null;
  fundsDispersedOption: FundsDispersedOption;
}
