import type { FundsDispersedOption } from "../loans/disbursement.ts";

/** What a loan costs and how it is paid. Amounts in cents, dates YYYY-MM-DD; null is "not known". */
export interface LoanTerms {
  approvedAmount: number | null;
  discountAmount: number | null;
  paybackAmount: number | null;
  paymentAmount: number | null;
  /** A decimal below 1, as "0.0725". */
  ofeeRate: string;
  paymentTerms: string;
  firstPaymentDate: string | null;
  discountDate: string | null;
  fundsDispersedOption: FundsDispersedOption;
}
