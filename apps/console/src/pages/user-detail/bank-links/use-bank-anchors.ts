import { trpc } from "@/api/client.ts";
import { paths } from "@/paths.ts";
import type { Anchor } from "../anchor-tabs.tsx";
import type { SectionId } from "../sections.ts";

const SEEN_ONLY = { enabled: false };

/** What the anchors of the bank's sections say. They look at what the sections have loaded and load nothing. */
export function useBankAnchors(userId: number) {
  const links = trpc.bankLinks.list.useQuery({ userId }, SEEN_ONLY);
  const balances = trpc.bankLinks.balances.useQuery({ userId }, SEEN_ONLY);
  const report = trpc.assetReports.get.useQuery({ userId }, SEEN_ONLY);
  const statistics = trpc.bankStatistics.get.useQuery({ userId }, SEEN_ONLY);
  return {
    "primary-accounts": { leadsTo: paths.primaryAccount({ id: userId }) },
    "bank-links": { count: links.data?.length, failed: links.isError },
    "data-statistics": { failed: statistics.isError },
    "asset-report": { failed: report.isError },
    "ach-details": { failed: links.isError },
    "plaid-balance": { count: balances.data?.length, failed: balances.isError },
  } satisfies Partial<Record<SectionId, Omit<Anchor, "id">>>;
}
