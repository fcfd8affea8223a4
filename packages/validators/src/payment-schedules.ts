import { z } from "zod";
import { pleaseInput } from "./messages.ts";
import { isCalendarDate } from "./new-york.ts";
import { RowId, RowVersion } from "./paging.ts";
import { type DateBounds, PAYMENT_DATES_LABELS, whyNotMovePaymentTo } from "./payment-schedule-rules.ts";
import { UserId } from "./users.ts";

/** The payment dates of one user. */
export const ListPaymentDates = z.strictObject({ userId: UserId });
export type ListPaymentDates = z.infer<typeof ListPaymentDates>;

const PaymentDate = z
  .string(pleaseInput(PAYMENT_DATES_LABELS.paymentDate))
  .refine(isCalendarDate, pleaseInput(PAYMENT_DATES_LABELS.paymentDate));

/** Moves one payment to another day (YYYY-MM-DD). `version` is the one that was read. */
export const MovePaymentDate = z.strictObject({
  id: RowId,
  version: RowVersion,
  paymentDate: PaymentDate,
});
export type MovePaymentDate = z.infer<typeof MovePaymentDate>;

/** The row as a form in its place: the date it may take between its neighbours. */
export const paymentDateBetween = (bounds: DateBounds) =>
  z.strictObject({ paymentDate: PaymentDate }).superRefine(({ paymentDate }, context) => {
    const message = whyNotMovePaymentTo(paymentDate, bounds);
    if (message) context.addIssue({ code: "custom", path: ["paymentDate"], message });
  });
