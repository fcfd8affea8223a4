import { ChangedFacts, type SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { errorDetails } from "@/api/errors.ts";

/** The balance and today's payoff of a customer, in cents, and the newest payment. */
export type Owing = { balanceCents: number; payoffCents: number; newestPaymentId: string | null };

/**
 * The refusal of a payment that was confirmed on outdated facts. It has the message, the current facts, the equal payment and the
 * open payment by the other rail. A new confirmation names both payments.
 */
export type Changed = {
  message: string;
  owing: Owing;
  equalPaymentId: string | null;
  openPaymentId: string | null;
};

/** Returns the changed facts in a refusal of the server; null when it refused for another reason. */
export function changedFacts(error: unknown): Changed | null {
  const { message, facts } = errorDetails(error);
  const told = ChangedFacts.safeParse(facts);
  if (!told.success) return null;
  const { seen, payoffCents, equalPaymentId, openPaymentId } = told.data;
  return { message, owing: { ...seen, payoffCents }, equalPaymentId, openPaymentId };
}

/** Returns the facts that the admin confirms; null for facts that the page could not show. */
export const toSeenFacts = (owing: Owing | null): SeenFacts => ({
  balanceCents: owing?.balanceCents ?? null,
  newestPaymentId: owing?.newestPaymentId ?? null,
});
