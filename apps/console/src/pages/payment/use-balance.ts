import { trpc } from "@/api/client.ts";

/** What the customer owes, in cents. Where it can not be read a payment is confirmed as if nothing were owed. */
export type Balance =
  | { state: "loading"; cents: null }
  | { state: "known"; cents: number }
  | { state: "unavailable"; cents: null };

/** The balance is read on its own, so that a page without it can still be worked with. */
export function useBalance(userId: number): Balance & { readAgain: () => void; isReading: boolean } {
  const { data, error, isFetching, refetch } = trpc.loans.get.useQuery({ userId });
  return { ...balanceOf(data, error), readAgain: () => void refetch(), isReading: isFetching };
}

function balanceOf(loan: { balanceCents: number } | undefined, error: unknown): Balance {
  // A balance that could not be read again may be another by now.
  if (error) return { state: "unavailable", cents: null };
  if (loan === undefined) return { state: "loading", cents: null };
  return { state: "known", cents: loan.balanceCents };
}
