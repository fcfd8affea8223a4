import type { LinkedAccount } from "@countinghouse/providers/bank-link/port";
import type { Answers } from "../../bank-links/ask.ts";
import type { ShownAccounts } from "../rows.ts";
import type { ClaimedItem } from "./claim.ts";

/** What banks answered about one user, to be kept with what was asked of them. */
export interface AskedUser {
  userId: number;
  answers: Answers<LinkedAccount[]>;
  /** The last digits of the numbers we know, by the provider's id of the account. */
  last4: ReadonlyMap<string, string>;
}

/** What came of one row. */
export interface Outcome {
  item: ClaimedItem;
  /** FOLLOW: it has a payment, whose state is the truth. */
  state: "DONE" | "FAILED" | "FOLLOW";
  errorCode: string;
  errorMessage: string;
  accounts: ShownAccounts | null;
  asked: AskedUser | null;
}

/** A row that failed with a code and a sentence of ours. */
export const failedRow = (
  item: ClaimedItem,
  errorCode: string,
  errorMessage: string,
  of: Partial<Pick<Outcome, "accounts" | "asked">> = {},
): Outcome => ({ item, state: "FAILED", errorCode, errorMessage, accounts: null, asked: null, ...of });

/** Does the rows of one kind. */
export interface Runner<Prepared = unknown> {
  /** Reads what a chunk of rows needs, set by set. Returns it by the id of the row. */
  prepare(items: readonly ClaimedItem[]): Promise<ReadonlyMap<string, Prepared>>;
  /**
   * Does one row; null where it was taken away meanwhile. What it throws fails this row alone. It waits for `begin`
   * when its turn has come, right before its first call, which it does not make where that says false.
   */
  run(
    item: ClaimedItem,
    prepared: Prepared | undefined,
    begin: () => Promise<boolean>,
  ): Promise<Outcome | null>;
}
