import { lazy, type ReactNode } from "react";
import { NotesSection } from "@/components/notes/notes-section.tsx";
import type { useNotes } from "@/components/notes/use-notes.ts";
import { GeneralSection } from "./general/general-section.tsx";
import type { useManualPayments } from "./manual-payment/use-manual-payments.ts";
import { OffersSection, RiskFactsSection } from "./offers/offers-section.tsx";
import { hasOffers, type SectionId } from "./sections.ts";
import { SIMILAR_SECTION_IDS } from "./similar/similar-records.ts";
import type { useUser } from "./use-user.ts";
import type { UserActions } from "./use-user-actions.ts";

/** What the page knows and hands to its sections. */
export interface UserPage {
  userId: number;
  user: ReturnType<typeof useUser>;
  notes: ReturnType<typeof useNotes>;
  payments: ReturnType<typeof useManualPayments>;
  actions: UserActions;
  isFunded: boolean;
  hasPaymentAdjustment: boolean;
}

export interface Panel {
  /** Its first section; a panel shows one or, where they belong together, several. */
  id: SectionId;
  /** The sections whose place is kept while it waits. */
  ids: (page: Pick<UserPage, "isFunded" | "hasPaymentAdjustment">) => readonly SectionId[];
  /** Whether it is there with the page; the others load when the reader comes near, 5 s after the page at the latest. */
  isAtOnce?: boolean;
  /** Nobody knows how high it becomes: it loads with the page, so that nothing moves under who goes there. */
  growsFar?: boolean;
  render: (page: UserPage & { hasTurn: boolean }) => ReactNode;
}

const load = () => import("./lazy-sections.ts");
type Sections = Awaited<ReturnType<typeof load>>;

const lazySection = <Name extends keyof Sections>(name: Name) =>
  lazy(() => load().then((module): { default: Sections[Name] } => ({ default: module[name] })));

const BankLinksSection = lazySection("BankLinksSection");
const PaymentAutomationSection = lazySection("PaymentAutomationSection");
const DoNotFundSection = lazySection("DoNotFundSection");
const CrmSection = lazySection("CrmSection");
const RemarksSection = lazySection("RemarksSection");
const TogglePanelSection = lazySection("TogglePanelSection");
const RiskSections = lazySection("RiskSections");
const SimilarSections = lazySection("SimilarSections");
const BusinessLienSection = lazySection("BusinessLienSection");
const DataStatisticsSection = lazySection("DataStatisticsSection");
const UserFilesSection = lazySection("UserFilesSection");
const AssetReportSection = lazySection("AssetReportSection");
const RecontractsSection = lazySection("RecontractsSection");
const BalanceDetailsSection = lazySection("BalanceDetailsSection");
const ManualPaymentSection = lazySection("ManualPaymentSection");
const PaymentProcessorSection = lazySection("PaymentProcessorSection");
const PaymentAdjustmentSection = lazySection("PaymentAdjustmentSection");
const PaymentDatesSection = lazySection("PaymentDatesSection");
const PromisesSection = lazySection("PromisesSection");
const ExternalPaymentSection = lazySection("ExternalPaymentSection");
const AchDetailsSection = lazySection("AchDetailsSection");
const PlaidBalanceSection = lazySection("PlaidBalanceSection");

const panelOf = (id: SectionId, render: Panel["render"]): Panel => ({ id, ids: () => [id], render });

/** The page from top to bottom. */
export const PANELS: readonly Panel[] = [
  { ...panelOf("general", ({ user }) => <GeneralSection query={user} />), isAtOnce: true },
  {
    ...panelOf("offers", ({ user }) => hasOffers(user.data) && <OffersSection query={user} />),
    isAtOnce: true,
  },
  { ...panelOf("risk-facts", ({ user }) => <RiskFactsSection query={user} />), isAtOnce: true },
  {
    ...panelOf("notes", ({ notes, actions }) => (
      <NotesSection
        query={notes}
        disabledReason={actions.createNote.disabledReason}
        onCreate={actions.createNote.run}
        onUpdate={actions.updateNote}
      />
    )),
    isAtOnce: true,
  },
  panelOf("bank-links", (page) => <BankLinksSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("payment-automation", ({ user }) => <PaymentAutomationSection query={user} />),
  {
    id: "do-not-fund",
    ids: () => ["do-not-fund", "crm"],
    render: ({ userId, user, hasTurn }) => (
      <>
        <DoNotFundSection query={user} hasTurn={hasTurn} />
        <CrmSection userId={userId} hasTurn={hasTurn} />
      </>
    ),
  },
  panelOf("derogatory-remarks", (page) => <RemarksSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("toggle-panel", ({ user }) => <TogglePanelSection query={user} />),
  {
    id: "decision-engine",
    ids: ({ isFunded }) => (isFunded ? RISK_ONCE_FUNDED : RISK),
    render: (page) => <RiskSections userId={page.userId} hasTurn={page.hasTurn} isFunded={page.isFunded} />,
  },
  {
    id: "similar-accounts",
    ids: () => SIMILAR_SECTION_IDS,
    render: (page) => <SimilarSections userId={page.userId} hasTurn={page.hasTurn} />,
  },
  panelOf("business-lien", (page) => <BusinessLienSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("data-statistics", (page) => <DataStatisticsSection userId={page.userId} hasTurn={page.hasTurn} />),
  {
    ...panelOf("user-files", (page) => <UserFilesSection userId={page.userId} hasTurn={page.hasTurn} />),
    growsFar: true,
  },
  panelOf("asset-report", (page) => <AssetReportSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("recontracts", (page) => <RecontractsSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("balance-details", ({ userId, actions, hasTurn }) => (
    <BalanceDetailsSection userId={userId} hasTurn={hasTurn} manualPayment={actions.recordPayment} />
  )),
  panelOf("manual-payment", ({ payments, actions }) => (
    <ManualPaymentSection
      query={payments}
      disabledReason={actions.recordPayment.disabledReason}
      onOpen={actions.recordPayment.run}
    />
  )),
  panelOf("payment-processor", (page) => (
    <PaymentProcessorSection userId={page.userId} hasTurn={page.hasTurn} />
  )),
  {
    id: "payment-dates",
    ids: (page) => (page.hasPaymentAdjustment ? ["payment-adjustment", "payment-dates"] : ["payment-dates"]),
    render: ({ userId, hasPaymentAdjustment, hasTurn }) => (
      <>
        {hasPaymentAdjustment && <PaymentAdjustmentSection userId={userId} hasTurn={hasTurn} />}
        <PaymentDatesSection userId={userId} hasTurn={hasTurn} />
      </>
    ),
  },
  panelOf("promises", (page) => <PromisesSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("external-payment", ({ user }) => <ExternalPaymentSection query={user} />),
  panelOf("ach-details", (page) => <AchDetailsSection userId={page.userId} hasTurn={page.hasTurn} />),
  panelOf("plaid-balance", (page) => <PlaidBalanceSection userId={page.userId} hasTurn={page.hasTurn} />),
];

/** How the customer was judged; the place of the balance is kept for who was funded, who mostly has one. */
const RISK: readonly SectionId[] = ["decision-engine", "underwriting", "vantage-score"];
const RISK_ONCE_FUNDED: readonly SectionId[] = [...RISK, "funded-balance"];
