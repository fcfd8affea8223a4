import { addDays, dayNumber } from "../new-york.ts";
import { correctsAccount, correctsNumber, meaningOfChange } from "./changes.ts";
import {
  ACH_RETURN_CODES,
  FORBIDDING_DECLINES,
  FRAUD_CHARGEBACKS,
  RCC_RETURN_CODES,
  type ReturnCode,
} from "./return-codes.ts";

/** A debit may be presented again so often, within so many days of the first one (Nacha, subsection 2.12.4). */
export const MOST_REPRESENTMENTS = 2;
export const REPRESENTMENT_DAYS = 180;

/** Most declines of a card: within 24 hours (Mastercard), and within 30 days (Visa). */
export const MOST_DECLINES_A_DAY = 10;
export const MOST_DECLINES_IN_30_DAYS = 15;

/** The newest corrections that are listed. */
export const MOST_CORRECTIONS = 500;

/** How a block of an account or a card is lifted. */
export const CURES = ["authorisation", "correction"] as const;
export type Cure = (typeof CURES)[number];

/** Why a debit is forbidden: what the source said, or a limit of tries. */
export interface DebitBlock {
  kind:
    | "returned"
    | "corrected"
    | "notCorrected"
    | "representments"
    | "otherAmount"
    | "declined"
    | "declines"
    | "chargedBack"
    | "remark";
  /** The code that forbids it, or the category of the remark; empty where a limit does. */
  code: string;
  /** What lifts it; null where nothing does. */
  cure: Cure | null;
  /** Since when, YYYY-MM-DD in New York: what lifts it was obtained that day or later. Empty where a limit of tries does. */
  since: string;
  message: string;
}

/** A payment to or from an account that its bank sent back, whoever had linked the number. Cents, days in New York. */
export interface ReturnedPayment {
  isRcc: boolean;
  code: string;
  sentOn: string;
  returnedOn: string;
  amountCents: number;
  scheduleId: number | null;
  /** Whether the instalment it was for is not paid yet. */
  isOpen: boolean;
  isDebit: boolean;
}

/** What a bank said is right in the place of the account's number, routing number or kind. */
export interface NoticeOfChange {
  code: string;
  /** YYYY-MM-DD */
  on: string;
  isApplied: boolean;
  /** Why it could not be applied; empty where it was, or is about to be. */
  why: string;
}

export interface AccountFacts {
  returns: readonly ReturnedPayment[];
  changes: readonly NoticeOfChange[];
  /** When each cure was recorded last, YYYY-MM-DD; null where it never was. */
  cured: Readonly<Record<Cure, string | null>>;
}

/** What is to be taken: null where it is not known yet. */
export interface AskedDebit {
  amountCents: number | null;
  scheduleId: number | null;
}

/** What a return code means; null for one that no dictionary has. */
export const findReturnCode = (isRcc: boolean, code: string): ReturnCode | null =>
  (isRcc ? RCC_RETURN_CODES : ACH_RETURN_CODES)[code.trim().toUpperCase()] ?? null;

/**
 * Why an account is not debited on `today` (YYYY-MM-DD in New York), or null; the same at every door. A later payment lifts
 * nothing, only what the code asks for. A code that is not known forbids nothing: a person sees it on the list of returns.
 */
export function whyNotDebit(today: string, facts: AccountFacts, asked: AskedDebit): DebitBlock | null {
  const changed = whyNotUseChanged(facts);
  if (changed !== null) return changed;
  for (const returned of facts.returns) {
    const known = findReturnCode(returned.isRcc, returned.code);
    if (known === null || known.retry === "new" || known.retry === "identical") continue;
    if (isCured(known.retry, facts, returned.returnedOn)) continue;
    return toDebitBlock(returned, known);
  }
  return whyNotPresentAgain(today, facts, asked);
}

/**
 * What a bank has corrected is not debited as it was: a number that was wrong has another version, and what could not be
 * corrected waits for a person (Nacha, subsection 2.12.1: before the next entry, or within six banking days).
 */
function whyNotUseChanged({ changes, cured }: AccountFacts): DebitBlock | null {
  for (const { code, on, isApplied, why } of changes) {
    const what = `Its bank corrected this account on ${on} with ${code} (${meaningOfChange(code)}).`;
    const block = { code, since: on };
    if (isApplied && correctsNumber(code))
      return {
        ...block,
        kind: "corrected",
        cure: null,
        message: `${what} The corrected one is debited in its place.`,
      };
    const isOpen =
      !isApplied && correctsAccount(code) && !(cured.correction !== null && cured.correction >= on);
    if (isOpen)
      return {
        ...block,
        kind: "notCorrected",
        cure: "correction",
        message: `${what} ${why} ${LIFTED.correction}`,
      };
  }
  return null;
}

/** A number that was wrong stays so whoever authorises its debit: each code asks for its own cure. */
function isCured(
  retry: "correction" | "authorisation" | "never",
  { cured }: AccountFacts,
  returnedOn: string,
): boolean {
  const day = retry === "never" ? null : cured[retry];
  return day !== null && day >= returnedOn;
}

