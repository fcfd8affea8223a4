import { z } from "zod";
import { ReviewDigest, SeenFacts } from "../confirmations/schemas.ts";
import { CustomerListId } from "../customer-lists/schemas.ts";
import { BULK_JOBS_MESSAGES } from "../messages.ts";
import { AmountCents } from "../money-field.ts";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";
import { BULK_KINDS, BULK_MOST_USERS, BULK_PAYMENT_KINDS, whyNotUseIds } from "./rules.ts";

const BulkKindName = z.enum(BULK_KINDS);
const Version = z.union([z.literal(1), z.literal(2)]);
export const BatchId = z.uuid();

/** Ids as they were pasted: their rules are those of the screen, and checked once the screen is known. */
const PastedIds = z.string();

/** What the customers named by pasted ids would be charged, and why some can not be. */
export const PreviewBulkPayments = z
  .strictObject({ kind: z.enum(BULK_PAYMENT_KINDS), version: Version, userIds: PastedIds })
  .superRefine(({ kind, version, userIds }, context) => {
    const message = whyNotUseIds(userIds, kind, version);
    if (message) context.addIssue({ code: "custom", path: ["userIds"], message });
  });
export type PreviewBulkPayments = z.infer<typeof PreviewBulkPayments>;

/** The same for the customers of a kept list. */
export const PreviewList = z.strictObject({
  kind: z.enum(BULK_PAYMENT_KINDS),
  version: Version,
  listId: CustomerListId,
});
export type PreviewList = z.infer<typeof PreviewList>;

/** The same for those whose payment failed in a batch, with the amounts it had. */
export const PreviewFailed = z.strictObject({ batchId: BatchId });
export type PreviewFailed = z.infer<typeof PreviewFailed>;

/** Asks the banks of the customers named by pasted ids, or, where it is given, of a kept list. */
export const StartBulkBalance = z
  .strictObject({ version: Version, userIds: PastedIds, listId: CustomerListId.optional() })
  .superRefine(({ userIds, listId }, context) => {
    const message = listId === undefined ? whyNotUseIds(userIds, "BULK_BALANCE", 2) : null;
    if (message) context.addIssue({ code: "custom", path: ["userIds"], message });
  });
export type StartBulkBalance = z.infer<typeof StartBulkBalance>;

/** Charges the customers of a reviewed list. */
export const StartBulkPayments = z.strictObject({
  kind: z.enum(BULK_PAYMENT_KINDS),
  version: Version,
  items: z
    .array(
      z.strictObject({
        userId: UserId,
        amountCents: AmountCents,
        scheduleId: RowId.nullable(),
        seen: SeenFacts,
        /** Of the row as the server showed it. */
        reviewed: ReviewDigest,
      }),
    )
    .min(1, BULK_JOBS_MESSAGES.invalidIds)
    .max(BULK_MOST_USERS),
});
export type ReviewedItem = StartBulkPayments["items"][number];
export type StartBulkPayments = z.infer<typeof StartBulkPayments>;

export const OneBulkKind = z.strictObject({ kind: BulkKindName });
export type OneBulkKind = z.infer<typeof OneBulkKind>;

export const OneBatch = z.strictObject({ batchId: BatchId });
export type OneBatch = z.infer<typeof OneBatch>;

/** Which rows: all, those with an outcome, or those without (specification 2, section 4, Show Completed). */
const BULK_SHOWN = ["ALL", "COMPLETED", "OPEN"] as const;

const Place = z.int().min(0).max(2_147_483_647);
/** The place after the last row read, in the order in which rows changed. */
export const BulkCursor = z.strictObject({ change: Place, position: Place });
export type BulkCursor = z.infer<typeof BulkCursor>;

/** Rows of a batch in the order in which they last changed: read from null all come, read on only what changed. */
export const ListBulkRows = z.strictObject({
  batchId: BatchId,
  show: z.enum(BULK_SHOWN).default("ALL"),
  after: BulkCursor.nullable().default(null),
  limit: z.number().int().min(1).max(2_000).default(1_000),
});
export type ListBulkRows = z.infer<typeof ListBulkRows>;
