import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { PAYMENT_SCHEDULES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_DATES_LABELS as LABELS } from "@countinghouse/validators/payment-schedules/rules";
import { paymentScheduleIn } from "@countinghouse/validators/payment-schedules/schemas";
import { useEffect, useLayoutEffect, useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails, isUnexplained } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { movedText } from "@/components/payments/moved-text.ts";
import { DateField } from "@/form/date-field.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { MoneyField, moneyText } from "@/form/money-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Schedule } from "./use-process-payment.ts";

type ScheduleEditorProps = { schedule: Schedule; onClose: () => void };

/** Day and amount of one payment, changed in its row. The version is the one the row was opened on. */
export function ScheduleEditor({ schedule, onClose }: ScheduleEditorProps) {
  const [{ id, version, paymentDate, amountCents, previousDate, nextDate, userId, userName }] =
    useState(schedule);
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  /** What follows once the edit is given up; null while nobody wants to. */
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const bounds = { today, previous: previousDate, next: nextDate };
  const form = useZodForm(paymentScheduleIn(paymentDate, bounds), {
    paymentDate,
    paymentAmount: moneyText(amountCents),
  });
  const update = trpc.paymentSchedules.update.useMutation({
    onSuccess: ({ message }, { paymentDate: day }) => {
      toast.success(message, { description: `${userName} #${userId}: ${movedText(paymentDate, day)}` });
      onClose();
    },
    meta: PENDING_UNTIL_READ,
  });
  const { isDirty } = form.formState;
  useLayoutEffect(() => (isDirty ? guardUnsavedChanges((go) => setLeave(() => go)) : undefined), [isDirty]);
  const { setFocus } = form;
  useEffect(() => setFocus("paymentDate"), [setFocus]);
  const disabledReason = update.isPending ? "Saving…" : null;
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
      <div className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-2">
        <DateField
          control={form.control}
          name="paymentDate"
          label={LABELS.paymentDate}
          disabledReason={disabledReason}
        />
        <MoneyField
          control={form.control}
          name="paymentAmount"
          label={LABELS.amount}
          disabledReason={disabledReason}
        />
      </div>
      {update.error && <UpdateFailure error={update.error} />}
      <span className="flex gap-2">
        <Button type="submit" size="small" variant="primary" pending={update.isPending}>
          Save
        </Button>
        <Button size="small" disabledReason={disabledReason} onClick={() => setLeave(() => onClose)}>
          Cancel
        </Button>
      </span>
      {leave && (
        <AlertDialog
          title={TEXT.sureToCancel}
          worksOffline
          confirmLabel="Cancel editing"
          cancelLabel="Keep editing"
          onConfirm={() => {
            onClose();
            leave();
          }}
          onCancel={() => setLeave(null)}
        />
      )}
    </form>
  );
}

/** A change that was refused says why; of one that failed nothing more is known (specification 2, section 8). */
function UpdateFailure({ error }: { error: unknown }) {
  const details = errorDetails(error);
  return (
    <Alert tone="danger" live="assertive">
      {isUnexplained(details) ? (
        GENERAL_MESSAGES.somethingWentWrong
      ) : (
        <>
          <p className="font-medium">{TEXT.updateFailed}</p>
          <p>{details.message}</p>
        </>
      )}
    </Alert>
  );
}
