import { canonicalJson } from "../canonical-json.ts";

/** The purpose of the signature of a ledger transaction. */
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

/** Returns the signed text of a transaction with its entries. The time of writing is left out, because the chain link covers it. */
export function signedText({ effectiveOn, entries, ...transaction }: SignedPosting): string {
  return canonicalJson({
    ...transaction,
    effectiveOn: effectiveOn.toISOString().slice(0, 10),
    entries: entries.toSorted((one, other) => (one.code < other.code ? -1 : 1)),
  });
}
