import { z } from "zod";
import { pleaseInput } from "../general-messages.ts";
import { AmountCents, titledAmountField } from "../money-field.ts";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit, RowId, RowVersion } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import {
  type DateBounds,
  PAYMENT_DATES_LABELS,
  PAYMENT_SCHEDULES_PAGE_SIZE,
  SCHEDULES_DUE,
  whyNotMovePaymentTo,
} from "./rules.ts";

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

/** One page of scheduled payments by day: all of one user, or what everyone still has to pay, or has paid lately (null). */
export const SearchPaymentSchedules = z.strictObject({
  userId: UserId.nullable().default(null),
  /** Of everyone; all of a user are listed. */
  due: z.enum(SCHEDULES_DUE).default("all"),
  /** The last row seen, by the day that its list goes by: of what was paid lately the day it was paid. */
  cursor: z
    .strictObject({ paymentDate: z.string().refine(isCalendarDate), id: RowId })
    .nullable()
    .default(null),
  limit: pageLimit(PAYMENT_SCHEDULES_PAGE_SIZE),
});
export type SearchPaymentSchedules = z.infer<typeof SearchPaymentSchedules>;

/** Changes day and amount of one payment. */
export const UpdatePaymentSchedule = MovePaymentDate.extend({ amountCents: AmountCents });
export type UpdatePaymentSchedule = z.infer<typeof UpdatePaymentSchedule>;

/**
 * The same as a form in the row, its amount dollars as typed, which becomes what is sent; a day that is left as it is
 * may lie in the past.
 */
export const paymentScheduleIn = (current: string, bounds: DateBounds) =>
  z
    .strictObject({ paymentDate: PaymentDate, paymentAmount: titledAmountField(PAYMENT_DATES_LABELS.amount) })
    .superRefine(({ paymentDate }, context) => {
      const isMoved = isCalendarDate(paymentDate) && paymentDate !== current;
      const message = isMoved ? whyNotMovePaymentTo(paymentDate, bounds) : null;
      if (message) context.addIssue({ code: "custom", path: ["paymentDate"], message });
    })
    .transform(
      ({ paymentDate, paymentAmount }): Pick<UpdatePaymentSchedule, "paymentDate" | "amountCents"> => ({
        paymentDate,
        amountCents: paymentAmount,
      }),
    );
