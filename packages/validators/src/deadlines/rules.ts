import { DISCONNECT_DAYS } from "../bank-links/rules.ts";
import { bankingDaysAfter, bankingDaysBefore } from "../banking-days.ts";
import { REPRESENTMENT_DAYS } from "../debit-control/rules.ts";
import { addDays, newYorkDate, startOfDay } from "../new-york.ts";
import type { WorkKind } from "../work/rules.ts";

interface Clock {
  word: string;
  /** The day it runs from, in words. */
  from: string;
  /** It ends so many calendar days after that day, and so many banking days after those. */
  calendarDays: number;
  bankingDays: number;
  /** Who says so. */
  source: string;
  /** What of Today reminds of it: an item that its cause has anyway, one of its own, or nothing where nobody has to act. */
  reminder: WorkKind | null;
}

/** Every clock that runs. Days are days in New York; the one it ends on is the last on which something can be done. */
export const CLOCKS = {
  DISPUTE: {
    word: "Dispute response",
    from: "the processor's report of the chargeback, or 30 days before its answer date",
    calendarDays: 30,
    bankingDays: 0,
    source:
      "Visa Core Rules, dispute response; other networks give longer. To be confirmed with the processor.",
    reminder: "CHARGEBACK",
  },
  CORRECTION: {
    word: "Correction of an account",
    from: "receipt of the notification of change",
    calendarDays: 0,
    bankingDays: 6,
    source: "Nacha Operating Rules, notifications of change: six banking days, or before the next entry",
    reminder: "REFUSED_CORRECTION",
  },
  REPRESENTMENT: {
    word: "Last day for re-presentment",
    from: "the first presentment of the instalment",
    calendarDays: REPRESENTMENT_DAYS,
    bankingDays: 0,
    source: "Nacha Operating Rules, subsection 2.12.4",
    reminder: "DEADLINE",
  },
  UNAUTHORIZED_RETURN: {
    word: "End of the unauthorized return window",
    from: "settlement of the newest debit",
    calendarDays: 60,
    bankingDays: 1,
    source: "Nacha Operating Rules: the banking day after the 60th calendar day from settlement",
    reminder: null,
  },
  OFFER: {
    word: "Offer expires",
    from: "the offer's own day",
    calendarDays: 0,
    bankingDays: 0,
    source: "The offer",
    reminder: "DEADLINE",
  },
  CONSENT: {
    word: "Bank consent expires",
    from: "the consent's own day",
    calendarDays: 0,
    bankingDays: 0,
    source: "The customer's consent at the bank, as the bank-link provider reports it",
    reminder: "DEADLINE",
  },
  DISCONNECT: {
    word: "Bank link ends",
    from: "the bank-link provider's notice",
    calendarDays: DISCONNECT_DAYS,
    bankingDays: 0,
    source: "Plaid, webhook PENDING_DISCONNECT: seven days before the link ends",
    reminder: "BANK_LINK_LOST",
  },
  CARD: {
    word: "Card expires before a debit",
    from: "the first instalment after the card's last day",
    calendarDays: 0,
    bankingDays: 0,
    source: "The card",
    reminder: "DEADLINE",
  },
  ADVERSE_ACTION: {
    word: "Adverse action notice",
    from: "the decision that declined the application",
    calendarDays: 30,
    bankingDays: 0,
    source: "Regulation B, 12 CFR 1002.9(a)(1)",
    reminder: "DEADLINE",
  },
  LIEN_CONTINUATION: {
    word: "Lien lapses",
    from: "the lien's own day",
    calendarDays: 0,
    bankingDays: 0,
    source: "UCC § 9-515: continued within the six months before its lapse",
    reminder: "LIEN",
  },
  LIEN_TERMINATION: {
    word: "Lien to terminate",
    from: "the day the balance reached zero",
    calendarDays: 20,
    bankingDays: 0,
    source:
      "UCC § 9-513(c): 20 days from the debtor's demand; counted here from the payoff, which comes first",
    reminder: "DEADLINE",
  },
  FOLLOW_UP: {
    word: "Follow-up",
    from: "the day that the note says",
    calendarDays: 0,
    bankingDays: 0,
    source: "The note",
    reminder: "DEADLINE",
  },
  PROMISE: {
    word: "Promise to pay",
    from: "the day that the customer promised",
    calendarDays: 0,
    bankingDays: 0,
    source: "The customer's promise",
    reminder: null,
  },
  PREFERENCE: {
    word: "Payment adjustment ends",
    from: "the adjustment's own day",
    calendarDays: 0,
    bankingDays: 0,
    source: "The payment adjustment",
    reminder: "DEADLINE",
  },
} as const satisfies Record<string, Clock>;

export type ClockKind = keyof typeof CLOCKS;
export const CLOCK_KINDS = Object.keys(CLOCKS) as ClockKind[];

/** Deadlines that are shown, the earliest first; the count is of all. */
export const MOST_DEADLINES = 500;

/** So many banking days before its last day a deadline is reminded of. */
export const REMINDER_BANKING_DAYS = [3, 1] as const;
/** No three banking days stretch over more calendar days. */
export const REMINDER_CALENDAR_DAYS = 8;

/** The last day of a clock that runs from a day (both YYYY-MM-DD in New York). */
export function deadlineDay(kind: ClockKind, from: string): string {
  const { calendarDays, bankingDays } = CLOCKS[kind];
  return bankingDaysAfter(addDays(from, calendarDays), bankingDays);
}

/**
 * When a deadline was reminded of first and last up to `now`, null before the first time: at the beginning (New York) of the
 * days REMINDER_BANKING_DAYS before it.
 */
export function remindersUntil(deadline: string, now: Date): { since: Date; latest: Date } | null {
  const today = newYorkDate(now);
  const past = REMINDER_BANKING_DAYS.map((days) => bankingDaysBefore(deadline, days)).filter(
    (day) => day <= today,
  );
  const [first] = past;
  return first === undefined ? null : { since: startOfDay(first), latest: startOfDay(past.at(-1) ?? first) };
}
