import { trpc } from "@/api/client.ts";
import type { Owing } from "../payments/changed-facts.ts";

/** The balance of the customer, in cents. While it can not be read, a payment is confirmed as with a zero balance. */
export type Balance = (
  | { state: "loading"; cents: null; owing: null }
  | { state: "known"; cents: number; owing: Owing }
  | { state: "unavailable"; cents: null; owing: null }
) & {
  /** True while the balance is read again, because it may have changed. */
  isReading?: boolean;
};

export const knownBalance = (owing: Owing): Balance => ({ state: "known", cents: owing.balanceCents, owing });

/** Returns the reason why nothing can be confirmed on this balance now, or null. */
export const whyNotConfirmOn = ({ state, isReading }: Balance): string | null =>
  state === "loading" || isReading ? "The balance is being read." : null;

/** Reads the balance separately, so that the page also works without it. */
export function useBalance(userId: number): Balance & { readAgain: () => void; isReading: boolean } {
  const { data, error, isFetching, refetch } = trpc.loans.get.useQuery({ userId });
  return { ...toBalance(data, error), readAgain: () => void refetch(), isReading: isFetching };
}

function toBalance(loan: Owing | undefined, error: unknown): Balance {
  // After a failed read the earlier balance may be outdated.
  if (error) return { state: "unavailable", cents: null, owing: null };
  if (loan === undefined) return { state: "loading", cents: null, owing: null };
  const { balanceCents, payoffCents, newestPaymentId } = loan;
  return knownBalance({ balanceCents, payoffCents, newestPaymentId });
}
