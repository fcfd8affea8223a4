import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { realFlow } from "./real-flow.ts";
import { tagTransaction } from "./tags.ts";
import { type BankTransaction, postedTransactions, type ReportedMoney } from "./transactions.ts";

export interface TaggedTransaction extends BankTransaction {
  tag: TransactionTag;
}

/** What the numbers of a report are made from. */
export interface Book {
  /** How many are posted, own transfers too. */
  posted: number;
  /** The days of the first and the last posted transaction, YYYY-MM-DD; null without any. */
  first: string | null;
  last: string | null;
  /** What really came in and went out, oldest first. */
  real: readonly TaggedTransaction[];
}

/** Reads a report as numbers need it: posted transactions alone, each with its tag, own transfers taken out. */
export function toBook(report: ReportedMoney): Book {
  const posted = postedTransactions(report).map((each) => ({ ...each, tag: tagTransaction(each) }));
  return {
    posted: posted.length,
    first: posted[0]?.date ?? null,
    last: posted.at(-1)?.date ?? null,
    real: realFlow(posted),
  };
}
