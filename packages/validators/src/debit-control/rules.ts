import { addDays, dayNumber } from "../new-york.ts";
import type { PaymentDirection } from "../payments/kinds.ts";
import type { AccountFacts, AskedDebit, ReturnedPayment } from "./account-facts.ts";
import { correctsAccount, correctsNumber, meaningOfChange } from "./changes.ts";
import {
  ACH_RETURN_CODES,
  RCC_RETURN_CODES,
  type ReturnCode,
  refusesCredits,
  saysOfHolder,
} from "./return-codes.ts";

/** A debit may be presented again so often, within so many days of the first one (Nacha, subsection 2.12.4). */
export const MOST_REPRESENTMENTS = 2;
export const REPRESENTMENT_DAYS = 180;

/** The newest corrections that are listed. */
export const MOST_CORRECTIONS = 500;

/** How a block of an account or a card is lifted. */
export const CURES = ["authorisation", "correction"] as const;
export type Cure = (typeof CURES)[number];

/** A cure as it was recorded: the day it was obtained, YYYY-MM-DD, and when that was written down, as milliseconds since 1970. */
export interface ObtainedCure {
  cure: Cure;
  obtainedOn: string;
  recordedMs: number;
}

/** Why a debit, or a payment to the account, is forbidden: what the source said, or a limit of tries. */
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
    | "linkEnded"
    | "remark";
  /** The code that forbids it, or the category of the remark; empty where a limit does. */
  code: string;
  /** What lifts it; null where nothing does. */
  cure: Cure | null;
  /** Since when, YYYY-MM-DD in New York: what lifts it was obtained that day or later. Empty where a limit of tries does. */
  since: string;
  message: string;
}

/** What a return code means; null for one that no dictionary has. */
export const findReturnCode = (isRcc: boolean, code: string): ReturnCode | null =>
  (isRcc ? RCC_RETURN_CODES : ACH_RETURN_CODES)[code.trim().toUpperCase()] ?? null;

/**
 * Why an account is not debited on `today` (YYYY-MM-DD in New York), or null; the same at every door. A later payment lifts
 * nothing, only what the code asks for. A code that is not known forbids nothing: a person sees it on the list of returns.
 */
export function whyNotDebit(today: string, facts: AccountFacts, asked: AskedDebit): DebitBlock | null {
  return (
    whyNotUseChanged(facts, "in") ??
    whyNotUseUnlinked(today, facts, "in") ??
    whyNotUseReturned(facts, "in", (_returned, { retry }) => retry !== "new" && retry !== "identical") ??
    whyNotPresentAgain(today, facts, asked)
  );
}

/**
 * Why nothing is paid to an account, or null; the same at every door. An authorisation to debit that is missing keeps no payment back,
 * a number that is wrong, closed or another's does.
 */
export const whyNotPayTo = (today: string, facts: AccountFacts): DebitBlock | null =>
  whyNotUseChanged(facts, "out") ??
  whyNotUseUnlinked(today, facts, "out") ??
  whyNotUseReturned(facts, "out", ({ isRcc, code }) => refusesCredits(isRcc, code));

/** By what came back of it and counts, the newest first. */
function whyNotUseReturned(
  facts: AccountFacts,
  direction: PaymentDirection,
  counts: (returned: ReturnedPayment, known: ReturnCode) => boolean,
): DebitBlock | null {
  for (const returned of facts.returns) {
    const known = findReturnCode(returned.isRcc, returned.code);
    if (known === null || !counts(returned, known)) continue;
    if (!returned.isOfNumber && !saysOfHolder(known)) continue;
    const cure = cureOf(known);
    if (cure !== null && isLifted(cure, facts, { ...returned, on: returned.returnedOn })) continue;
    return toBlock(returned, known, direction);
  }
  return null;
}

const cureOf = ({ retry }: ReturnCode): Cure | null =>
  retry === "authorisation" || retry === "correction" ? retry : null;

/**
 * What a bank has corrected is not used as it was: a number that was wrong has another version, and what could not be
 * corrected waits for a person (Nacha, subsection 2.12.1: before the next entry, or within six banking days).
 */
function whyNotUseChanged(facts: AccountFacts, direction: PaymentDirection): DebitBlock | null {
  const { used, lifted } = WORDS[direction];
  for (const { code, on, toldMs, isApplied, why } of facts.changes) {
    const what = `Its bank corrected this account on ${on} with ${code} (${meaningOfChange(code)}).`;
    const block = { code, since: on };
    if (isApplied && correctsNumber(code))
      return {
        ...block,
        kind: "corrected",
        cure: null,
        message: `${what} The corrected account is ${used} instead.`,
      };
    const isOpen = !isApplied && correctsAccount(code) && !isLifted("correction", facts, { on, toldMs });
    if (isOpen)
      return {
        ...block,
        kind: "notCorrected",
        cure: "correction",
        message: `${what} ${why} ${lifted.correction}`,
      };
  }
  return null;
}

/**
 * A number that the bank made for the link ends with the link. Any other number is only not debited, where the customer took back
 * the permission, until the customer authorises the debit again.
 */
