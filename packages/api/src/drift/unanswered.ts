import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";

/** Why an outside system was not asked to the end. Throws what is no failure of it. */
export function whyUnanswered(error: unknown): string {
  if (error instanceof ProviderError) return wordsForStaff(error.message);
  throw error;
}
