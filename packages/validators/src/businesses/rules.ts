import { isOfTheFifty } from "../contact/us-states.ts";

/** Our own word for a registration that never arrived or was refused (specification 2, section 4). */
export const REGISTRATION_FAILED = "Failed To Send Request";

/**
 * Where a business stands: six words of the verifier's, 'unknown' for any other of its words, 'error' for one the verifier no
 * longer knows, and our own for one that was not sent (specification 2, section 4).
 */
export const BUSINESS_STATUSES = [
  "open",
  "pending",
  "in_audit",
  "in_review",
  "approved",
  "rejected",
  "unknown",
  "error",
  REGISTRATION_FAILED,
] as const;
export type BusinessStatus = (typeof BUSINESS_STATUSES)[number];

/** Our own word for a lien that was not filed (specification 2, section 4). */
export const LIEN_FAILED = "Failed To File Lien";

/** Our own word for a lien of which it is not known whether it was filed: it may be there, or come yet. */
export const LIEN_UNCONFIRMED = "Filing Not Confirmed";

/** Where a lien stands in the verifier's words. */
export const VERIFIER_LIEN_STATUSES = [
  "created",
  "pending",
  "open",
  "filed",
  "closing",
  "closed",
  "unknown",
] as const;
export type VerifierLienStatus = (typeof VERIFIER_LIEN_STATUSES)[number];

/** Where a lien stands: the verifier's words, and our own. */
export const LIEN_STATUSES = [...VERIFIER_LIEN_STATUSES, LIEN_FAILED, LIEN_UNCONFIRMED] as const;
export type LienStatus = (typeof LIEN_STATUSES)[number];

/** Stands where there is no document of a lien (specification 2, section 4). */
export const LIEN_PDF_NONE = "N/A";

/** Whether a lien is there: those with one, those without, all (specification 2, section 7). */
export const LIEN_FILTERS = ["Yes", "No", "Clear"] as const;
export type LienFilter = (typeof LIEN_FILTERS)[number];

/** Rows of a page, the first unless chosen otherwise (specification 2, section 9). */
export const BUSINESS_PAGE_SIZES = [50, 100, 150, 200, 250] as const;
export type BusinessPageSize = (typeof BUSINESS_PAGE_SIZES)[number];

/** How long the search waits for further typing (specification 2, section 9). */
export const BUSINESS_SEARCH_DELAY_MS = 1_000;
/** How long after registering the list is read again, and after filing (specification 2, section 8). */
export const REFRESH_AFTER_REGISTERING_MS = 2_000;
export const RELOAD_AFTER_FILING_MS = 3_000;

/** As many businesses as one page shows: liens are filed, and had, for no more at once. */
export const MOST_SELECTED = 250;

/** What the rules need to know of a row of the list. */
export interface BusinessStanding {
  isDisabledUser: boolean;
  /** The verifier's id, null until it has the business. */
  businessId: string | null;
  /** Where its liens are filed, two letters. */
  state: string;
  midDeskResponseStatus: BusinessStatus;
  /** Of the newest lien, null when there is none. */
  lienStatus: LienStatus | null;
  /** Liens that the verifier lists, that are not known here, and about which nobody has decided yet. */
  unmatchedLiens: number;
  /** The name of its document, or LIEN_PDF_NONE. */
  lienPdf: string;
}

/** Why a row can not be selected, or null when it can (specification 2, section 4). */
export function whyNotSelectable(row: BusinessStanding): string | null {
  const { isDisabledUser, midDeskResponseStatus: status, lienStatus } = row;
  if (isDisabledUser) return "This user is disabled.";
  if (status === "open" || status === "pending") return `The business is still ${status} at the verifier.`;
  if (needsLien(row)) return null;
  if (status === "unknown")
    return `The verifier has the business in a status that is not known here, and its lien is ${lienStatus ?? "there"}.`;
  return status === "in_review" || status === "in_audit"
    ? `The business is ${status} and its lien is ${lienStatus ?? "there"}.`
    : null;
}

/** Whether a lien is lacking: there is none, the last one failed or was closed (specification 2, section 4). */
export const needsLien = ({ lienStatus }: Pick<BusinessStanding, "lienStatus">): boolean =>
  lienStatus === null || lienStatus === LIEN_FAILED || lienStatus === "closed";

/** Whether there is a document of the lien to be had. */
export const hasLienPdf = ({ lienPdf }: Pick<BusinessStanding, "lienPdf">): boolean =>
  lienPdf !== LIEN_PDF_NONE;

/** Why no lien can be filed against a business, or null when it can. */
export function whyNotFileLien(row: BusinessStanding): string | null {
  const whyNot = whyNotSelectable(row);
  if (whyNot !== null) return whyNot;
  if (row.businessId === null || mayRetryRegistration(row))
    return "The verifier does not know this business. Register it first.";
  if (!isOfTheFifty(row.state))
    return `The verifier files liens in the fifty states only, and this business is in ${row.state}.`;
  if (row.unmatchedLiens > 0) return UNMATCHED_FIRST;
  if (row.lienStatus === LIEN_UNCONFIRMED) return OUTCOME_NOT_KNOWN;
  return needsLien(row) ? null : `A lien already exists: ${row.lienStatus ?? ""}.`;
}

const OUTCOME_NOT_KNOWN = "The outcome of the last filing is unknown. File again from its row.";

/** What is known of a filing that got no answer. */
export const FILING_UNANSWERED =
  "The verifier did not answer this filing. It may have filed the lien, or may still do so.";