const LIFTED: Record<Cure, string> = {
  authorisation: "It is debited again only once its holder has authorised that anew.",
  correction: "It is debited again only once the account was corrected.",
};

function toDebitBlock(
  { code, returnedOn, isDebit }: ReturnedPayment,
  { meaning, retry }: ReturnCode,
): DebitBlock {
  const cure = retry === "authorisation" || retry === "correction" ? retry : null;
  const what = isDebit ? "A debit of this account" : "A payment to this account";
  const lifted = cure === null ? "It is not debited any more." : LIFTED[cure];
  return {
    kind: "returned",
    code,
    cure,
    since: returnedOn,
    message: `${what} came back on ${returnedOn} with ${code} (${meaning}). ${lifted}`,
  };
}

/** Why what came back for want of funds may not be presented once more, or null. */
function whyNotPresentAgain(
  today: string,
  { returns, cured }: AccountFacts,
  { amountCents, scheduleId }: AskedDebit,
): DebitBlock | null {
  const unfunded = returns.filter(
    ({ isRcc, code, returnedOn, isDebit }) =>
      isDebit &&
      findReturnCode(isRcc, code)?.retry === "identical" &&
      !(cured.authorisation !== null && cured.authorisation >= returnedOn),
  );
  const same = unfunded
    .filter((returned) =>
      scheduleId === null
        ? returned.amountCents === amountCents &&
          (returned.isOpen || addDays(returned.sentOn, REPRESENTMENT_DAYS) >= today)
        : returned.scheduleId === scheduleId,
    )
    .sort((one, other) => dayNumber(one.sentOn) - dayNumber(other.sentOn));
  const first = same[0];
  if (first === undefined) return null;
  const lifted = LIFTED.authorisation;
  const last =
    same.toSorted((one, other) => dayNumber(other.returnedOn) - dayNumber(one.returnedOn))[0]?.returnedOn ??
    "";
  if (same.length > MOST_REPRESENTMENTS)
    return limit(
      last,
      "representments",
      `It came back ${same.length} times for want of funds, and may be presented again ${MOST_REPRESENTMENTS} times. ${lifted}`,
    );
  if (addDays(first.sentOn, REPRESENTMENT_DAYS) < today)
    return limit(
      last,
      "representments",
      `It came back for want of funds and was first presented on ${first.sentOn}: the ${REPRESENTMENT_DAYS} days in which it may be presented again are over. ${lifted}`,
    );
  if (amountCents !== null && amountCents !== first.amountCents)
    return limit(
      last,
      "otherAmount",
      `It came back for want of funds, and may be presented again for the same amount only. ${lifted}`,
    );
  return null;
}

const limit = (since: string, kind: DebitBlock["kind"], message: string): DebitBlock => ({
  kind,
  code: "",
  cure: "authorisation",
  since,
  message,
});

/** A sale that a card declined, or that was charged back, whoever had put the card on file. */
export interface CardTrouble {
  kind: "declined" | "chargedBack";
  code: string;
  /** When, as milliseconds since 1970. */
  atMs: number;
  /** The day in New York. */
  on: string;
}

export interface CardFactsOfTries {
  troubles: readonly CardTrouble[];
  /** When its holder last authorised charges anew, YYYY-MM-DD, or null. */
  authorisedOn: string | null;
}

const DAY_MS = 86_400_000;

/** Why a card is not charged at `now`, or null; the same at every door. */
export function whyNotChargeCard(now: Date, { troubles, authorisedOn }: CardFactsOfTries): DebitBlock | null {
  for (const { kind, code, on } of troubles) {
    const meaning = (kind === "declined" ? FORBIDDING_DECLINES : FRAUD_CHARGEBACKS)[code];
    if (meaning === undefined) continue;
    if (kind === "declined")
      return {
        kind,
        code,
        cure: null,
        since: on,
        message: `The card was declined on ${on} with ${code} (${meaning}): the networks forbid to try it again.`,
      };
    if (authorisedOn === null || authorisedOn < on)
      return {
        kind,
        code,
        cure: "authorisation",
        since: on,
        message: `A sale of this card was charged back on ${on} with ${code} (${meaning}). It is charged again only once its holder has authorised that anew.`,
      };
  }
  const declines = troubles.filter(({ kind }) => kind === "declined").map(({ atMs }) => now.getTime() - atMs);
  const lately = declines.filter((ago) => ago < DAY_MS).length;
  const inMonth = declines.filter((ago) => ago < 30 * DAY_MS).length;
  if (lately < MOST_DECLINES_A_DAY && inMonth < MOST_DECLINES_IN_30_DAYS) return null;
  return {
    kind: "declines",
    code: "",
    cure: null,
    since: "",
    message: `The card was declined ${lately >= MOST_DECLINES_A_DAY ? `${lately} times in 24 hours` : `${inMonth} times in 30 days`}: the networks allow no more tries for now.`,
  };
}

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
  return block.cure === "authorisation" && cure !== "authorisation"
    ? "A new authorisation is needed: a correction does not lift this block."
    : null;
}
