import { trpc } from "@/api/client.ts";
import type { Anchor } from "../anchor-tabs.tsx";
import type { SectionId } from "../sections.ts";
import { useProcessorTransactions } from "./use-processor-transactions.ts";

const SEEN_ONLY = { enabled: false };

/** What the anchors of the loan's sections say. They look at what the sections have loaded and load nothing. */
export function useLoanAnchors(userId: number) {
  const loan = trpc.loans.get.useQuery({ userId }, SEEN_ONLY);
  const preference = trpc.paymentPreferences.get.useQuery({ userId }, SEEN_ONLY);
  const dates = trpc.paymentSchedules.list.useQuery({ userId }, SEEN_ONLY);
  const processed = useProcessorTransactions(userId, false);
  return {
    "balance-details": { failed: loan.isError },
    "payment-processor": { count: processed.data?.pages.at(-1)?.total, failed: processed.isError },
    "payment-adjustment": { failed: preference.isError },
    "payment-dates": { count: dates.data?.length, failed: dates.isError },
  } satisfies Partial<Record<SectionId, Omit<Anchor, "id">>>;
}