function whyNotUseUnlinked(
  today: string,
  { notice = null, cures }: AccountFacts,
  direction: PaymentDirection,
): DebitBlock | null {
  if (notice === null || today < notice.on) return null;
  const { kind, on, toldMs, isTokenized } = notice;
  if (!isTokenized && (kind === "disconnected" || direction === "out")) return null;
  const cure = isTokenized ? null : "authorisation";
  if (cure !== null && isLifted(cure, { cures }, { on, toldMs })) return null;
  const what =
    kind === "revoked"
      ? `The customer revoked permission to use this account on ${on}.`
      : `The bank link of this account ended on ${on}.`;
  const { never, lifted } = WORDS[direction];
  const then = cure === null ? `Its number ended with the link. ${never}` : lifted[cure];
  return { kind: "linkEnded", code: "", cure, since: on, message: `${what} ${then}` };
}

/**
 * Whether what was told of a day was lifted since: by the cure that it asks for, obtained that day or later, and recorded when it
 * had been told. A number that was wrong stays so whoever authorises its debit.
 */
export const isLifted = (
  asked: Cure,
  { cures }: Pick<AccountFacts, "cures">,
  { on, toldMs }: { on: string; toldMs: number },
): boolean =>
  cures.some(
    ({ cure, obtainedOn, recordedMs }) => cure === asked && obtainedOn >= on && recordedMs >= toldMs,
  );

interface Words {
  used: string;
  never: string;
  lifted: Record<Cure, string>;
}

const WORDS: Record<PaymentDirection, Words> = {
  in: {
    used: "debited",
    never: "It can no longer be debited.",
    lifted: {
      authorisation: "It can be debited again only after its holder gives a new authorization.",
      correction: "It can be debited again only after the account is corrected.",
    },
  },
  out: {
    used: "paid",
    never: "Payments to it are no longer allowed.",
    lifted: {
      authorisation: "Payments to it are blocked until its holder gives a new authorization.",
      correction: "Payments to it are blocked until the account is corrected.",
    },
  },
};

function toBlock(
  { code, returnedOn, isDebit }: ReturnedPayment,
  known: ReturnCode,
  direction: PaymentDirection,
): DebitBlock {
  const cure = cureOf(known);
  const { never, lifted } = WORDS[direction];
  const what = isDebit ? "A debit of this account" : "A payment to this account";
  return {
    kind: "returned",
    code,
    cure,
    since: returnedOn,
    message: `${what} was returned on ${returnedOn} with ${code} (${known.meaning}). ${cure === null ? never : lifted[cure]}`,
  };
}

/**
 * Whether what came back is the entry that is asked for. The payment page knows no instalments: what it takes counts for whatever
 * is of the same amount. The database counts by the same words (refuse_third_representments).
 */
function isSameEntry(
  today: string,
  returned: ReturnedPayment,
  { amountCents, scheduleId }: AskedDebit,
): boolean {
  if (scheduleId !== null && returned.scheduleId === scheduleId) return true;
  const isLate = addDays(returned.sentOn, REPRESENTMENT_DAYS) < today;
  const mayCount = scheduleId === null ? returned.isOpen || !isLate : returned.scheduleId === null && !isLate;
  return mayCount && returned.amountCents === amountCents;
}

/** Why what came back for want of funds may not be presented once more, or null. */
function whyNotPresentAgain(today: string, facts: AccountFacts, asked: AskedDebit): DebitBlock | null {
  const { amountCents, scheduleId } = asked;
  const unfunded = facts.returns.filter(
    ({ isRcc, code, returnedOn, toldMs, isDebit }) =>
      isDebit &&
      findReturnCode(isRcc, code)?.retry === "identical" &&
      !isLifted("authorisation", facts, { on: returnedOn, toldMs }),
  );
  const same = unfunded
    .filter((returned) => isSameEntry(today, returned, asked))
    .sort((one, other) => dayNumber(one.sentOn) - dayNumber(other.sentOn));
  const first = same[0];
  if (first === undefined) return null;
  const lifted = WORDS.in.lifted.authorisation;
  const last =
    same.toSorted((one, other) => dayNumber(other.returnedOn) - dayNumber(one.returnedOn))[0]?.returnedOn ??
    "";
  if (same.length > MOST_REPRESENTMENTS)
    return limit(
      last,
      "representments",
      `It was returned ${same.length} times for insufficient funds. Only ${MOST_REPRESENTMENTS} re-presentments are allowed. ${lifted}`,
    );
  if (addDays(first.sentOn, REPRESENTMENT_DAYS) < today)
    return limit(
      last,
      "representments",
      `It was returned for insufficient funds and first presented on ${first.sentOn}. The ${REPRESENTMENT_DAYS} days for re-presentment are over. ${lifted}`,
    );
  const own = same.find((returned) => returned.scheduleId === scheduleId);
  if (amountCents !== null && own !== undefined && amountCents !== own.amountCents)
    return limit(
      last,
      "otherAmount",
      `It was returned for insufficient funds and can be re-presented only for the same amount. ${lifted}`,
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
