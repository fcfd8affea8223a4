import {
  type ChosenParts,
  type LoanReturnAmounts,
  type LoanReturnPart,
  partsOf,
} from "@countinghouse/validators/loan-returns/rules";
import { type Posting, receivableOf } from "../ledger/post.ts";

/** An entry of the ledger as it was posted, in cents. */
export interface PostedLine {
  account: { code: string; type: Posting["account"]["type"]; userId: number | null };
  amountCents: number;
}

/** Where the fees taken from an advance are booked. */
const FEE_ACCOUNTS: Partial<Record<string, LoanReturnPart>> = {
  "income:origination-fees": "isOF",
  "income:disbursement-fees": "isDF",
};

/** Which part of the advance a line of its disbursement is; null for what can not come back by itself. */
function partOf({ account }: PostedLine): LoanReturnPart | null {
  const isMoneyPaidOut = account.type === "ASSET" && account.userId === null;
  return isMoneyPaidOut ? "isDA" : (FEE_ACCOUNTS[account.code] ?? null);
}

/** What each part came to when it was posted, in cents; zero where the disbursement had no such line. */
export const returnAmounts = (lines: readonly PostedLine[]): LoanReturnAmounts => ({
  isDA: paidCents(lines, "isDA"),
  isOF: paidCents(lines, "isOF"),
  isDF: paidCents(lines, "isDF"),
});

/** A disbursement credits all of these accounts; zero less the sum, so that nothing is never minus nothing. */
const paidCents = (lines: readonly PostedLine[], part: LoanReturnPart): number =>
  0 - lines.filter((line) => partOf(line) === part).reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * The postings that take the chosen parts of a disbursement back, on the accounts they were posted to, against what
 * the user owes. They sum to zero.
 */
export function returnPostings(userId: number, lines: readonly PostedLine[], chosen: ChosenParts): Posting[] {
  const parts = partsOf(chosen);
  const taken = lines.filter((line) => parts.some((part) => part === partOf(line)));
  const backCents = taken.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    { account: receivableOf(userId), amountCents: backCents },
    ...taken.map(({ account: { code, type }, amountCents }) => ({
      account: { code, type },
      amountCents: -amountCents,
    })),
  ];
}
