import { trpc } from "@/api/client.ts";
import type { Owing } from "../payments/changed-facts.ts";

/** What the customer owes, in cents. Where it can not be read a payment is confirmed as if nothing were owed. */
export type Balance = (
  | { state: "loading"; cents: null; owing: null }
  | { state: "known"; cents: number; owing: Owing }
  | { state: "unavailable"; cents: null; owing: null }
) & {
  /** While it is read again it may be another by now. */
  isReading?: boolean;
};

export const knownBalance = (owing: Owing): Balance => ({ state: "known", cents: owing.balanceCents, owing });

/** Why nothing can be confirmed on this balance now, or null. */
export const whyNotConfirmOn = ({ state, isReading }: Balance): string | null =>
  state === "loading" || isReading ? "The balance is being read." : null;

/** The balance is read on its own, so that a page without it can still be worked with. */
export function useBalance(userId: number): Balance & { readAgain: () => void; isReading: boolean } {
  const { data, error, isFetching, refetch } = trpc.loans.get.useQuery({ userId });
  return { ...toBalance(data, error), readAgain: () => void refetch(), isReading: isFetching };
}

function toBalance(loan: Owing | undefined, error: unknown): Balance {
  // A balance that could not be read again may be another by now.
  if (error) return { state: "unavailable", cents: null, owing: null };
  if (loan === undefined) return { state: "loading", cents: null, owing: null };
  const { balanceCents, payoffCents, newestPaymentId } = loan;
  return knownBalance({ balanceCents, payoffCents, newestPaymentId });
}
