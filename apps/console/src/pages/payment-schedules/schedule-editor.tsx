import { GENERAL_MESSAGES, PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { centsToInput } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_DATES_LABELS as LABELS } from "@countinghouse/validators/payment-schedule-rules";
import { paymentScheduleIn } from "@countinghouse/validators/payment-schedules";
import { useEffect, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { DateField } from "@/form/date-field.tsx";
import { MoneyField } from "@/form/money-field.tsx";
import { useZodForm } from "@/form/use-zod-form.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { Question } from "../question.tsx";
import type { Schedule } from "./use-schedules.ts";

type ScheduleEditorProps = { schedule: Schedule; onClose: () => void };

/** Day and amount of one payment, changed in its row. The version is the one the row was opened on. */
export function ScheduleEditor({ schedule, onClose }: ScheduleEditorProps) {
  const [{ id, version, paymentDate, amountCents, previousDate, nextDate, userId }] = useState(schedule);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const [isLeaving, setLeaving] = useState(false);
  const utils = trpc.useUtils();
  const bounds = { today, previous: previousDate, next: nextDate };
  const form = useZodForm(paymentScheduleIn(paymentDate, bounds), {
    paymentDate,
    paymentAmount: centsToInput(amountCents),
  });
  const update = trpc.paymentSchedules.update.useMutation({
    onSuccess: ({ message }) => {
      toast.success(message);
      onClose();
    },
    onSettled: () =>
      Promise.all([
        utils.paymentSchedules.search.invalidate(),
        utils.paymentSchedules.list.invalidate({ userId }),
      ]),
  });
  const { setFocus } = form;
  useEffect(() => setFocus("paymentDate"), [setFocus]);
  const held = update.isPending ? "Saving…" : null;
  return (
    <form
      noValidate
      aria-label={`Change the payment of ${paymentDate} of user ${userId}`}
      className="grid gap-2 py-1"
      onSubmit={(event) =>
        void form.handleSubmit((values) => {
          if (update.isPending) return;
          const what = { id, version, ...values };
          update.mutate({ ...what, requestId: requestIdFor(what) });
        })(event)
      }
    >
      <div className="grid grid-cols-2 gap-2">
        <DateField
          control={form.control}
          name="paymentDate"
          label={LABELS.paymentDate}
          disabledReason={held}
        />
        <MoneyField control={form.control} name="paymentAmount" label={LABELS.amount} disabledReason={held} />
      </div>
      {update.error && (
        <Alert tone="danger" live="assertive">
          {failureOf(update.error)}
        </Alert>
      )}
      <span className="flex gap-2">
        <Button type="submit" size="small" variant="primary" pending={update.isPending}>
          Save
        </Button>
        <Button size="small" disabledReason={held} onClick={() => setLeaving(true)}>
          Cancel
        </Button>
      </span>
      {isLeaving && (
        <Question
          title={TEXT.sureToCancel}
          confirmLabel="Cancel editing"
          cancelLabel="Keep editing"
          onConfirm={onClose}
          onCancel={() => setLeaving(false)}
        />
      )}
    </form>
  );
}

/** A change that was refused says why; of one that failed nothing more is known (specification 2, section 8). */
function failureOf(error: unknown): string {
  const { code, message } = errorDetails(error);
  const isRefused = code !== null && code !== "INTERNAL_SERVER_ERROR";
  return isRefused ? `${TEXT.updateFailed}: ${message}` : GENERAL_MESSAGES.somethingWentWrong;
}
