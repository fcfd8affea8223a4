import { LOAN_RETURNS_MESSAGES } from "../messages.ts";

/** What of an advance can come back, by the names the specification gives them, with their labels. */
export const LOAN_RETURN_PARTS = {
  isDA: LOAN_RETURNS_MESSAGES.disbursementAmount,
  isOF: LOAN_RETURNS_MESSAGES.ofee,
  isDF: LOAN_RETURNS_MESSAGES.disbursementFee,
} as const;
export type LoanReturnPart = keyof typeof LOAN_RETURN_PARTS;
export const LOAN_RETURN_PART_NAMES = Object.keys(LOAN_RETURN_PARTS) as LoanReturnPart[];

export type ChosenParts = Record<LoanReturnPart, boolean>;
/** What each part came to when the advance was paid out, in cents. */
export type LoanReturnAmounts = Record<LoanReturnPart, number>;

export const LOAN_RETURNED = "Loan return recorded successfully!";

/** The refusal of a return without the disbursement itself (specification 1, section 4). */
export const DISBURSEMENT_FIRST = `Check ${LOAN_RETURNS_MESSAGES.disbursementAmount} first.`;

/** Why nothing of this application can be returned, or null; `application` is the newest one. */
export const whyNotFunded = (application: { funded: boolean } | null): string | null =>
  application?.funded ? null : "Only a funded application can be returned.";

export interface LoanReturnFacts {
  funded: boolean;
  returned: boolean;
  /** Null when the ledger has no disbursement of the application. */
  amounts: LoanReturnAmounts | null;
}

/** Why this loan can not be returned, or null. */
export function whyNotReturnLoan({ funded, returned, amounts }: LoanReturnFacts): string | null {
  if (!funded) return whyNotFunded({ funded });
  if (returned) return "This loan was already returned.";
  return amounts === null ? "The ledger has no disbursement of this application." : null;
}

/** Why a part can not be returned, or null: nothing was taken for it. */
export const whyNotReturnPart = (amounts: LoanReturnAmounts, part: LoanReturnPart): string | null =>
  amounts[part] > 0 ? null : `There is no ${LOAN_RETURN_PARTS[part]} to return.`;

/** Why these parts can not be returned together, or null. */
export function whyNotReturnParts(amounts: LoanReturnAmounts, chosen: ChosenParts): string | null {
  if (!chosen.isDA) return DISBURSEMENT_FIRST;
  return (
    chosenParts(chosen)
      .map((part) => whyNotReturnPart(amounts, part))
      .find((whyNot) => whyNot !== null) ?? null
  );
}

/** The chosen parts, in the order they are listed. */
export const chosenParts = (chosen: ChosenParts): LoanReturnPart[] =>
  LOAN_RETURN_PART_NAMES.filter((part) => chosen[part]);

/** What the chosen parts come to, in cents: by so much the customer owes less. */
export const returnedCents = (amounts: LoanReturnAmounts, chosen: ChosenParts): number =>
  chosenParts(chosen).reduce((sum, part) => sum + amounts[part], 0);
