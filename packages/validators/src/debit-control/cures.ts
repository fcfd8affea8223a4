import { type AccountNumbers, correctsWhatWasWrong } from "./changes.ts";
import { callsNumberWrong } from "./return-codes.ts";
import type { Cure, DebitBlock } from "./rules.ts";

/** Why a cure of this block may not be recorded, or null. Days are YYYY-MM-DD in New York. */
export function whyNotRecordCure(
  block: DebitBlock | null,
  { cure, obtainedOn }: { cure: Cure; obtainedOn: string },
  today: string,
): string | null {
  if (block === null) return "Nothing forbids to debit it.";
  if (block.cure === null) return "Nothing lifts this block.";
  if (obtainedOn > today) return "The day can not be after today.";
  if (obtainedOn < block.since)
    return `It came back on ${block.since}: what was obtained before does not lift that.`;
  if (block.cure === cure) return null;
  return block.cure === "authorisation"
    ? "A new authorisation is needed: a correction does not lift this block."
    : "The account has to be corrected: a new authorisation does not lift this block.";
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
    return numbers === null ? null : "This block is not lifted by other numbers.";
  if (numbers === null) return "Enter the corrected account.";
  return correctsWhatWasWrong(block.code, numbers, was)
    ? null
    : "The bank called this number wrong. Enter the corrected one.";
}
