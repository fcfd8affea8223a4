import { useState } from "react";
import { QueryFailure } from "@/components/query-failure.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { Section } from "@/layout/section.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { AddressedRowGone } from "@/table/addressed-row-gone.tsx";
import { StaleRows } from "@/table/stale-rows.tsx";
import { Card } from "@/ui/card.tsx";
import { UpdatedQuery } from "@/ui/updated.tsx";
import { bookedColumns } from "./booked-columns.tsx";
import { CorrectedAccounts } from "./corrected-accounts.tsx";
import type { Step } from "./exception-cells.tsx";
import { ExceptionTable } from "./exception-table.tsx";
import { CloseManyForm, DeleteManyForm } from "./many-forms.tsx";
import { MatchForm } from "./match-form.tsx";
import { CloseForm, DeleteForm } from "./note-forms.tsx";
import { unknownColumns } from "./unknown-columns.tsx";
import { unmatchedColumns } from "./unmatched-columns.tsx";
import { useExceptionSelections } from "./use-exception-selections.tsx";
import { usePaymentExceptions } from "./use-payment-exceptions.ts";

const LOADING_LINES = 16;

/** What a person must see of payments: reports that match nothing, outcomes nobody knows, and what was booked otherwise. */
export default function PaymentExceptionsPage() {
  const query = usePaymentExceptions();
  const { data, error } = query;
  const [step, setStep] = useState<Step | null>(null);
  const disabledReason = useWhyNot("paymentExceptions.resolve");
  const actions = { disabledReason, begin: setStep };
  const shared = { query, actions };
  const selections = useExceptionSelections({ data, ...actions });
  return (
    <>
      <PageHeader
        title={PAGE_TITLES.paymentExceptions}
        actions={<UpdatedQuery what="the lists" query={query} />}
      />
      <AddressedRowGone
        keys={
          data && [
            ...[...data.unmatched, ...data.booked].map(({ id }) => id),
            ...data.unknown.map(({ paymentId }) => paymentId),
          ]
        }
      />
      <StaleRows query={query} />
      {error && data === undefined ? (
        <Card>
          <QueryFailure query={query} />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
          {data === undefined && (
            <Section id="loading" title="Loading" state={{ kind: "loading", lines: LOADING_LINES }} />
          )}
          <ExceptionTable
            id="unmatched"
            list="unmatched-reports"
            title="Unmatched Reports"
            columns={unmatchedColumns}
            selection={selections.unmatched}
            rows={data?.unmatched}
            rowKey={({ id }) => id}
            {...shared}
            empty="No unmatched reports"
            about="Processor reports that could not be applied to a payment. They are not booked."
            shown="The newest"
          />
          <ExceptionTable
            id="unknown"
            list="unknown-outcomes"
            title="Unknown Outcomes"
            columns={unknownColumns}
            selection={selections.unknown}
            rows={data?.unknown}
            rowKey={({ paymentId }) => paymentId}
            {...shared}
            empty="No unknown outcomes"
            about="Payments that were sent but whose outcome is unknown. Do not repeat them."
            shown="The oldest"
          />
          <ExceptionTable
            id="booked"
            list="booked-otherwise"
            title="Booking Mismatches"
            columns={bookedColumns}
            selection={selections.booked}
            rows={data?.booked}
            rowKey={({ id }) => id}
            {...shared}
            empty="No booking mismatches"
            about="Payments booked as the processor reported them, which differs from the order. Close each one when it is resolved."
            shown="The newest"
          />
          {data && <CorrectedAccounts />}
        </div>
      )}
      {step && <StepForm step={step} onClose={() => setStep(null)} />}
    </>
  );
}

/** The form of what a person does about a row. */
function StepForm({ step, onClose }: { step: Step; onClose: () => void }) {
  switch (step.do) {
    case "match":
      return <MatchForm report={step.report} onClose={onClose} />;
    case "delete":
      return <DeleteForm report={step.report} onClose={onClose} />;
    case "delete-many":
      return <DeleteManyForm reports={step.reports} onClose={onClose} />;
    case "close-many":
      return <CloseManyForm exceptions={step.exceptions} onClose={onClose} />;
    default:
      return <CloseForm exception={step.exception} onClose={onClose} />;
  }
}
