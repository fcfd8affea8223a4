import { bankingDaysAfter } from "../banking-days.ts";
import { formatCents } from "../money.ts";
import { dayNumber, newYorkDate } from "../new-york.ts";

interface WorkKindFacts {
  word: string;
  /** The button that leads to the record, or to the item where the item itself has the action. */
  verb: string;
  /** Banking days within which it is to be seen to, from when it is known, where it has no deadline of its own. */
  days: number;
  /** It is about a payment, which a promise to pay can end. */
  takesPromise?: true;
}

/** What can wait for a person. An item is there for as long as its cause is. */
export const WORK_KINDS = {
  CLOCK_SET_BACK: { word: "Payments stopped", verb: "Open recovery", days: 0 },
  UNKNOWN_OUTCOME: { word: "Unknown outcome", verb: "Resolve outcome", days: 1 },
  BOOKED_OTHERWISE: { word: "Booking mismatch", verb: "Close mismatch", days: 2 },
  UNMATCHED_REPORT: { word: "Unmatched processor report", verb: "Match payment", days: 2 },
  UNPROCESSED_REPORT: { word: "Return or chargeback not applied", verb: "Apply return", days: 2 },
  CHARGEBACK: { word: "Chargeback to answer", verb: "Answer chargeback", days: 5, takesPromise: true },
  FAILED_PAYMENT: { word: "Failed or returned payment", verb: "Review payment", days: 2, takesPromise: true },
  BROKEN_PROMISE: { word: "Broken promise", verb: "Review promise", days: 1, takesPromise: true },
  REFUSED_CORRECTION: { word: "Correction not applied", verb: "Correct account", days: 6 },
  MANUAL_REVIEW: { word: "Manual Review", verb: "Review application", days: 2 },
  BANK_LINK_LOST: { word: "Bank link lost", verb: "Renew bank link", days: 5 },
  INSTITUTION_DOWN: { word: "Bank down", verb: "Open bank", days: 1 },
  FAILED_MESSAGE: { word: "Update not delivered", verb: "Send again", days: 1 },
  BUSINESS: { word: "Business not registered", verb: "Register business", days: 5 },
  LIEN: { word: "Lien problem", verb: "Refile lien", days: 5 },
  OTHERS_LIEN: { word: "Lien of another creditor", verb: "Review lien", days: 2 },
  APPROVAL: { word: "Approval", verb: "Open approval", days: 1 },
  BREAK: { word: "Reconciliation break", verb: "Resolve break", days: 2 },
  DRIFT: { word: "Out of sync", verb: "Repair data", days: 2 },
  DEADLINE: { word: "Deadline", verb: "Meet deadline", days: 3 },
} as const satisfies Record<string, WorkKindFacts>;

export type WorkKind = keyof typeof WORK_KINDS;
export const WORK_KIND_NAMES = Object.keys(WORK_KINDS) as WorkKind[];

/** Open items of the team, own open items, and items that are snoozed or done while their cause lasts. */
export const WORK_VIEWS = ["team", "mine", "snoozed", "done"] as const;
export type WorkView = (typeof WORK_VIEWS)[number];
/** Former names of views, which are in stored links. */
export const EARLIER_WORK_VIEWS = { "put-off": "snoozed" } as const satisfies Record<string, WorkView>;

/** Returns why an item of this kind takes no promise to pay, or null. */
export function whyNotPromiseOf(kind: WorkKind): string | null {
  const { takesPromise }: WorkKindFacts = WORK_KINDS[kind];
  return takesPromise ? null : WORK_TEXTS.noPromise;
}

/** Whoever opens an item holds it for so long. */
export const WORK_CLAIM_MINUTES = 10;
/** What is done by hand comes back after so many days, where its cause is still there. */
export const WORK_DONE_DAYS = 30;
/** Items that are shown, the first by priority; the counts are of all. */
export const MOST_WORK = 500;
export const WORK_REASON_LENGTH = 500;

export const WORK_TEXTS = {
  gone: "This item was resolved or no longer applies. Reload to see the open items.",
  done: (who: string): string => `Completed by ${who}.`,
  reasonMissing: "Enter what was done.",
  dayMissing: "Choose a day after today.",
  noPromise: "This item is not about a payment of the customer.",
  notStaff: "Choose a colleague who can work on this item.",
  targetInvalid: "Enter a whole number of banking days from 0 to 60.",
  targetChanged: "Someone else changed this target. Reload and try again.",
  targetSaved: "The target was saved.",
} as const;

/** The most banking days that a SUPERADMIN may give a kind. */
export const MOST_TARGET_DAYS = 60;

/**
 * When an item is to be seen to at the latest (YYYY-MM-DD in New York): its own deadline, else so many banking days after it
 * came up.
 */
export const workDueOn = (since: Date, deadline: string | null, days: number): string =>
  deadline ?? bankingDaysAfter(newYorkDate(since), days);

