import { toCents } from "../dollars.ts";
import { movedAmount, type TabaPayReversal, type TabaPayTransaction } from "./tabapay-call.ts";

/** What became of the tries to undo a pull, as its transaction tells. */
export interface Reversals {
  /** How much of it was given back, in cents. */
  undoneCents: number;
  /** One try gave back the whole. */
  isUndoneWhole: boolean;
  /** TabaPay does not know of a try, or says of it what we do not know: it may have given back. */
  isOpen: boolean;
  /** The network's code, or else the status, of a try that gave back nothing; null where there was none. */
  declined: string | null;
}

/**
 * The published words for a try (TabaPay, "Resource Status" and "Reversal Status Values"): REVERSED is done; ERROR, which the
 * issuer declined, and FAILED are not; REVERSAL and UNKNOWN are not known. Any other word counts as not known.
 */
const DONE = "REVERSED";
const NOT_DONE: ReadonlySet<string> = new Set(["ERROR", "FAILED"]);

/** What became of the tries to undo a transaction; none where it tells of none. */
export function toReversals(transaction: TabaPayTransaction): Reversals {
  const tries = reversalTries(transaction);
  const wholeCents = movedAmount(transaction) ?? Infinity;
  const undone = tries
    .filter(({ reversalStatus }) => reversalStatus === DONE)
    .map(({ reversalAmount }) => (reversalAmount === undefined ? wholeCents : toCents(reversalAmount)));
  const refused = tries.find(({ reversalStatus = "" }) => NOT_DONE.has(reversalStatus));
  return {
    undoneCents: undone.reduce((sum, cents) => sum + cents, 0),
    isUndoneWhole: undone.some((cents) => cents >= wholeCents),
    isOpen: tries.some(({ reversalStatus = "" }) => reversalStatus !== DONE && !NOT_DONE.has(reversalStatus)),
    declined: refused ? (refused.networkRC2 ?? refused.networkRC ?? refused.reversalStatus ?? "") : null,
  };
}

/** The list is there only of late, and the newest try stands beside it; where they differ, both count. */
function reversalTries({ reversalStatus, reversal, reversals }: TabaPayTransaction): TabaPayReversal[] {
  if (!reversalStatus) return reversals;
  const newest = { ...reversal, reversalStatus } as TabaPayReversal;
  const isListed = reversals.some((each) => each.reversalStatus === reversalStatus);
  return isListed ? reversals : [...reversals, newest];
}
