import { Fragment, lazy, Suspense, useEffect, useLayoutEffect } from "react";
import { errorDetails } from "@/api/errors.ts";
import { ApprovalsStrip } from "@/components/approvals/approvals-strip.tsx";
import { useNotes } from "@/components/notes/use-notes.ts";
import { HeldStrip } from "@/components/payments/held-strip.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { UsualHeights } from "@/layout/section.tsx";
import { useFlags } from "@/layout/use-admin.ts";
import { usePreferences } from "@/lib/preferences.ts";
import { useRememberedCustomer } from "@/lib/recent-customers.ts";
import { AnchorTabs } from "./anchor-tabs.tsx";
import { DeadlineStrip } from "./identity/deadline-strip.tsx";
import { IdentityHeader } from "./identity/identity-header.tsx";
import { LazyPanel } from "./lazy-panel.tsx";
import { useManualPayments } from "./manual-payment/use-manual-payments.ts";
import { MoneyHead } from "./money/money-head.tsx";
import { PANELS, type UserPage } from "./panels.tsx";
import { focusSection, SECTIONS, type SectionId, usualHeights } from "./sections.ts";
import { TimelineRail, TimelineSheet } from "./timeline/timeline-rail.tsx";
import { type User, useUser } from "./use-user.ts";
import { useOfferedActions, useUserActions } from "./use-user-actions.ts";
import { useUserAnchors } from "./use-user-anchors.ts";
import { UserDrawer } from "./user-drawer.tsx";

const WorkStrip = lazy(() => import("@/components/work/work-strip.tsx"));

/** The page of one customer. Which one is in the address. */
export default function UserDetailPage() {
  const id = useUserId();
  if (id === null) return <UnknownUser title="User" message="This address has no customer id." />;
  return <UserDetail key={id} id={id} />;
}

const displayName = ({ id, firstname, lastname, businessName }: User): string =>
  `${firstname} ${lastname}`.trim() || businessName || `User ${id}`;

function UserDetail({ id }: { id: number }) {
  const hasPaymentAdjustment = useFlags()?.paymentAdjustment === true;
  const user = useUser(id);
  const notes = useNotes(id);
  const payments = useManualPayments(id);
  const isFunded = user.data?.application?.funded === true;
  const isRailShown = !usePreferences().timelineHidden;
  const actions = useUserActions(id);
  useFollowHash(user.data !== undefined);
  useRememberedCustomer(id, user.data && displayName(user.data));

  const failure = user.error ? errorDetails(user.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN") {
    return <UnknownUser title={`User ${id}`} message={failure.message} />;
  }
  const page: UserPage = { userId: id, user, notes, payments, actions, isFunded, hasPaymentAdjustment };
  return (
    <UsualHeights value={usualHeights(user.data === undefined || isFunded)}>
      <IdentityHeader id={id} user={user.data} isLoading={user.isPending} />
      <ApprovalsStrip userId={id} isReady={user.data !== undefined} />
      <HeldStrip userId={id} isReady={user.data !== undefined} />
      <DeadlineStrip userId={id} isReady={user.data !== undefined} />
      <Suspense fallback={null}>
        <WorkStrip userId={id} isReady={user.data !== undefined} />
      </Suspense>
      <MoneyHead userId={id} />
      <div
        data-rail={isRailShown || undefined}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 pt-4 lg:grid-cols-[var(--anchor-w)_minmax(0,80rem)] min-[1440px]:data-rail:grid-cols-[var(--anchor-w)_minmax(0,1fr)_var(--rail-w)] print:grid-cols-[minmax(0,1fr)]!"
      >
        <Anchors page={page} />
        <div data-sections className={sectionsClass}>
          <Panels page={page} />
        </div>
        {isRailShown && <TimelineRail userId={id} notes={notes.data} isReady={user.data !== undefined} />}
      </div>
      <TimelineSheet userId={id} notes={notes.data} isReady />
      <UserDrawer userId={id} user={user.data} notes={notes.data} />
    </UsualHeights>
  );
}

/** Apart from the page: what one section has loaded changes its anchor, not all the others. */
function Anchors({ page }: { page: UserPage }) {
  const anchors = useUserAnchors(page);
  useOfferedActions(page.actions, anchors);
  return <AnchorTabs anchors={anchors} />;
}

const Panels = ({ page }: { page: UserPage }) =>
  PANELS.map(({ id, ids, isAtOnce, growsFar = false, render }) =>
    isAtOnce ? (
      <Fragment key={id}>{render({ ...page, hasTurn: true })}</Fragment>
    ) : (
      <LazyPanel key={id} ids={ids(page)} isReady={!page.user.isPending} isNext={growsFar}>
        {(hasTurn) => render({ ...page, hasTurn })}
      </LazyPanel>
    ),
  );

/** The page's scroll padding already clears the sticky bars. On paper a table that scrolls in itself is shown whole. */
const sectionsClass =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-(--section-gap) print:**:data-[slot=data-table]:max-h-none! print:**:data-[slot=data-table]:overflow-visible!";

/**
 * Goes to the section the address names before anything is painted, and once more when it is known which sections
 * there are, in case the browser has not kept it in its place.
 */
function useFollowHash(isReady: boolean): void {
  useLayoutEffect(followHash, []);
  useEffect(() => {
    if (!isReady) return undefined;
    const frame = requestAnimationFrame(followHash);
    return () => cancelAnimationFrame(frame);
  }, [isReady]);
}

function followHash(): void {
  const named = window.location.hash.slice(1);
  if (!isSection(named)) return;
  document.getElementById(named)?.scrollIntoView();
  focusSection(named);
}

const isSection = (id: string): id is SectionId => Object.hasOwn(SECTIONS, id);
