export const FUNDS_DISPERSED_OPTIONS = ["nextDayBankACH", "instantBankTransfer"] as const;
export type FundsDispersedOption = (typeof FUNDS_DISPERSED_OPTIONS)[number];

/** What is asked for when money is paid out; the rate is a decimal such as "0.0725". */
export interface DisbursementTerms {
  approvedAmountCents: number;
  ofeeRate: string;
  method: FundsDispersedOption;
  isRenewed: boolean;
}

/** A rate has four decimals at most. */
const RATE_UNITS = 10_000;

/**
 * What an approved amount comes to, in cents: the origination fee (half a cent rounds up), the fee of the method
 * (12 dollars for an instant transfer, 6 for a renewal, nothing for next-day ACH) and what is left to disburse.
 * The three add up to the approved amount; what is left is negative when the fees are more than it.
 */
export function disbursement({ approvedAmountCents, ofeeRate, method, isRenewed }: DisbursementTerms) {
  const rate = Math.round(Number(ofeeRate) * RATE_UNITS);
  // Whole numbers all through: no field takes an amount whose product with the rate would be rounded.
  const ofeeCents = Math.floor((approvedAmountCents * rate + RATE_UNITS / 2) / RATE_UNITS);
  const disbursementFeeCents = methodFeeCents(method, isRenewed);
  return {
    ofeeCents,
    disbursementFeeCents,
    disbursementAmountCents: approvedAmountCents - ofeeCents - disbursementFeeCents,
  };
}

/** The fee of a way to pay out, in cents (specification 1, section 9). */
export function methodFeeCents(method: FundsDispersedOption, isRenewed: boolean): number {
  if (method === "nextDayBankACH") return 0;
  return isRenewed ? 600 : 1200;
}
