import { MOST_CANDIDATES, whyNotMatchByHand } from "@countinghouse/validators/payment-exceptions/rules";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { Link } from "wouter";
import { CustomerCell } from "@/components/users/customer-cell.tsx";
import { paths } from "@/paths.ts";
import { EmptyCell } from "@/table/cells.tsx";
import { RowMenu } from "@/table/row-menu.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import type { BookedOtherwise, UnknownPayment, UnmatchedReport } from "./use-payment-exceptions.ts";

/** What a person does about one row. */
export type Step =
  | { do: "match"; report: UnmatchedReport }
  | { do: "delete"; report: UnmatchedReport }
  | { do: "close"; exception: BookedOtherwise }
  | { do: "delete-many"; reports: readonly UnmatchedReport[] }
  | { do: "close-many"; exceptions: readonly BookedOtherwise[] };

export type ExceptionActions = {
  /** Why nothing may be done by this admin, or null. */
  disabledReason: string | null;
  begin: (step: Step) => void;
};

const linkClass = "rounded-sm text-link underline-offset-4 hover:underline";

type PaymentLinkProps = { payment: { paymentId: string; state: UnknownPayment["state"] }; kind: string };

/** Leads to all that is known of a payment; it says how the payment stands. */
export function PaymentLink({ payment: { paymentId, state }, kind }: PaymentLinkProps) {
  const { word, tone } = PAYMENT_STATES[state];
  return (
    <Link
      href={paths.paymentProcessor({ payment: paymentId })}
      aria-label={`Payment ${kind}: ${word}`}
      className={linkClass}
    >
      <span className="mr-1">{kind}</span> <StatusBadge tone={tone}>{word}</StatusBadge>
    </Link>
  );
}

/** The payments and customers that a report could be about; of one that names its payment, why it was not booked. */
export function CandidatesCell({
  report: { payments, customers, stage, problem },
}: {
  report: UnmatchedReport;
}) {
  if (payments.length + customers.length === 0) return <span>No match found</span>;
  const isMore = payments.length > MOST_CANDIDATES || customers.length > MOST_CANDIDATES;
  return (
    <ul className="grid gap-1">
      {payments.slice(0, MOST_CANDIDATES).map((payment) => (
        <li key={payment.paymentId} className="flex flex-wrap items-center gap-x-2">
          <PaymentLink payment={payment} kind={payment.kind} />
          <CustomerCell id={payment.userId} name={payment.userName} />
        </li>
      ))}
      {customers.slice(0, MOST_CANDIDATES).map((customer) => (
        <li key={customer.userId}>
          <CustomerCell id={customer.userId} name={customer.userName} />
        </li>
      ))}
      {stage !== "MATCH" && <li>{problem}</li>}
      {isMore && <li className="text-muted-foreground">and more</li>}
    </ul>
  );
}

/** Why a report may not be deleted, or null. */
export const whyNotDelete = ({ stage }: UnmatchedReport): string | null =>
  stage === "RETRY" ? whyNotMatchByHand(stage) : null;

/** Match, and Delete for what belongs to no payment of ours. */
export function ReportActions({
  report,
  disabledReason,
  begin,
}: { report: UnmatchedReport } & ExceptionActions) {
  const { reference, stage } = report;
  return (
    <RowMenu
      of={reference}
      actions={[
        {
          label: "Match",
          disabledReason: disabledReason ?? whyNotMatchByHand(stage),
          onClick: () => begin({ do: "match", report }),
        },
        {
          label: "Delete",
          disabledReason: disabledReason ?? whyNotDelete(report),
          onClick: () => begin({ do: "delete", report }),
        },
      ]}
    />
  );
}

type CloseActionProps = { exception: BookedOtherwise } & ExceptionActions;

export const CloseAction = ({ exception, disabledReason, begin }: CloseActionProps) => (
  <Button size="small" disabledReason={disabledReason} onClick={() => begin({ do: "close", exception })}>
    Close<span className="sr-only"> of {exception.userName}</span>
  </Button>
);

/** A sentence, on as many lines as it takes. */
export const SentenceCell = ({ text }: { text: string }) =>
  text === "" ? <EmptyCell /> : <span>{text}</span>;
