import { BANK_LINKS_MESSAGES } from "./texts.ts";

/** Why the provider cannot be asked about a user with this many links, or null when it can. */
export const whyNotAskBank = ({ links }: { links: number }): string | null =>
  links > 0 ? null : "This customer has no bank link.";

/** Days between the provider's notice and the disconnect of a link. */
export const DISCONNECT_DAYS = 7;

/** What is said of a customer who never linked a bank. */
export const NO_BANK_LINKED = "No bank linked";

/** Whether the connection of a user was lost: there were links and none is active. Who never had one has lost nothing. */
export const isLinkLost = (links: readonly { isActive: boolean }[]): boolean =>
  links.length > 0 && !links.some(({ isActive }) => isActive);

const TEXTS: ReadonlyMap<string, string> = new Map([
  ["ITEM_LOGIN_REQUIRED", BANK_LINKS_MESSAGES.loginRequired],
  ["INSTITUTION_NOT_RESPONDING", BANK_LINKS_MESSAGES.institutionNotResponding],
  ["INTERNAL_SERVER_ERROR", BANK_LINKS_MESSAGES.internalServerError],
]);

/**
 * What staff is told when a link did not answer (specification 1 section 8): the product's words for the codes it
 * knows, else what the provider said, else that it failed.
 */
export const bankLinkFailure = ({ code, told }: { code: string; told: string }): string =>
  TEXTS.get(code) ?? (told || BANK_LINKS_MESSAGES.reAuthFailed);

const ACCOUNT_NOT_KNOWN = "Not Available";

/** The last four digits of an account: of its number, else the bank's mask, else that they are not known. */
export const shownLast4 = ({ last4, mask }: { last4: string; mask: string | null }): string =>
  last4 || mask || ACCOUNT_NOT_KNOWN;
