import { PaymentKind, PaymentType } from "@countinghouse/db";
import { z } from "zod";

const id = z.number().int();

/** A payment as it was sent: all it takes to write it again in a database that never heard of it. */
export const JournalEntry = z.object({
  /** The key the processor knows the attempt by. */
  key: z.string().min(1),
  provider: z.enum(["payliance", "tabapay"]),
  sentAt: z.coerce.date(),
  intentId: z.uuid(),
  businessKey: z.string().min(1),
  userId: id,
  applicationId: id.nullable(),
  kind: z.enum(PaymentKind),
  paymentType: z.enum(PaymentType),
  amountCents: id.positive(),
  cardId: id.nullable(),
  bankAccountId: id.nullable(),
  last4: z.string(),
  isExternal: z.boolean(),
  scheduleId: id.nullable(),
  parentId: z.uuid().nullable(),
  secondFunding: z.boolean(),
  createdById: z.uuid().nullable(),
  /** The row of a bulk job it is. */
  bulkItemId: z.uuid().nullable(),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Entries that were written together. */
export const JournalEntries = z.array(JournalEntry);

/** What an intent says of itself in the journal. */
export const JOURNALLED = {
  id: true,
  businessKey: true,
  userId: true,
  applicationId: true,
  kind: true,
  paymentType: true,
  amountCents: true,
  cardId: true,
  bankAccountId: true,
  instrumentLast4: true,
  isExternal: true,
  scheduleId: true,
  parentId: true,
  secondFunding: true,
  createdById: true,
  bulkItem: { select: { id: true } },
} as const;
