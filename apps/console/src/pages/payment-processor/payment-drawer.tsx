import type { RouterOutputs } from "@countinghouse/api";
import { formatCents } from "@countinghouse/validators/money";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { useState } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { CheckStatus } from "@/components/payments/check-status.tsx";
import { amountText } from "@/components/payments/payment-amount.tsx";
import { QueryFailure } from "@/components/query-failure.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useDelayed } from "@/lib/timers.ts";
import { paths } from "@/paths.ts";
import { DateCell } from "@/table/cells.tsx";
import { Button } from "@/ui/button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { Sheet, SheetBody, SheetContent, SheetHeader } from "@/ui/sheet.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { Attempts, Exceptions, LedgerTransactions, ProcessorEvents } from "./payment-parts.tsx";
import { ResolveForm } from "./resolve-form.tsx";
import type { ResolvedPayment } from "./resolve-words.ts";

export type PaymentDetails = RouterOutputs["payments"]["details"];

type PaymentDrawerProps = { paymentId: string; onClose: () => void };

/** One payment over the page: its attempts with the processor's answers, what was reported of it, and the ledger. */
export function PaymentDrawer({ paymentId, onClose }: PaymentDrawerProps) {
  const [open, setOpen] = useState(true);
  const query = trpc.payments.details.useQuery({ paymentId });
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && onClose()}>
      <SheetContent width="wide">
        <SheetHeader
          title={query.data ? `${query.data.kind} of ${formatCents(query.data.amountCents)}` : "Payment"}
          description={`Payment ${paymentId}`}
        />
        <SheetBody>
          <UpdatedQuery what="the payment" query={query} />
          {query.data && <Payment payment={query.data} />}
          {query.isPending && <Loading />}
          {query.error && !query.data && <QueryFailure query={query} />}
        </SheetBody>
      </SheetContent>
    </Sheet>
  );
}

const DUPLICATE_WORDS = "Yes. A second payment for the same order also went through";

function Payment({ payment }: { payment: PaymentDetails }) {
  const { word, tone } = PAYMENT_STATES[payment.state];
  const failure = `${payment.failureMessage} ${payment.failureCode}`.trim();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <StatusBadge tone={tone}>{word}</StatusBadge>
        <div className="flex flex-wrap gap-2">
          <HistoryLink of={{ type: "payment", id: payment.id }} />
          <CheckStatus payment={payment} />
          <ResolvePayment payment={payment} />
        </div>
      </div>
      <Facts
        facts={[
          [
            "User",
            <Link
              key="user"
              href={paths.userDetail({ id: payment.userId })}
              className="rounded-sm text-link underline-offset-4 hover:underline"
            >
              {payment.userId} {payment.userName}
            </Link>,
          ],
          ["Amount", amountText(payment)],
          ...(payment.isDuplicate ? [["Duplicate", DUPLICATE_WORDS] as const] : []),
          ["Card or account", payment.instrumentLast4 === "" ? "None" : `•••• ${payment.instrumentLast4}`],
          ["Created (ET)", <DateCell key="created" at={payment.createdAt} />],
          ["Created by", payment.createdBy ?? "Automation"],
          ["External", payment.isExternal ? "Yes" : "No"],
          ...(failure === "" ? [] : [["Failure", failure] as const]),
          ...(payment.nextLookAt === null
            ? []
            : [["Next check (ET)", <DateCell key="next" at={payment.nextLookAt} />] as const]),
        ]}
      />
      <Exceptions exceptions={payment.exceptions} />
      <Attempts attempts={payment.attempts} />
      <ProcessorEvents events={payment.events} />
      <LedgerTransactions transactions={payment.ledger} />
    </>
  );
}

function Loading() {
  const isSlow = useDelayed(true);
  return (
    <div aria-busy className="grid gap-3">
      {isSlow && ["w-4/5", "w-3/5", "w-2/3"].map((width) => <Skeleton key={width} className={width} />)}
    </div>
  );
}

/** Ends a payment that the processor has forgotten. */
function ResolvePayment({ payment }: { payment: ResolvedPayment }) {
  const [open, setOpen] = useState(false);
  const disabledReason = useWhyNot("payments.resolve");
  return (
    <>
      {payment.state === "NEEDS_REVIEW" && (
        <Button size="small" disabledReason={disabledReason} onClick={() => setOpen(true)}>
          Settle by hand
        </Button>
      )}
      {open && <ResolveForm payment={payment} onClose={() => setOpen(false)} />}
    </>
  );
}
