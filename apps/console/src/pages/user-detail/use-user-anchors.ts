import type { SimilarRecordKind } from "@countinghouse/validators/similar-records/rules";
import { trpc } from "@/api/client.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import type { Anchor } from "./anchor-tabs.tsx";
import { useDeal } from "./crm/use-deal.ts";
import { useRemarks } from "./derogatory-remarks/use-remarks.ts";
import { useDoNotFundProgress } from "./do-not-fund/use-do-not-fund.ts";
import type { UserPage } from "./panels.tsx";
import { useProcessorTransactions } from "./payment-processor/use-processor-transactions.ts";
import { ANCHOR_IDS, hasOffers, type SectionId } from "./sections.ts";
import { useUserFiles } from "./user-files/use-user-files.ts";

type Facts = Omit<Anchor, "id">;

/** For a query that only looks at what a section has loaded. */
const SEEN_ONLY = { enabled: false };

/** The anchors of the page, with how much their sections hold and whether they failed. They load nothing themselves. */
export function useUserAnchors(page: Omit<UserPage, "actions">): Anchor[] {
  const { userId, user, notes, payments, isFunded, hasPaymentAdjustment } = page;
  const { openFiles } = useDrawer();
  const paymentDisabledReason = useWhyNot("payments.recordManual");
  const links = trpc.bankLinks.list.useQuery({ userId }, SEEN_ONLY);
  const balances = trpc.bankLinks.balances.useQuery({ userId }, SEEN_ONLY);
  const report = trpc.assetReports.get.useQuery({ userId }, SEEN_ONLY);
  const statistics = trpc.bankStatistics.get.useQuery({ userId }, SEEN_ONLY);
  const doNotFund = useDoNotFundProgress(userId, false);
  const deal = useDeal(userId, false);
  const remarks = useRemarks(userId, 1, false);
  const decisions = trpc.decisions.list.useQuery({ userId }, SEEN_ONLY);
  const underwriting = trpc.decisions.underwriting.useQuery({ userId }, SEEN_ONLY);
  const vantageScore = trpc.decisions.vantageScore.useQuery({ userId }, SEEN_ONLY);
  const funded = trpc.similarRecords.fundedBalances.useQuery({ userId }, SEEN_ONLY);
  const business = trpc.businesses.ofUser.useQuery({ userId }, SEEN_ONLY);
  const files = useUserFiles(userId, false);
  const recontracts = trpc.recontracts.list.useQuery({ userId }, SEEN_ONLY);
  const loan = trpc.loans.get.useQuery({ userId }, SEEN_ONLY);
  const processed = useProcessorTransactions(userId, false);
  const preference = trpc.paymentPreferences.get.useQuery({ userId }, SEEN_ONLY);
  const dates = trpc.paymentSchedules.list.useQuery({ userId }, SEEN_ONLY);
  const promises = trpc.promises.list.useQuery({ userId }, SEEN_ONLY);
  const facts: Record<SectionId, Facts> = {
    general: { failed: user.isError },
    "primary-accounts": { leadsTo: paths.primaryAccount({ id: userId }) },
    offers: { failed: user.isError },
    "risk-facts": { failed: user.isError },
    notes: { count: notes.data?.length, failed: notes.isError },
    "bank-links": { count: links.data?.length, failed: links.isError },
    "payment-automation": { failed: user.isError },
    "do-not-fund": { failed: user.isError || doNotFund.isError },
    crm: { failed: deal.isError },
    "derogatory-remarks": { count: remarks.data?.count, failed: remarks.isError },
    "toggle-panel": { failed: user.isError },
    "decision-engine": { count: decisions.data?.length, failed: decisions.isError },
    underwriting: { failed: underwriting.isError },
    "vantage-score": { failed: vantageScore.isError },
    "funded-balance": { count: funded.data?.length, failed: funded.isError },
    "similar-accounts": useSimilarFacts(userId, "accounts"),
    "similar-debit-cards": useSimilarFacts(userId, "debitCards"),
    "similar-addresses": useSimilarFacts(userId, "addresses"),
    "similar-phone": useSimilarFacts(userId, "phones"),
    "similar-ssn": useSimilarFacts(userId, "ssns"),
    "similar-company-names": useSimilarFacts(userId, "companyNames"),
    "similar-ein-tax-numbers": useSimilarFacts(userId, "einTaxes"),
    "business-lien": { failed: business.isError },
    "data-statistics": { failed: statistics.isError },
    "user-files": { count: files.data?.userFiles.length, failed: files.isError },
    "file-attachments": { opens: openFiles },
    "asset-report": { failed: report.isError },
    recontracts: { count: recontracts.data?.length, failed: recontracts.isError },
    "balance-details": { failed: loan.isError },
    "manual-payment": {
      count: payments.data?.length,
      failed: payments.isError,
      disabledReason: paymentDisabledReason,
    },
    "payment-processor": { count: processed.data?.pages.at(-1)?.total, failed: processed.isError },
    "payment-adjustment": { failed: preference.isError },
    "payment-dates": { count: dates.data?.length, failed: dates.isError },
    promises: { count: promises.data?.length, failed: promises.isError },
    "external-payment": { failed: user.isError },
    "ach-details": { failed: links.isError },
    "plaid-balance": { count: balances.data?.length, failed: balances.isError },
  };
  const isFundedBalanceShown = funded.isPending ? isFunded : funded.isError || funded.data.length > 0;
  return ANCHOR_IDS.filter((id) => id !== "offers" || hasOffers(user.data))
    .filter((id) => id !== "funded-balance" || isFundedBalanceShown)
    .filter((id) => id !== "payment-adjustment" || hasPaymentAdjustment)
    .map((id) => ({ id, ...facts[id] }));
}

function useSimilarFacts(userId: number, kind: SimilarRecordKind): Facts {
  const { data, isError } = trpc.similarRecords.list.useQuery({ userId, kind }, SEEN_ONLY);
  return { count: data?.users.length, failed: isError };
}
