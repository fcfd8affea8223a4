import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { earliestPaymentDate, PAYMENT_DATES_LABELS } from "@countinghouse/validators/payment-schedules/rules";
import { paymentDateBetween } from "@countinghouse/validators/payment-schedules/schemas";
import { type RefObject, useEffect, useRef, useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { movedText } from "@/components/payments/moved-text.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { SubmitError } from "@/form/submit-error.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { PaymentDate } from "./payment-dates-section.tsx";

type PaymentDateEditorProps = {
  date: PaymentDate;
  /** The days of the payments before and after. */
  previous: string | null;
  next: string | null;
  onClose: () => void;
};

/** The day of one payment, changed in its row. The version is the one the row was opened on. */
export function PaymentDateEditor({ date, previous, next, onClose }: PaymentDateEditorProps) {
  const [{ id, version, paymentDate }] = useState(date);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const bounds = { today, previous, next };
  const form = useZodForm(paymentDateBetween(bounds), { paymentDate });
  const move = trpc.paymentSchedules.move.useMutation({
    onSuccess: (_, { paymentDate: day }) => {
      toast.success(GENERAL_MESSAGES.actionPerformed, { description: movedText(paymentDate, day) });
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { setFocus, formState } = form;
  const whole = useRef<HTMLFormElement>(null);
  const trouble = formState.errors.paymentDate ?? move.error;
  useEffect(() => {
    setFocus("paymentDate");
    bringIntoSight(whole);
  }, [setFocus]);
  useEffect(() => {
    if (trouble) bringIntoSight(whole);
  }, [trouble]);
  const earliest = earliestPaymentDate(bounds);
  const latest = next === null ? null : addDays(next, -1);
  return (
    <form
      ref={whole}
      noValidate
      aria-label={`Move the payment of ${paymentDate}`}
      className="grid gap-2 py-1"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (move.isPending) return;
          const what = { id, version, ...values };
          move.mutate({ ...what, requestId: requestIdFor(what) });
        })(event)
      }
    >
      <DateField
        control={form.control}
        name="paymentDate"
        label={PAYMENT_DATES_LABELS.paymentDate}
        description={latest === null ? `From ${earliest}.` : `Between ${earliest} and ${latest}.`}
        min={earliest}
        {...(latest !== null && { max: latest })}
        disabledReason={move.isPending ? "Saving…" : null}
      />
      <SubmitError error={move.error} failureMessage={undefined} />
      <span className="flex gap-2">
        <Button type="submit" size="small" variant="primary" pending={move.isPending}>
          Save
        </Button>
        <Button size="small" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </form>
  );
}

/** The table scrolls within itself: what grows below its edge is brought back, with its buttons. */
const bringIntoSight = ({ current }: RefObject<HTMLElement | null>): void =>
  current?.scrollIntoView({ block: "nearest" });
