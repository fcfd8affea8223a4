import { z } from "zod";
import { isCalendarDate } from "../new-york.ts";
import { pageLimit } from "../paging.ts";
import { SENT_STATES } from "../payments/states.ts";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { PROCESSOR_SEARCH_PAGE_SIZE, PROCESSOR_TRANSACTIONS_PAGE_SIZE, whyNotBetween } from "./rules.ts";

/** The last transaction seen; null starts with the latest. */
const Cursor = z.strictObject({ sentAt: z.date(), id: z.uuid() }).nullable().default(null);

/** One page of what processors were asked to move for a user. */
export const ListProcessorTransactions = z.strictObject({
  userId: UserId,
  cursor: Cursor,
  limit: pageLimit(PROCESSOR_TRANSACTIONS_PAGE_SIZE),
});
export type ListProcessorTransactions = z.infer<typeof ListProcessorTransactions>;

const Day = z.string().refine(isCalendarDate, "This is not a day.").nullable().default(null);

const filters = {
  userId: UserId.nullable().default(null),
  /** The whole key or reference of a transaction, or the id of a payment. Empty: any. */
  reference: freeText(100).default(""),
  /** The first and the last day it may have been sent on, in New York (YYYY-MM-DD). */
  from: Day,
  to: Day,
  /** Where the payment stands. */
  state: z.enum(SENT_STATES).nullable().default(null),
};

const refineDays = (
  { from, to }: { from: string | null; to: string | null },
  context: z.RefinementCtx,
): void => {
  const message = whyNotBetween(from, to);
  if (message) context.addIssue({ code: "custom", path: ["to"], message });
};

/** What narrows the calls to processors: whatever is not null. */
export const ProcessorFilters = z.strictObject(filters).superRefine(refineDays);
export type ProcessorFilters = z.infer<typeof ProcessorFilters>;

/** One page of what processors were asked to move for anybody. */
export const SearchProcessor = z
  .strictObject({ ...filters, cursor: Cursor, limit: pageLimit(PROCESSOR_SEARCH_PAGE_SIZE) })
  .superRefine(refineDays);
export type SearchProcessor = z.infer<typeof SearchProcessor>;

/** One payment with all that is known of it. */
export const PaymentDetails = z.strictObject({ paymentId: z.uuid() });
export type PaymentDetails = z.infer<typeof PaymentDetails>;
