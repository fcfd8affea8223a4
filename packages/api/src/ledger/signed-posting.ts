import { canonicalJson } from "../canonical-json.ts";

/** What a transaction of the ledger is signed for. */
export const LEDGER_TRANSACTION = "ledger-transaction";

export interface SignedPosting {
  id: string;
  intentId: string | null;
  kind: string;
  sequence: number;
  effectiveOn: Date;
  reversesId: string | null;
  entries: readonly { code: string; amountCents: number }[];
}

/** What is signed of a transaction: all of it with its entries, but when it was written, which its link covers. */
export function signedText({ effectiveOn, entries, ...transaction }: SignedPosting): string {
  return canonicalJson({
    ...transaction,
    effectiveOn: effectiveOn.toISOString().slice(0, 10),
    entries: entries.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  });
}
