import { invalidUserId, readUserIds, type UserIds } from "../bulk-jobs/rules.ts";
import { BUSINESS_MESSAGES as MESSAGES } from "../messages.ts";

/** Characters the textarea of user ids takes: as many as the longest of the bulk screens. */
export const REGISTER_IDS_LIMIT = 4_000;

/** What is split between pasted ids: blanks, line ends and commas (specification 2, section 5). */
export const BETWEEN_REGISTERED_IDS = /[\s,]+/;

/** Reads pasted user ids as the bulk screens do, split at commas too (specification 2, section 5). */
export const readRegisteredIds = (text: string): UserIds => readUserIds(text, BETWEEN_REGISTERED_IDS);

/** Why pasted user ids can not be registered, or null. The message of invalid ones names the first. */
export function whyNotRegisterIds(text: string): string | null {
  if (text.length > REGISTER_IDS_LIMIT)
    return `Use at most ${REGISTER_IDS_LIMIT.toLocaleString("en-US")} characters.`;
  const { ids, tokens } = readRegisteredIds(text);
  const invalid = tokens.find(({ id }) => id === null);
  if (invalid) return invalidUserId(invalid.text);
  return ids.length === 0 ? MESSAGES.invalidIds : null;
}

/** Why the field of pasted user ids is wrong, or null. It stands above the list that names each invalid one. */
export function whyNotPasteIds(text: string): string | null {
  if (text.length > REGISTER_IDS_LIMIT) return whyNotRegisterIds(text);
  return whyNotRegisterIds(text) === null ? null : MESSAGES.invalidIds;
}
