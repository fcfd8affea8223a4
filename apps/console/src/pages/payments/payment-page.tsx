import { CUSTOMER_PAYMENTS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useSearch } from "wouter";
import { errorDetails, failureText } from "@/api/errors.ts";
import { ApprovalsStrip } from "@/components/approvals/approvals-strip.tsx";
import { NoteDrawer } from "@/components/notes/note-drawer.tsx";
import { NotesSection } from "@/components/notes/notes-section.tsx";
import { useNotes } from "@/components/notes/use-notes.ts";
import { PaymentDesk } from "@/components/payment-desk/payment-desk.tsx";
import { useBalance } from "@/components/payment-desk/use-balance.ts";
import { usePaymentOptions } from "@/components/payment-desk/use-payment-options.ts";
import { useArrivals, usePayments } from "@/components/payment-desk/use-payments.ts";
import { HeldStrip } from "@/components/payments/held-strip.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useDrawer, useUserId } from "@/components/users/user-detail-params.ts";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useRole, useWhyNot } from "@/layout/use-admin.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { toast } from "@/lib/toast.ts";
import { PaymentHeader } from "./payment-header.tsx";
import { PaymentsSection, TABLE_HEIGHT_PX } from "./payments-section.tsx";

/** The payments of one customer, and the desk for another one. The address names the customer. */
export default function PaymentPage() {
  const id = useUserId();
  if (id === null)
    return <UnknownUser title={PAGE_TITLES.payment} message="This address has no customer id." />;
  return <CustomerPayments key={id} id={id} />;
}

function CustomerPayments({ id }: { id: number }) {
  const role = useRole();
  const hasMode = new URLSearchParams(useSearch()).has("mode");
  const options = usePaymentOptions(id);
  const balance = useBalance(id);
  const inProgress = usePayments(id, "inProgress");
  const succeeded = usePayments(id, "success");
  const failed = usePayments(id, "failed");
  const payments = [...(inProgress.data?.rows ?? []), ...(succeeded.data?.rows ?? [])];
  useArrivals(payments);

  const failure = options.error ? errorDetails(options.error) : null;
  if (failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN")
    return <UnknownUser title={PAGE_TITLES.payment} message={failure.message} />;
  return (
    <>
      <PaymentHeader id={id} options={options.data} balance={balance} />
      <ApprovalsStrip userId={id} isReady={options.data !== undefined} />
      <HeldStrip userId={id} isReady={options.data !== undefined} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
        {options.data && role ? (
          <PaymentDesk options={options.data} balance={balance} role={role} payments={payments} />
        ) : (
          // Reserves the height of the later content: the modes, and the form when the address names a mode.
          <div
            className={
              hasMode ? "min-h-[32.9rem] max-sm:min-h-[63.6rem]" : "min-h-49 max-sm:min-h-[25.75rem]"
            }
          >
            <QuerySection
              id="what"
              title="1 Transaction"
              query={options}
              failure={options.error ? failureText(options.error, TEXT.failed) : undefined}
              skeletonLines={4}
            >
              {() => null}
            </QuerySection>
          </div>
        )}
        <CustomerNotes userId={id} />
        <PaymentsSection
          id="payments-in-progress"
          title="In progress"
          empty="No pending payments"
          query={inProgress}
        />
        <PaymentsSection
          id="successful-payments"
          title="Successful payments"
          empty="No Successful Payments Found"
          query={succeeded}
        />
        <PaymentsSection
          id="failed-payments"
          title="Failed payments"
          empty="No Failed Payments Found"
          query={failed}
        />
      </div>
    </>
  );
}

function CustomerNotes({ userId }: { userId: number }) {
  const notes = useNotes(userId);
  const { openNote } = useDrawer();
  const whyNotWrite = useWhyNot("notes.write");
  useShortcut({ keys: "n", label: "Create Note", group: "This page" }, () => {
    if (whyNotWrite === null) openNote();
    else toast.info(whyNotWrite);
  });
  return (
    <>
      <NotesSection
        query={notes}
        maxHeight={TABLE_HEIGHT_PX}
        disabledReason={whyNotWrite}
        onCreate={() => openNote()}
        onUpdate={openNote}
      />
      <NoteDrawer userId={userId} notes={notes.data} />
    </>
  );
}
