import { type Candidate, UNNAMED, type UserTexts } from "./candidate.ts";

/** A user as it stands, or as an earlier row of the same file made it. */
export interface KnownUser {
  /** Null for one that an earlier row makes. */
  id: number | null;
  version: number;
  importKey: string;
  texts: UserTexts;
  ssnIndex: string;
  einIndex: string;
}

/** A user that the file says more of, or something else. */
export interface UserChange {
  candidate: Candidate;
  known: KnownUser;
  /** What is empty here and stands in the file. */
  completed: UserTexts;
  /** What stands here and is another in the file. */
  differing: UserTexts;
  /** The e-mail address of the file is another user's. */
  isEmailTaken: boolean;
}

/** Why a row is refused; `kind` is the reason without what differs from row to row. */
export interface RefusedCandidate {
  candidate: Candidate;
  reason: string;
  kind?: string;
}

/** What is to become of the rows of a batch. */
export interface MatchedBatch {
  fresh: Candidate[];
  changed: UserChange[];
  alreadyThere: Candidate[];
  refused: RefusedCandidate[];
}

/** Users by what they can be known again by. */
class Known {
  readonly byKey = new Map<string, KnownUser>();
  readonly byEmail = new Map<string, KnownUser>();
  private readonly byFacet = new Map<string, KnownUser>();

  add(user: KnownUser): void {
    if (user.importKey) this.byKey.set(user.importKey, user);
    if (user.texts.email) this.byEmail.set(user.texts.email, user);
    // Only what was imported without an id is known again by what stands in it.
    if (!user.importKey.startsWith(UNNAMED) || user.id === null) return;
    for (const facet of userFacets(user)) if (!this.byFacet.has(facet)) this.byFacet.set(facet, user);
  }

  findByFacet(candidate: Candidate): KnownUser | undefined {
    const { ssnIndexes, einIndexes, user } = candidate;
    return toFacets(ssnIndexes, einIndexes, user)
      .map((facet) => this.byFacet.get(facet))
      .find((known) => known !== undefined && namesAgree(known.texts, user));
  }
}

const userFacets = ({
  ssnIndex,
  einIndex,
  texts,
}: Pick<KnownUser, "ssnIndex" | "einIndex" | "texts">): string[] =>
  toFacets(ssnIndex ? [ssnIndex] : [], einIndex ? [einIndex] : [], texts);

const toFacets = (
  ssnIndexes: readonly string[],
  einIndexes: readonly string[],
  texts: UserTexts,
): string[] => [
  ...ssnIndexes.map((index) => `ssn ${index}`),
  ...einIndexes.map((index) => `ein ${index}`),
  ...(texts.email ? [`email ${texts.email}`] : []),
  ...(texts.phone ? [`phone ${texts.phone}`] : []),
];

/** Whether no name of the one contradicts the other's; somebody without any name may be anybody. */
function namesAgree(one: UserTexts, other: UserTexts): boolean {
  return (["firstname", "lastname", "businessName", "companyName"] as const).every((field) => {
    const [here = "", there = ""] = [one[field], other[field]];
    return here === "" || there === "" || isSame(here, there);
  });
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * Tells for each row of a batch whether it is a new user, one that is there, or none. A row is known by its key; one that was
 * imported without an id also by its SSN, EIN, e-mail address or telephone number where no name contradicts it. One whose
 * e-mail address another user has is refused.
 */
export function matchUsers(candidates: readonly Candidate[], users: readonly KnownUser[]): MatchedBatch {
  const known = new Known();
  for (const user of users) known.add(user);
  const batch: MatchedBatch = { fresh: [], changed: [], alreadyThere: [], refused: [] };
  for (const candidate of candidates) {
    const { importKey, user } = candidate;
    const same = known.byKey.get(importKey) ?? known.findByFacet(candidate);
    const holder = user.email ? known.byEmail.get(user.email) : undefined;
    if (same) {
      const change = compareUser(candidate, same, holder);
      const isChange = Object.keys(change.completed).length + Object.keys(change.differing).length > 0;
      if (isChange) batch.changed.push(change);
      else batch.alreadyThere.push(candidate);
    } else if (holder) {
      batch.refused.push({ candidate, reason: emailTaken(holder), kind: EMAIL_TAKEN });
    } else {
      batch.fresh.push(candidate);
      known.add(toKnownUser(candidate));
    }
  }
  return batch;
}

/** What a user is once a row has made it. */
const toKnownUser = ({ importKey, user, ssnIndexes, einIndexes }: Candidate): KnownUser => ({
  id: null,
  version: 1,
  importKey,
  texts: user,
  ssnIndex: ssnIndexes[0] ?? "",
  einIndex: einIndexes[0] ?? "",
});

/** What says who a row is, goes to the ledger, or has a door of its own, changes nothing of a user that is there. */
const NOT_CHANGED: readonly string[] = [
  "externalId",
  "balance",
  "balanceDate",
  "doNotFundReason",
  "runPaymentAutomation",
  "isExternal",
  "externalAgency",
];

function compareUser(candidate: Candidate, known: KnownUser, holder: KnownUser | undefined): UserChange {
  const completed: UserTexts = {};
  const differing: UserTexts = {};
  const isEmailTaken = holder !== undefined && holder !== known;
  for (const [field, text] of Object.entries(candidate.user) as [keyof UserTexts, string][]) {
    if (NOT_CHANGED.includes(field)) continue;
    if (isKnownSame(field, text, candidate, known)) continue;
    (isEmpty(field, known) && !(field === "email" && isEmailTaken) ? completed : differing)[field] = text;
  }
  return { candidate, known, completed, differing, isEmailTaken };
}

/** Of a number only its index is read. */
function isEmpty(field: keyof UserTexts, { texts, ssnIndex, einIndex }: KnownUser): boolean {
  if (field === "ssn") return ssnIndex === "";
  if (field === "ein") return einIndex === "";
  return !texts[field] && field !== "doNotFund";
}

function isKnownSame(field: keyof UserTexts, text: string, candidate: Candidate, known: KnownUser): boolean {
  if (field === "ssn") return candidate.ssnIndexes.includes(known.ssnIndex);
  if (field === "ein") return candidate.einIndexes.includes(known.einIndex);
  return isSame(text, known.texts[field] ?? (field === "doNotFund" ? "false" : ""));
}

const EMAIL_TAKEN = "email: another user, or an earlier row, already has this e-mail address.";

const emailTaken = ({ id }: KnownUser): string =>
  id === null
    ? "email: an earlier row of this file has the same e-mail address."
    : `email: user ${id} already has this e-mail address.`;
