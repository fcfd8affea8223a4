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
  /** The bank's words, or what is right in the place of what was sent. */
  addenda: string;
}

/** What becomes of a transaction if nobody stops it. */
export interface Course {
  sentOn: Day;
  /** Null when it comes back before. */
  settlesOn: Day | null;
  notice: Notice | null;
}

/** The codes of an amount that comes back, and of one whose details are corrected, with what is right. */
export interface Codes {
  returnCode: string;
  changeCode: string;
  corrected: string;
}

/** The course of an amount taken on a day: sent on the next bank day, settled two bank days later. */
export function plotCourse(takenOn: Day, amountCents: number, codes: Codes): Course {
  const sentOn = bankDaysAfter(takenOn, 1);
  const settlesOn = bankDaysAfter(sentOn, 2);
  const cents = amountCents % 100;
  const backOn = (on: Day, tranStatus: 1 | 2): Notice => ({
    on,
    code: codes.returnCode,
    tranStatus,
    addenda: "",
  });
  const changeOn = (on: Day): Notice => ({
    on,
    code: codes.changeCode,
    tranStatus: 3,
    addenda: codes.corrected,
  });
  if (cents === MAGIC_CENTS.returnedWhilePending)
    return { sentOn, settlesOn: null, notice: backOn(bankDaysAfter(sentOn, 1), 2) };
  if (cents === MAGIC_CENTS.returnedAfterSettling)
    return { sentOn, settlesOn, notice: backOn(bankDaysAfter(settlesOn, 2), 1) };
  if (cents === MAGIC_CENTS.notificationOfChange)
    return { sentOn, settlesOn, notice: changeOn(bankDaysAfter(sentOn, 1)) };
  return { sentOn, settlesOn, notice: null };
}

/** The course of a credit that the vendor makes to refund a debit. */
export function refundCourse(takenOn: Day): Course {
  return plotCourse(takenOn, 0, { returnCode: "", changeCode: "", corrected: "" });
}

/** Where a transaction on this course stands on a day. */
export function statusOn({ sentOn, settlesOn, notice }: Course, today: Day): StatusName {
  if (notice && notice.tranStatus !== 3 && today >= notice.on)
    return notice.tranStatus === 1 ? "settledThenReturned" : "returned";
  if (settlesOn !== null && today >= settlesOn) return "settled";
  return today >= sentOn ? "sentToBank" : "pending";
}
