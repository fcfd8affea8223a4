import type { TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { realFlow } from "./real-flow.ts";
import { tagTransaction } from "./tags.ts";
import { type BankTransaction, postedTransactions, type ReportedMoney } from "./transactions.ts";

export interface TaggedTransaction extends BankTransaction {
  tag: TransactionTag;
  /** What the bank's words say, where staff say otherwise. */
  told?: TransactionTag;
}

/** What staff take transactions for, by their ids. */
export type Changes = ReadonlyMap<string, TransactionTag>;

const NO_CHANGES: Changes = new Map();

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

/**
 * Reads a report as numbers need it: posted transactions alone, each with its tag, own transfers taken out. What staff say of a
 * transaction goes before what the bank's words say.
 */
export function toBook(report: ReportedMoney, changes = NO_CHANGES): Book {
  const posted = postedTransactions(report).map((each) => tagged(each, changes.get(each.id)));
  return {
    posted: posted.length,
    first: posted[0]?.date ?? null,
    last: posted.at(-1)?.date ?? null,
    real: realFlow(posted),
  };
}

function tagged(transaction: BankTransaction, said: TransactionTag | undefined): TaggedTransaction {
  const tag = tagTransaction(transaction);
  return said === undefined ? { ...transaction, tag } : { ...transaction, tag: said, told: tag };
}
