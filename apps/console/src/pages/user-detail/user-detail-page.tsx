import { lazy } from "react";
import { errorDetails } from "@/api/errors.ts";
import { AnchorTabs } from "./anchor-tabs.tsx";
import { GeneralSection } from "./general-section.tsx";
import { IdentityHeader } from "./identity-header.tsx";
import { Later } from "./later.tsx";
import { LaterBalanceDetails, LaterPaymentAdjustment } from "./later-loan-sections.tsx";
import { LaterRiskSections } from "./later-risk-sections.tsx";
import { ManualPaymentSection } from "./manual-payment-section.tsx";
import { NotesSection } from "./notes-section.tsx";
import { OffersSection } from "./offers-section.tsx";
import { hasOffers } from "./sections.ts";
import { UnknownUser } from "./unknown-user.tsx";
import { useFollowHash } from "./use-follow-hash.ts";
import { useManualPayments } from "./use-manual-payments.ts";
import { useNotes } from "./use-notes.ts";
import { useUser } from "./use-user.ts";
import { useUserActions } from "./use-user-actions.ts";
import { useUserAnchors } from "./use-user-anchors.ts";
import { useUserId } from "./user-detail-params.ts";
import { UserDrawer } from "./user-drawer.tsx";

// The sections further down: the page does not wait for their code.
const TogglePanelSection = lazy(() =>
  import("./toggle-panel-section.tsx").then((module) => ({ default: module.TogglePanelSection })),
);
const ExternalPaymentSection = lazy(() =>
  import("./external-payment-section.tsx").then((module) => ({ default: module.ExternalPaymentSection })),
);
const PaymentAutomationSection = lazy(() =>
  import("./payment-automation-section.tsx").then((module) => ({ default: module.PaymentAutomationSection })),
);
const AchDetailsSection = lazy(() =>
  import("./ach-details-section.tsx").then((module) => ({ default: module.AchDetailsSection })),
);
const AssetReportSection = lazy(() =>
  import("./asset-report-section.tsx").then((module) => ({ default: module.AssetReportSection })),
);
const BankLinksSection = lazy(() =>
  import("./bank-links-section.tsx").then((module) => ({ default: module.BankLinksSection })),
);
const CrmSection = lazy(() => import("./crm-section.tsx").then((module) => ({ default: module.CrmSection })));
const DoNotFundSection = lazy(() =>
  import("./do-not-fund-section.tsx").then((module) => ({ default: module.DoNotFundSection })),
);
const PlaidBalanceSection = lazy(() =>
  import("./plaid-balance-section.tsx").then((module) => ({ default: module.PlaidBalanceSection })),
);
const RemarksSection = lazy(() =>
  import("./remarks-section.tsx").then((module) => ({ default: module.RemarksSection })),
);

/** The page of one customer. Which one is in the address. */
export default function UserDetailPage() {
  const id = useUserId();
  if (id === null) return <UnknownUser title="User" message="This address names no customer." />;
  return <UserDetail key={id} id={id} />;
}

function UserDetail({ id }: { id: number }) {
  const user = useUser(id);
  const notes = useNotes(id);
  const payments = useManualPayments(id);
  const anchors = useUserAnchors({ userId: id, user, notes, payments });
  const actions = useUserActions(anchors);
  useFollowHash(user.data !== undefined);

  const failure = user.error ? errorDetails(user.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN") {
    return <UnknownUser title={`User ${id}`} message={failure.message} />;
  }
  return (
    <>
      <IdentityHeader
        id={id}
        user={user.data}
        isLoading={user.isPending}
        onRecordPayment={actions.recordPayment.run}
        recordPaymentDisabledReason={actions.recordPayment.disabledReason}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 pt-3 lg:grid-cols-[var(--anchor-w)_minmax(0,60rem)]">
        <AnchorTabs anchors={anchors} />
        <div className={sectionsClass}>
          <GeneralSection query={user} />
          {hasOffers(user.data) && <OffersSection query={user} />}
          <NotesSection
            userId={id}
            query={notes}
            disabledReason={actions.createNote.disabledReason}
            onCreate={actions.createNote.run}
            onUpdate={actions.updateNote}
          />
          <Later ids={["bank-links"]} isReady={!user.isPending}>
            {(hasTurn) => <BankLinksSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["payment-automation"]} isReady={!user.isPending}>
            {() => <PaymentAutomationSection query={user} />}
          </Later>
          <Later ids={["do-not-fund", "crm"]} isReady={!user.isPending}>
            {(hasTurn) => (
              <>
                <DoNotFundSection query={user} hasTurn={hasTurn} />
                <CrmSection userId={id} hasTurn={hasTurn} />
              </>
            )}
          </Later>
          <Later ids={["derogatory-remarks"]} isReady={!user.isPending}>
            {(hasTurn) => <RemarksSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["toggle-panel"]} isReady={!user.isPending}>
            {() => <TogglePanelSection query={user} />}
          </Later>
          <LaterRiskSections userId={id} isReady={!user.isPending} />
          <Later ids={["asset-report"]} isReady={!user.isPending}>
            {(hasTurn) => <AssetReportSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <LaterBalanceDetails userId={id} isReady={!user.isPending} />
          <ManualPaymentSection
            query={payments}
            disabledReason={actions.recordPayment.disabledReason}
            onOpen={actions.recordPayment.run}
          />
          <LaterPaymentAdjustment userId={id} isReady={!user.isPending} />
          <Later ids={["external-payment"]} isReady={!user.isPending}>
            {() => <ExternalPaymentSection query={user} />}
          </Later>
          <Later ids={["ach-details"]} isReady={!user.isPending}>
            {(hasTurn) => <AchDetailsSection userId={id} hasTurn={hasTurn} />}
          </Later>
          <Later ids={["plaid-balance"]} isReady={!user.isPending}>
            {(hasTurn) => <PlaidBalanceSection userId={id} hasTurn={hasTurn} />}
          </Later>
        </div>
      </div>
      <UserDrawer userId={id} user={user.data} notes={notes.data} />
    </>
  );
}

/** The page's scroll padding already clears the sticky bars. On paper a table that scrolls in itself is shown whole. */
const sectionsClass =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-(--section-gap) print:**:data-[slot=data-table]:max-h-none! print:**:data-[slot=data-table]:overflow-visible!";
