import { formatNewYork } from "@countinghouse/validators/new-york";
import { MOST_CANDIDATES, whyNotBook } from "@countinghouse/validators/payment-exceptions/rules";
import {
  MatchForm as MatchSchema,
  matchChoice,
  matchedBy,
  OTHER_CUSTOMER,
  OTHER_PAYMENT,
  RecordedByHand,
} from "@countinghouse/validators/payment-exceptions/schemas";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { masked } from "@/components/payments/instrument-text.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { type Choice, RadioListField } from "@/form/radio-list-field.tsx";
import { SheetForm } from "@/form/sheet-form.tsx";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { directionWords, RAIL_WORDS, reportWords } from "./exception-words.ts";
import { useMatchTarget } from "./use-match-target.ts";
import type { UnmatchedReport } from "./use-payment-exceptions.ts";

/** Asks which payment a report is about, or whose it is, and says what follows before it is posted. */
export function MatchForm({ report, onClose }: { report: UnmatchedReport; onClose: () => void }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const form = useZodForm(MatchSchema, EMPTY);
  /** The payment of the same amount that was recorded by hand, once the server has named it. */
  const [recordedId, setRecordedId] = useState<string | null>(null);
  const values = useWatch({ control: form.control, compute: (typed) => ({ ...EMPTY, ...typed }) });
  const target = useMatchTarget(report, values);
  const match = trpc.paymentExceptions.match.useMutation({
    onError: (error) => setRecordedId(recordedIn(error)),
    onSuccess: ({ isApplied, problem }) => {
      if (isApplied) toast.success(`${reportWords(EVENT_WORDS[report.kind], report)}, was matched.`);
      else toast.error("The report was matched, but nothing is posted yet.", { description: problem });
      form.reset();
      onClose();
    },
  });
  const disabledReason = match.isPending ? "Matching…" : null;
  const waiting = matchedBy(values) !== null && target.sentence === null ? "Looking it up…" : null;
  return (
    <SheetForm
      form={form}
      title="Match report"
      description={reportWords(EVENT_WORDS[report.kind], report)}
      onSubmit={(typed) => {
        const said = matchedBy(typed);
        if (said === null) return;
        const input = { reportId: report.id, ...said, equalPaymentId: typed.isAnother ? recordedId : null };
        match.mutate({ ...input, requestId: requestIdFor(input) });
      }}
      submitting={match.isPending}
      submitError={match.error}
      submitLabel="Match"
      disabledReason={target.whyNot ?? waiting}
      onClose={onClose}
    >
      <Facts
        facts={[
          ["Day", report.happenedOn],
          ["Rail", RAIL_WORDS[report.rail]],
          ["Direction", directionWords(report.direction)],
          ["Card or account", report.last4 === null ? "Not reported" : masked(report.last4)],
          ["Name", report.name || "Not reported"],
        ]}
      />
      <RadioListField
        control={form.control}
        name="choice"
        label="About"
        choices={choicesFor(report)}
        empty={null}
        disabledReason={disabledReason}
      />
      {values.choice === OTHER_PAYMENT && (
        <TextField
          control={form.control}
          name="paymentId"
          label="Payment id"
          description="Copy it from the payment's drawer."
          autoComplete="off"
          disabledReason={disabledReason}
        />
      )}
      {values.choice === OTHER_CUSTOMER && (
        <TextField
          control={form.control}
          name="userId"
          label="Customer id"
          inputMode="numeric"
          autoComplete="off"
          className="w-48"
          disabledReason={disabledReason}
        />
      )}
      {recordedId !== null && (
        <CheckboxField
          control={form.control}
          name="isAnother"
          label="Both payments were made. Book this one too"
          disabledReason={disabledReason}
        />
      )}
      {(target.whyNot ?? target.sentence) !== null && (
        <Alert tone={target.whyNot === null ? "info" : "danger"} live="polite">
          {target.whyNot ?? target.sentence}
        </Alert>
      )}
    </SheetForm>
  );
}

const EMPTY = { choice: "", paymentId: "", userId: "", isAnother: false };

function recordedIn(error: unknown): string | null {
  const told = RecordedByHand.safeParse(errorDetails(error).facts);
  return told.success ? told.data.equalPaymentId : null;
}

/** What the report could be about, as it is offered; and what may be typed instead. */
function choicesFor(report: UnmatchedReport): Choice<string>[] {
  const cannotBook = whyNotBook(report);
  return [
    ...report.payments
      .slice(0, MOST_CANDIDATES)
      .map(({ paymentId, kind, state, sentAt, userId, userName }) => ({
        value: matchChoice.payment(paymentId),
        label: `${kind} of ${userName} #${userId}`,
        note: `${PAYMENT_STATES[state].word}, sent ${formatNewYork(sentAt, "dateTime")} ET`,
      })),
    ...report.customers.slice(0, MOST_CANDIDATES).map(({ userId, userName }) => ({
      value: matchChoice.customer(userId),
      label: `${userName} #${userId}`,
      note: "Not ordered here",
      disabledReason: cannotBook,
    })),
    { value: OTHER_PAYMENT, label: "Another payment" },
    {
      value: OTHER_CUSTOMER,
      label: "Another customer",
      note: "Not ordered here",
      disabledReason: cannotBook,
    },
  ];
}