/** Messages that one press sends again; of more it takes the oldest. */
export const MOST_MESSAGES_AGAIN = 1_000;

/** Of what is sent again by what it says, not by its message: what to do instead. */
const SENT_OTHERWISE: Readonly<Record<string, string>> = {
  ASSET_REPORT: "Each asset report order costs money. Order a new one on the customer's page.",
  BUSINESS: "Use Retry in Business & Lien. It sends the current data of the business.",
};

/** Why failed messages of a topic are not sent again as they are, or null. */
export const whyNotSendAgain = (topic: string): string | null => SENT_OTHERWISE[topic] ?? null;

/** The topic of the failed messages that an item of this key is about. */
export const topicOfFailed = (key: string): string => key.slice(0, key.indexOf(":"));

/** What one press came to. */
export function sentAgainText({ again, overtaken }: { again: number; overtaken: number }): string {
  const messages = (count: number) =>
    count === 1 ? "1 message" : `${count.toLocaleString("en-US")} messages`;
  const sent =
    again === 0
      ? "No message was sent again."
      : `${messages(again)} ${again === 1 ? "is" : "are"} sent again.`;
  return overtaken === 0
    ? sent
    : `${sent} ${messages(overtaken)} said what was changed since: ${overtaken === 1 ? "it is" : "they are"} set aside.`;
}

export interface PriorityFacts {
  /** At risk; null where no money is. */
  moneyCents: number | null;
  /** YYYY-MM-DD in New York. */
  dueOn: string;
  since: Date;
}

interface Factor {
  factor: number;
  because: string;
}

export interface Priority {
  /** What items are put in order by, the highest first. */
  score: number;
  money: Factor;
  deadline: Factor;
  age: Factor;
}

const CENTS_PER_DOLLAR = 100;
const DAYS_OF_WEEK = 7;
const MOST_AGE_FACTOR = 3;
const SOON_DAYS = 3;
const round = (value: number): number => Math.round(value * 100) / 100;

/**
 * How much an item matters now: money × deadline × age. Money counts by its order of magnitude (1 + log10 of the dollars and
 * one), a deadline that passed four times, one of today three times, one within three days twice, and each week of waiting
 * once more, up to three times.
 */
export function calculatePriority({ moneyCents, dueOn, since }: PriorityFacts, now: Date): Priority {
  const money = moneyFactor(moneyCents);
  const deadline = deadlineFactor(dayNumber(dueOn) - dayNumber(newYorkDate(now)));
  const age = ageFactor(dayNumber(newYorkDate(now)) - dayNumber(newYorkDate(since)));
  return { score: round(money.factor * deadline.factor * age.factor), money, deadline, age };
}

function moneyFactor(cents: number | null): Factor {
  if (cents === null || cents <= 0) return { factor: 1, because: "No money is at risk." };
  return {
    factor: round(1 + Math.log10(1 + cents / CENTS_PER_DOLLAR)),
    because: `${formatCents(cents)} is at risk.`,
  };
}

const dayCount = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

function deadlineFactor(daysLeft: number): Factor {
  if (daysLeft < 0) return { factor: 4, because: `Its deadline passed ${dayCount(-daysLeft)} ago.` };
  if (daysLeft === 0) return { factor: 3, because: "Its deadline is today." };
  return {
    factor: daysLeft <= SOON_DAYS ? 2 : 1,
    because: `Its deadline is in ${dayCount(daysLeft)}.`,
  };
}

function ageFactor(days: number): Factor {
  const factor = round(Math.min(MOST_AGE_FACTOR, 1 + Math.max(0, days) / DAYS_OF_WEEK));
  return { factor, because: days <= 0 ? "Opened today." : `It has waited for ${dayCount(days)}.` };
}

/** The formula in one line, with its numbers. */
export const priorityInWords = ({ score, money, deadline, age }: Priority): string =>
  `${money.factor} (money) × ${deadline.factor} (deadline) × ${age.factor} (age) = ${score}`;

export interface Handling {
  snoozedUntil: Date | null;
  doneAt: Date | null;
}

const DAY_MS = 86_400_000;

export type WorkState = "open" | "snoozed" | "done";

/** Returns the state of an item. A done item opens again once its cause is reported (`latest`), or after WORK_DONE_DAYS. */
export function workState(handling: Handling | null, latest: Date, now: Date): WorkState {
  if (handling === null) return "open";
  const { snoozedUntil, doneAt } = handling;
  if (snoozedUntil !== null && now < snoozedUntil) return "snoozed";
  if (doneAt === null || latest > doneAt) return "open";
  return now.getTime() - doneAt.getTime() < WORK_DONE_DAYS * DAY_MS ? "done" : "open";
}

export interface Holder {
  id: string;
  name: string;
}

/** Why an admin may not work on an item that somebody else holds now, or null. */
export const whyNotHold = (heldBy: Holder | null, adminId: string): string | null =>
  heldBy === null || heldBy.id === adminId ? null : `${heldBy.name} is working on it.`;