/** Why nothing is filed beside a lien that is there and not known here. */
export const UNMATCHED_FIRST =
  "The verifier lists a lien that is not known here. Adopt or terminate it first.";

/** Why a lien can not be filed once more although it is not known what came of the filing before, or null when it can. */
export function whyNotFileAgain(row: BusinessStanding): string | null {
  if (row.lienStatus !== LIEN_UNCONFIRMED) return "There is no filing whose outcome is not known.";
  return whyNotFileLien({ ...row, lienStatus: null });
}

/** What the rules need to know of a lien that the verifier lists and that is not known here. */
export interface UnmatchedStanding {
  status: VerifierLienStatus;
  /** When a person had it terminated. */
  terminationAskedAt: Date | null;
  /** Nothing is left to do about it. */
  isSettled: boolean;
  /** Of the business's own newest lien, null when there is none. */
  lienStatus: LienStatus | null;
}

const SETTLED = "This lien is already resolved.";
const TERMINATION_ASKED = "Its termination was requested.";

/** Why such a lien can not become the business's own, or null when it can. */
export function whyNotAdoptLien({
  isSettled,
  terminationAskedAt,
  lienStatus,
}: UnmatchedStanding): string | null {
  if (isSettled) return SETTLED;
  if (terminationAskedAt !== null) return TERMINATION_ASKED;
  const isFree = needsLien({ lienStatus }) || lienStatus === LIEN_UNCONFIRMED;
  return isFree ? null : `A lien already exists: ${lienStatus ?? ""}.`;
}

/** Why the verifier can not be told to terminate such a lien, or null when it can. */
export function whyNotTerminateLien({
  isSettled,
  terminationAskedAt,
  status,
}: UnmatchedStanding): string | null {
  if (isSettled) return SETTLED;
  if (terminationAskedAt !== null) return TERMINATION_ASKED;
  if (status === "created")
    return "The verifier does not terminate a lien that is just created. Try again once it is pending.";
  return status === "closing" || status === "closed" ? `The lien is ${status} already.` : null;
}

/** Facts of the business's newest own lien. Days are YYYY-MM-DD. */
export interface OwnLienStanding {
  status: LienStatus;
  /** When a person asked for its termination. */
  terminationAskedAt: Date | null;
  lapsesOn: string | null;
  balanceCents: number;
}

/** Returns why an own lien can not be terminated, or null. */
export function whyNotTerminateOwnLien({
  status,
  terminationAskedAt,
  balanceCents,
}: OwnLienStanding): string | null {
  if (terminationAskedAt !== null) return TERMINATION_ASKED;
  if (status === "closing" || status === "closed") return `The lien is ${status} already.`;
  if (status !== "filed") return NOT_FILED;
  return balanceCents > 0 ? "The customer still has a balance that the lien secures." : null;
}

const NOT_FILED = "The lien is not filed.";

/** Months before the lapse in which a continuation can be filed (UCC section 9-515(d)). */
const CONTINUATION_MONTHS = 6;

/** The first day on which a lien that lapses on a day may be continued. */
export function continuableFrom(lapsesOn: string): string {
  const from = new Date(`${lapsesOn}T00:00:00Z`);
  from.setUTCMonth(from.getUTCMonth() - CONTINUATION_MONTHS);
  return from.toISOString().slice(0, 10);
}

/** Why a continuation that was filed on a day (YYYY-MM-DD) can not be recorded, or null when it can. */
export function whyNotContinueLien(
  { status, lapsesOn }: Pick<OwnLienStanding, "status" | "lapsesOn">,
  { filedOn, today }: { filedOn: string; today: string },
): string | null {
  if (status !== "filed" || lapsesOn === null) return NOT_FILED;
  if (filedOn > today) return "Choose a day that is not after today.";
  if (filedOn > lapsesOn) return "The lien had already lapsed on that day. File a new one.";
  const from = continuableFrom(lapsesOn);
  return filedOn < from ? `A continuation counts from ${from} on.` : null;
}

/** Whether a registration can be tried again (specification 2, section 4). */
export const mayRetryRegistration = ({
  midDeskResponseStatus: status,
}: Pick<BusinessStanding, "midDeskResponseStatus">): boolean =>
  status === REGISTRATION_FAILED || status === "error";

/** Whether the filing of a lien can be tried again (specification 2, section 4). */
export const mayRetryLien = (row: BusinessStanding): boolean =>
  row.lienStatus === LIEN_FAILED && whyNotFileLien(row) === null;

/** What registering a user needs of it. */
interface Registrant {
  /** The legal name of the company, or else the one it trades under. */
  businessName: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  hasEin: boolean;
  /** Of a business that was registered, or tried to be; null when there is none. */
  status: BusinessStatus | null;
}

/** Why a user's business can not be sent to the verifier, or null when it can; null for nobody of that id. */
export function whyNotRegister(user: Registrant | null, retry: boolean): string | null {
  if (user === null) return "There is no such user.";
  const { status } = user;
  if (status !== null && !mayRetryRegistration({ midDeskResponseStatus: status }))
    return `The business is already registered: ${status}.`;
  if (status !== null && !retry) return `The business has the status ${status}. Use Retry to send it again.`;
  if (user.businessName.trim() === "") return "The user has no business name.";
  const missing = [user.address, user.city, user.state, user.zipcode].some((part) => part.trim() === "");
  if (missing) return "The address of the user is not complete.";
  return user.hasEin ? null : "The user has no EIN.";
}
