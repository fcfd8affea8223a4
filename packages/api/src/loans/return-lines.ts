import {
  type ChosenParts,
  chosenParts,
  LOAN_RETURN_PART_NAMES,
  type LoanReturnAmounts,
  type LoanReturnPart,
} from "@countinghouse/validators/loan-returns/rules";
import { type Posting, receivable } from "../ledger/post.ts";

/** An entry of the ledger as it was posted, in cents. */
export interface PostedLine {
  account: { code: string; type: Posting["account"]["type"]; userId: number | null };
  amountCents: number;
  /** Where its account does not say which part of the advance it is. */
  part?: LoanReturnPart;
}

/**
 * The lines of an advance that was brought from another system: the ledger has what is owed for it in one, against what was before the
 * import. Of what was approved came to the customer what was paid out; a part of the rest was the disbursement fee, and what is
 * left the origination fee. All in cents.
 */
export function importedLines(
  posted: readonly PostedLine[],
  terms: { approvedAmountCents: bigint | null; disbursementFeeCents: bigint; paidOutCents: number },
): PostedLine[] {
  const { paidOutCents } = terms;
  const keptCents = Math.max(0, Number(terms.approvedAmountCents ?? 0n) - paidOutCents);
  const isDF = Math.min(Number(terms.disbursementFeeCents), keptCents);
  const parts: LoanReturnAmounts = { isDA: paidOutCents, isOF: keptCents - isDF, isDF };
  return posted.flatMap((line) =>
    line.account.userId === null
      ? LOAN_RETURN_PART_NAMES.map((part) => ({ ...line, amountCents: 0 - parts[part], part }))
      : [line],
  );
}

/** Where the fees taken from an advance are booked. */
const FEE_ACCOUNTS: Partial<Record<string, LoanReturnPart>> = {
  "income:origination-fees": "isOF",
  "income:disbursement-fees": "isDF",
};

/** Which part of the advance a line of its disbursement is; null for what can not come back by itself. */
function returnPart({ account, part }: PostedLine): LoanReturnPart | null {
  if (part !== undefined) return part;
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
  0 -
  lines.filter((line) => returnPart(line) === part).reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * The postings that take the chosen parts of a disbursement back, on the accounts they were posted to, against what
 * the user owes. They sum to zero.
 */
export function returnPostings(userId: number, lines: readonly PostedLine[], chosen: ChosenParts): Posting[] {
  const parts = chosenParts(chosen);
  const taken = lines.filter((line) => parts.some((part) => part === returnPart(line)));
  const sumCents = (some: readonly PostedLine[]) =>
    some.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    { account: receivable(userId), amountCents: sumCents(taken) },
    ...Array.from(
      Map.groupBy(taken, ({ account }) => account.code),
      ([code, of]) => ({
        account: { code, type: of[0]?.account.type ?? "ASSET" },
        amountCents: 0 - sumCents(of),
      }),
    ),
  ];
}
