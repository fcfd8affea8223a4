import { z } from "zod";
import { AmountCents, titledAmountField } from "../money-field.ts";
import { isCalendarDate } from "../new-york.ts";
import { UserId } from "../users/schemas.ts";
import { PROMISE_LABELS } from "./rules.ts";

const DueOn = z.string("Choose a day.").refine(isCalendarDate, "Choose a day.");

/** A customer promises to pay so much until a day (YYYY-MM-DD in New York). */
export const RecordPromise = z.strictObject({ userId: UserId, amountCents: AmountCents, dueOn: DueOn });
export type RecordPromise = z.infer<typeof RecordPromise>;

/** The form of the same: dollars as typed, which become cents. */
export const PromiseForm = z
  .strictObject({ amount: titledAmountField(PROMISE_LABELS.amount), dueOn: DueOn })
  .transform(({ amount, dueOn }): Omit<RecordPromise, "userId"> => ({ amountCents: amount, dueOn }));
