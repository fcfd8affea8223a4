import { trpc } from "@/api/client.ts";
import type { Anchor } from "../anchor-tabs.tsx";
import { useRemarks } from "../derogatory-remarks/use-remarks.ts";
import type { SectionId } from "../sections.ts";
import { SIMILAR_SECTIONS } from "../similar/similar-records.ts";

const SEEN_ONLY = { enabled: false };

type Facts = Omit<Anchor, "id">;

/** What the anchors of the risk sections say. They look at what the sections have loaded and load nothing. */
export function useRiskAnchors(userId: number, isFunded: boolean) {
  const remarks = useRemarks(userId, 1, false);
  const decisions = trpc.decisions.list.useQuery({ userId }, SEEN_ONLY);
  const underwriting = trpc.decisions.underwriting.useQuery({ userId }, SEEN_ONLY);
  const vantageScore = trpc.decisions.vantageScore.useQuery({ userId }, SEEN_ONLY);
  const business = trpc.businesses.ofUser.useQuery({ userId }, SEEN_ONLY);
  const balances = trpc.similarRecords.fundedBalances.useQuery({ userId }, SEEN_ONLY);
  const similar = {
    accounts: trpc.similarRecords.list.useQuery({ userId, kind: "accounts" }, SEEN_ONLY),
    debitCards: trpc.similarRecords.list.useQuery({ userId, kind: "debitCards" }, SEEN_ONLY),
    addresses: trpc.similarRecords.list.useQuery({ userId, kind: "addresses" }, SEEN_ONLY),
    phones: trpc.similarRecords.list.useQuery({ userId, kind: "phones" }, SEEN_ONLY),
    ssns: trpc.similarRecords.list.useQuery({ userId, kind: "ssns" }, SEEN_ONLY),
    companyNames: trpc.similarRecords.list.useQuery({ userId, kind: "companyNames" }, SEEN_ONLY),
    einTaxes: trpc.similarRecords.list.useQuery({ userId, kind: "einTaxes" }, SEEN_ONLY),
  };
  const facts = {
    "derogatory-remarks": { count: remarks.data?.count, failed: remarks.isError },
    "decision-engine": { count: decisions.data?.length, failed: decisions.isError },
    underwriting: { failed: underwriting.isError },
    "vantage-score": { failed: vantageScore.isError },
    "business-lien": { failed: business.isError },
    "funded-balance": { count: balances.data?.length, failed: balances.isError },
    [SIMILAR_SECTIONS.accounts.id]: similarFacts(similar.accounts),
    [SIMILAR_SECTIONS.debitCards.id]: similarFacts(similar.debitCards),
    [SIMILAR_SECTIONS.addresses.id]: similarFacts(similar.addresses),
    [SIMILAR_SECTIONS.phones.id]: similarFacts(similar.phones),
    [SIMILAR_SECTIONS.ssns.id]: similarFacts(similar.ssns),
    [SIMILAR_SECTIONS.companyNames.id]: similarFacts(similar.companyNames),
    [SIMILAR_SECTIONS.einTaxes.id]: similarFacts(similar.einTaxes),
  } satisfies Partial<Record<SectionId, Facts>>;
  const hasFundedBalance = balances.isPending ? isFunded : balances.isError || balances.data.length > 0;
  return { facts, hasFundedBalance };
}

const similarFacts = ({
  data,
  isError,
}: {
  data: { users: unknown[] } | undefined;
  isError: boolean;
}): Facts => ({
  count: data?.users.length,
  failed: isError,
});
