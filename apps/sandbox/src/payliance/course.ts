import type { Day } from "../days.ts";
import { bankDaysAfter } from "./bank-days.ts";

/** Where a transaction stands, by the vendor's number for it. */
export const STATUS = {
  pending: 2,
  sentToBank: 4,
  returned: 8,
  settled: 16,
  settledThenReturned: 24,
  voided: 32,
  refunded: 40,
} as const;

export type StatusName = keyof typeof STATUS;

/** What the amounts with these cents come to, whatever their dollars. */
export const MAGIC_CENTS = {
  rejected: 1,
  answerLost: 2,
  returnedWhilePending: 3,
  returnedAfterSettling: 4,
  notificationOfChange: 5,
  rejectedWithoutWords: 6,
} as const;

/** What the bank sends back: 1 after it settled, 2 while it was pending, 3 only a correction of its details. */
export interface Notice {
  on: Day;
  code: string;
  tranStatus: 1 | 2 | 3;
}

/** What becomes of a transaction if nobody stops it. */
export interface Course {
  sentOn: Day;
  /** Null when it comes back before. */
  settlesOn: Day | null;
  notice: Notice | null;
}

/** The course of an amount taken on a day: sent on the next bank day, settled two bank days later. */
export function courseOf(takenOn: Day, amountCents: number): Course {
  const sentOn = bankDaysAfter(takenOn, 1);
  const settlesOn = bankDaysAfter(sentOn, 2);
  const cents = amountCents % 100;
  if (cents === MAGIC_CENTS.returnedWhilePending)
    return { sentOn, settlesOn: null, notice: { on: bankDaysAfter(sentOn, 1), code: "R01", tranStatus: 2 } };
  if (cents === MAGIC_CENTS.returnedAfterSettling)
    return { sentOn, settlesOn, notice: { on: bankDaysAfter(settlesOn, 2), code: "R01", tranStatus: 1 } };
  if (cents === MAGIC_CENTS.notificationOfChange)
    return { sentOn, settlesOn, notice: { on: bankDaysAfter(sentOn, 1), code: "C01", tranStatus: 3 } };
  return { sentOn, settlesOn, notice: null };
}

/** The course of a credit that the vendor makes to refund a debit. */
export function refundCourse(takenOn: Day): Course {
  return courseOf(takenOn, 0);
}

/** Where a transaction on this course stands on a day. */
export function statusOn({ sentOn, settlesOn, notice }: Course, today: Day): StatusName {
  if (notice && notice.tranStatus !== 3 && today >= notice.on)
    return notice.tranStatus === 1 ? "settledThenReturned" : "returned";
  if (settlesOn !== null && today >= settlesOn) return "settled";
  return today >= sentOn ? "sentToBank" : "pending";
}
