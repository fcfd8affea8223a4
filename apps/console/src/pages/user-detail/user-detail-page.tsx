import { errorDetails } from "@/api/errors.ts";
import { NotesSection } from "@/components/notes/notes-section.tsx";
import { useNotes } from "@/components/notes/use-notes.ts";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { UsualHeights } from "@/layout/section.tsx";
import { useFlags } from "@/layout/use-admin.ts";
import { AnchorTabs } from "./anchor-tabs.tsx";
import { GeneralSection } from "./general/general-section.tsx";
import { IdentityHeader } from "./identity/identity-header.tsx";
import {
  AchDetailsSection,
  AssetReportSection,
  BalanceDetailsSection,
  BankLinksSection,
  BusinessLienSection,
  CrmSection,
  DataStatisticsSection,
  DoNotFundSection,
  ExternalPaymentSection,
  ManualPaymentSection,
  PaymentAdjustmentSection,
  PaymentAutomationSection,
  PaymentDatesSection,
  PaymentProcessorSection,
  PlaidBalanceSection,
  RecontractsSection,
  RemarksSection,
  RiskSections,
  SimilarSections,
  TogglePanelSection,
  UserFilesSection,
} from "./late-sections.ts";
import { Later } from "./later.tsx";
import { useManualPayments } from "./manual-payment/use-manual-payments.ts";
import { OffersSection } from "./offers/offers-section.tsx";
import { hasOffers, RISK_SECTIONS, RISK_SECTIONS_ONCE_FUNDED } from "./sections.ts";
import { SIMILAR_SECTION_IDS } from "./similar/similar-records.ts";
import { useFollowHash } from "./use-follow-hash.ts";
import { useUser } from "./use-user.ts";
import { useUserActions } from "./use-user-actions.ts";
import { useUserAnchors } from "./use-user-anchors.ts";
import { UserDrawer } from "./user-drawer.tsx";
import { usualHeights } from "./usual-heights.ts";

/** The page of one customer. Which one is in the address. */
export default function UserDetailPage() {
  const id = useUserId();
  if (id === null) return <UnknownUser title="User" message="This address names no customer." />;
  return <UserDetail key={id} id={id} />;
}

function UserDetail({ id }: { id: number }) {
  const adjustment = useFlags()?.paymentAdjustment === true;
  const user = useUser(id);
  const notes = useNotes(id);
  const payments = useManualPayments(id);
  const anchors = useUserAnchors({ userId: id, user, notes, payments });
  const actions = useUserActions(anchors);
  useFollowHash(user.data !== undefined);

  const isReady = !user.isPending;
  const isFunded = user.data?.application?.funded === true;
  const failure = user.error ? errorDetails(user.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN") {
    return <UnknownUser title={`User ${id}`} message={failure.message} />;
  }
  return (
    <UsualHeights value={usualHeights(user.data === undefined || isFunded)}>
      <IdentityHeader
        id={id}
        user={user.data}
        isLoading={user.isPending}
        onRecordPayment={actions.recordPayment.run}
        recordPaymentDisabledReason={actions.recordPayment.disabledReason}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 pt-3 lg:grid-cols-[var(--anchor-w)_minmax(0,80rem)]">
        <AnchorTabs anchors={anchors} />
        <div data-sections className={sectionsClass}>
          <GeneralSection query={user} />
          {hasOffers(user.data) && <OffersSection query={user} />}
          <NotesSection
            userId={id}
            query={notes}
            disabledReason={actions.createNote.disabledReason}
            onCreate={actions.createNote.run}
            onUpdate={actions.updateNote}
          />
          <Later ids={["bank-links"]} isReady={isReady}>
            {(hasTurn) => <BankLinksSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["payment-automation"]} isReady={isReady}>
            {() => <PaymentAutomationSection query={user} />}
          </Later>
          <Later ids={["do-not-fund", "crm"]} isReady={isReady}>
            {(hasTurn) => (
              <>
                <DoNotFundSection query={user} hasTurn={hasTurn} />
                <CrmSection userId={id} hasTurn={hasTurn} />
              </>
            )}
          </Later>
          <Later ids={["derogatory-remarks"]} isReady={isReady}>
            {(hasTurn) => <RemarksSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["toggle-panel"]} isReady={isReady}>
            {() => <TogglePanelSection query={user} />}
          </Later>
          <Later ids={isFunded ? RISK_SECTIONS_ONCE_FUNDED : RISK_SECTIONS} isReady={isReady}>
            {(hasTurn) => <RiskSections userId={id} hasTurn={hasTurn} isFunded={isFunded} />}
          </Later>
          <Later ids={SIMILAR_SECTION_IDS} isReady={isReady}>
            {(hasTurn) => <SimilarSections userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["business-lien"]} isReady={isReady}>
            {(hasTurn) => <BusinessLienSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["data-statistics"]} isReady={isReady}>
            {(hasTurn) => <DataStatisticsSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["user-files"]} isReady={isReady}>
            {(hasTurn) => <UserFilesSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["asset-report"]} isReady={isReady}>
            {(hasTurn) => <AssetReportSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["recontracts"]} isReady={isReady}>
            {(hasTurn) => <RecontractsSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["balance-details"]} isReady={isReady}>
            {(hasTurn) => (
              <BalanceDetailsSection userId={id} hasTurn={hasTurn} manualPayment={actions.recordPayment} />
            )}
          </Later>
          <Later ids={["manual-payment"]} isReady={isReady}>
            {() => (
              <ManualPaymentSection
                query={payments}
                disabledReason={actions.recordPayment.disabledReason}
                onOpen={actions.recordPayment.run}
              />
            )}
          </Later>
          <Later ids={["payment-processor"]} isReady={isReady}>
            {(hasTurn) => <PaymentProcessorSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later
            ids={adjustment ? ["payment-adjustment", "payment-dates"] : ["payment-dates"]}
            isReady={isReady}
          >
            {(hasTurn) => (
              <>
                {adjustment && <PaymentAdjustmentSection userId={id} hasTurn={hasTurn} />}
                <PaymentDatesSection userId={id} hasTurn={hasTurn} />
              </>
            )}
          </Later>
          <Later ids={["external-payment"]} isReady={isReady}>
            {() => <ExternalPaymentSection query={user} />}
          </Later>
          <Later ids={["ach-details"]} isReady={isReady}>
            {(hasTurn) => <AchDetailsSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["plaid-balance"]} isReady={isReady}>
            {(hasTurn) => <PlaidBalanceSection userId={id} hasTurn={hasTurn} />}
          </Later>
        </div>
      </div>
      <UserDrawer userId={id} user={user.data} notes={notes.data} />
    </UsualHeights>
  );
}

/** The page's scroll padding already clears the sticky bars. On paper a table that scrolls in itself is shown whole. */
const sectionsClass =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-(--section-gap) print:**:data-[slot=data-table]:max-h-none! print:**:data-[slot=data-table]:overflow-visible!";
