import {
  BUSINESS_STATUSES,
  type BusinessStatus,
  LIEN_PDF_NONE,
  LIEN_STATUSES,
  type LienStatus,
  VERIFIER_LIEN_STATUSES,
  type VerifierLienStatus,
} from "@countinghouse/validators/businesses/rules";

/** A status as it is kept. Throws for a word that is none: the database refuses those. */
export const parseBusinessStatus = (text: string): BusinessStatus => parseWord(BUSINESS_STATUSES, text);
export const parseLienStatus = (text: string): LienStatus => parseWord(LIEN_STATUSES, text);
export const parseVerifierLienStatus = (text: string): VerifierLienStatus =>
  parseWord(VERIFIER_LIEN_STATUSES, text);

function parseWord<Word extends string>(words: readonly Word[], text: string): Word {
  const word = words.find((each) => each === text);
  if (word === undefined) throw new TypeError(`"${text}" is no status.`);
  return word;
}

const DISABLED_NAME = "Disabled User";

/** Whether a user counts as disabled: by the flag, or by the name old records have instead (specification 2, section 4). */
export const isDisabledUser = (user: { firstname: string; lastname: string; disableLogin: boolean }) =>
  user.disableLogin || `${user.firstname} ${user.lastname}`.trim() === DISABLED_NAME;

/** The name a business is registered and sued under: the company's, or else the one it trades under. */
export const legalName = (user: { companyName: string; businessName: string }): string =>
  user.companyName.trim() || user.businessName.trim();

interface Place {
  address: string;
  city: string;
  state: string;
  zipcode: string;
}

/** An address on one line: "12 Main St, Fresno, CA 93650". */
export const addressLine = ({ address, city, state, zipcode }: Place): string =>
  [address, city, `${state} ${zipcode}`.trim()].filter((part) => part !== "").join(", ");

/** An address as the verifier takes it. */
export const verifiedAddress = ({ address, city, state, zipcode }: Place) => ({
  line1: address,
  line2: null,
  city,
  state,
  postalCode: zipcode,
});

/** What the list shows for the document of a lien. */
export const lienPdfName = (lien: { documentId: string | null; documentName: string } | null): string =>
  lien?.documentId ? lien.documentName : LIEN_PDF_NONE;

/** A filing lapses after so many years (UCC section 9-515). */
const YEARS_EFFECTIVE = 5;

/** The day on which a filing lapses. A leap day lapses on the first of March. */
export function lienLapse(filedOn: Date): Date {
  const lapsesOn = new Date(filedOn);
  lapsesOn.setUTCFullYear(lapsesOn.getUTCFullYear() + YEARS_EFFECTIVE);
  return lapsesOn;
}

/** Which liens that are not known here nobody has decided about yet. */
export const UNDECIDED = { settledAt: null, terminationAskedAt: null };

/** A lien as the verifier tells it. */
interface ToldLien {
  id: string;
  status: LienStatus;
  fileNumber: string | null;
  /** YYYY-MM-DD */
  filedOn: string | null;
  documents: readonly { id: string; filename: string }[];
}

/** What is kept of it. */
export function lienFacts(told: ToldLien) {
  const filedOn = told.filedOn === null ? null : new Date(`${told.filedOn}T00:00:00Z`);
  const [document] = told.documents;
  return {
    vendorId: told.id,
    status: told.status,
    error: "",
    fileNumber: told.fileNumber ?? "",
    filedOn,
    lapsesOn: filedOn && lienLapse(filedOn),
    documentId: document?.id ?? null,
    documentName: document?.filename ?? "",
  };
}

const SOONEST_MS = 10_000;
const LATEST_MS = 60 * 60_000;

/** When to ask again what did not change since `updatedAt`: soon at first, then ever less often, at least each hour. */
export function nextCheck(now: Date, updatedAt: Date): Date {
  const wait = (now.getTime() - updatedAt.getTime()) / 10;
  return new Date(now.getTime() + Math.min(LATEST_MS, Math.max(SOONEST_MS, wait)));
}

const AWAITED: ReadonlySet<BusinessStatus> = new Set(["open", "pending", "in_audit", "in_review", "unknown"]);

/** Whether the verifier has still something to tell of a business or of its lien. */
export const isAwaited = (
  status: BusinessStatus,
  lien: { status: LienStatus; documentId: string | null } | null,
): boolean => AWAITED.has(status) || (lien !== null && isLienAwaited(lien));

const isLienAwaited = ({ status, documentId }: { status: LienStatus; documentId: string | null }): boolean =>
  status === "filed" ? documentId === null : status !== "closed" && status !== "Failed To File Lien";
