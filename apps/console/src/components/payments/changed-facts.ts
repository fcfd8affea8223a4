import { ChangedFacts, type SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { errorDetails } from "@/api/errors.ts";

/** What a customer owes, what would pay everything off today, in cents, and the payment made last. */
export type Owing = { balanceCents: number; payoffCents: number; newestPaymentId: string | null };

/**
 * What happened since a payment was confirmed, what is so now, and the payments beside which it would be another: the equal one, and
 * the one by the other rail without an outcome.
 */
export type Changed = {
  message: string;
  owing: Owing;
  equalPaymentId: string | null;
  openPaymentId: string | null;
};

/** What the server refused a payment with because something had changed; null where it was refused for anything else. */
export function changedFacts(error: unknown): Changed | null {
  const { message, facts } = errorDetails(error);
  const told = ChangedFacts.safeParse(facts);
  if (!told.success) return null;
  const { seen, payoffCents, equalPaymentId, openPaymentId } = told.data;
  return { message, owing: { ...seen, payoffCents }, equalPaymentId, openPaymentId };
}

/** What was seen, as it is confirmed; what could not be shown was not. */
export const toSeenFacts = (owing: Owing | null): SeenFacts => ({
  balanceCents: owing?.balanceCents ?? null,
  newestPaymentId: owing?.newestPaymentId ?? null,
});
