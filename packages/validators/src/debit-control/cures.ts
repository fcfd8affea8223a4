import { type AccountNumbers, correctsWhatWasWrong } from "./changes.ts";
import { callsNumberWrong } from "./return-codes.ts";
import type { Cure, DebitBlock } from "./rules.ts";

/** Why a cure of this block may not be recorded, or null. Days are YYYY-MM-DD in New York. */
export function whyNotRecordCure(
  block: DebitBlock | null,
  { cure, obtainedOn }: { cure: Cure; obtainedOn: string },
  today: string,
): string | null {
  if (block === null) return "This account or card is not blocked.";
  if (block.cure === null) return "This block cannot be lifted.";
  if (obtainedOn > today) return "The day cannot be after today.";
  if (obtainedOn < block.since)
    return `The return was on ${block.since}. An earlier authorization or correction does not lift the block.`;
  if (block.cure === cure) return null;
  return block.cure === "authorisation"
    ? "A new authorization is needed. A correction does not lift this block."
    : "The account must be corrected. A new authorization does not lift this block.";
}

/** Returns true when only other numbers lift this block. */
export const needsOtherNumbers = ({ kind, code, cure }: DebitBlock): boolean =>
  cure === "correction" && (kind === "notCorrected" || callsNumberWrong(code));

/** Why these numbers do not correct an account that had `was`, or null. Without numbers only another cure is recorded. */
export function whyNotCorrect(
  block: DebitBlock,
  numbers: AccountNumbers | null,
  was: AccountNumbers,
): string | null {
  if (!needsOtherNumbers(block))
    return numbers === null ? null : "Other account numbers do not lift this block.";
  if (numbers === null) return "Enter the corrected account.";
  return correctsWhatWasWrong(block.code, numbers, was)
    ? null
    : "The bank reported this number as wrong. Enter the corrected number.";
}
