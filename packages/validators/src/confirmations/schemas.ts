import { z } from "zod";

/** What a person saw of a customer when they confirmed a payment. */
export const SeenFacts = z.strictObject({
  /** Cents; null where it could not be shown, which no balance equals. */
  balanceCents: z.int().nullable(),
  /** The payment made last, whatever became of it; null where there was none. */
  newestPaymentId: z.uuid().nullable(),
});
export type SeenFacts = z.infer<typeof SeenFacts>;

/** What a person confirmed of a payment: the server holds it against what is so. */
export const Confirmation = z.strictObject({
  seen: SeenFacts,
  /** The equal payment of the last 24 hours beside which this is another one, or null. */
  equalPaymentId: z.uuid().nullable(),
  /** The payment by the other rail without an outcome that was named, or null; absent where none was. */
  openPaymentId: z.uuid().nullable().optional(),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** The same where more may be taken than is owed, once that is confirmed as well. */
export const OverConfirmation = Confirmation.extend({ balance: z.boolean() });
export type OverConfirmation = z.infer<typeof OverConfirmation>;

/** Stands for what the server has shown: its own keyed digest of the facts. */
export const ReviewDigest = z.string().max(100);

/** The details of a refusal because something changed: what a new confirmation is made on. Cents. */
export const ChangedFacts = z.object({
  confirm: z.literal("changed"),
  seen: SeenFacts.extend({ balanceCents: z.int() }),
  payoffCents: z.int(),
  equalPaymentId: z.uuid().nullable(),
  openPaymentId: z.uuid().nullable().default(null),
});
