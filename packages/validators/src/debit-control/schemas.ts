import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { accountNumber, isTypedTwice, repeatedNumber, routingNumber } from "../bank-accounts/schemas.ts";
import { BULK_MOST_USERS } from "../bulk-jobs/rules.ts";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { pageLimit, RowId } from "../paging.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { RATE_COUNTS, RATE_SOURCES } from "./return-rates.ts";
import { CURES } from "./rules.ts";
import { DEBIT_CONTROL_LABELS } from "./texts.ts";

const MOST_WORDS = 2_000;

/** The customers of a run whose bank transfers are not sent yet. */
export const ForecastOfRun = z.strictObject({ userIds: z.array(UserId).max(BULK_MOST_USERS) });
export type ForecastOfRun = z.infer<typeof ForecastOfRun>;

const RATE_ROWS_PAGE = 50;

/** One page of what a number of the return rates counts. The cursor is the day and the payment of the last row seen. */
export const ListCounted = z.strictObject({
  source: z.enum(RATE_SOURCES),
  count: z.enum(RATE_COUNTS),
  cursor: z.strictObject({ day: z.string().refine(isCalendarDate), paymentId: z.uuid() }).nullable(),
  limit: pageLimit(RATE_ROWS_PAGE),
});
export type ListCounted = z.infer<typeof ListCounted>;

export const ListDebitBlocks = z.strictObject({ userId: UserId });
export type ListDebitBlocks = z.infer<typeof ListDebitBlocks>;

export const ACCOUNT_SUBTYPES = ["checking", "savings"] as const;

/** The corrected account that the holder or the bank named. */
const CorrectedNumbers = z.strictObject({
  account: accountNumber,
  routing: routingNumber,
  subtype: z.enum(ACCOUNT_SUBTYPES),
});

/** The same in a form: the account number is typed twice. */
const TypedNumbers = withRules(CorrectedNumbers.extend({ repeated: repeatedNumber }), isTypedTwice).transform(
  ({ repeated: _repeated, ...numbers }) => numbers,
);

/** A cure: the day it was obtained (YYYY-MM-DD), how, the document, and the corrected numbers. */
export const CureForm = z.strictObject({
  cure: z.enum(CURES),
  obtainedOn: z.string().refine(isCalendarDate, INVALID_DATE),
  how: requiredText(DEBIT_CONTROL_LABELS.how, MOST_WORDS),
  fileId: z.uuid().nullable(),
  numbers: TypedNumbers.nullable(),
});
export type CureForm = z.infer<typeof CureForm>;

/** The same of one account or one card of a customer. */
export const RecordCure = CureForm.extend({
  numbers: CorrectedNumbers.nullable().default(null),
  userId: UserId,
  instrument: z.strictObject({ kind: z.enum(["account", "card"]), id: RowId }),
});
export type RecordCure = z.infer<typeof RecordCure>;
