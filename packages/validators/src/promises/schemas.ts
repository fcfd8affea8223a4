import { z } from "zod";
import { AmountCents, titledAmountField } from "../money-field.ts";
import { isCalendarDate } from "../new-york.ts";
import { RowVersion } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { WorkItem } from "../work/schemas.ts";
import { PROMISE_LABELS } from "./rules.ts";

const DueOn = z.string("Choose a day.").refine(isCalendarDate, "Choose a day.");

/** A customer promises to pay so much until a day (YYYY-MM-DD in New York). `item` is the item of Today it is about. */
export const RecordPromise = z.strictObject({
  userId: UserId,
  amountCents: AmountCents,
  dueOn: DueOn,
  item: WorkItem.optional(),
});
export type RecordPromise = z.infer<typeof RecordPromise>;

const named = { promiseId: z.uuid(), version: RowVersion };

/** Changes amount and day of a promise. */
export const ChangePromise = z.strictObject({ ...named, amountCents: AmountCents, dueOn: DueOn });
export type ChangePromise = z.infer<typeof ChangePromise>;

/** Ends a promise that does not hold any more. */
export const EndPromise = z.strictObject(named);
export type EndPromise = z.infer<typeof EndPromise>;

export const ListPromises = z.strictObject({ userId: UserId });
export type ListPromises = z.infer<typeof ListPromises>;

/** The form of a promise: dollars as typed, which become cents. */
export const PromiseForm = z
  .strictObject({ amount: titledAmountField(PROMISE_LABELS.amount), dueOn: DueOn })
  .transform(({ amount, dueOn }): Omit<RecordPromise, "userId" | "item"> => ({ amountCents: amount, dueOn }));
