import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { paymentDateBetween } from "@countinghouse/validators/payment-schedules/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { useOneByOne } from "@/api/use-one-by-one.ts";
import { DateField } from "@/form/date-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import type { Schedule } from "./use-process-payment.ts";

type MoveManyDialogProps = { schedules: readonly Schedule[]; onClose: () => void };

const payments = (count: number): string => (count === 1 ? "1 payment" : `${count} payments`);

/** Moves payments to one day, one after the other, each as if it were moved in its row: what is refused stays and says why. */
export function MoveManyDialog({ schedules, onClose }: MoveManyDialogProps) {
  const [today] = useState(() => newYorkDate(new Date()));
  const [requestIdFor] = useState(() => makeRequestIds());
  const { left, refusals, isSending: isMoving, run } = useOneByOne(schedules, "paymentSchedules.move");
  const { client } = trpc.useUtils();
  const bounds = { today, previous: null, next: null };
  const form = useZodForm(paymentDateBetween(bounds), { paymentDate: "" });

  const submit = async ({ paymentDate }: { paymentDate: string }) => {
    const { done, refused } = await run(({ id, version }) => {
      const what = { id, version, paymentDate };
      return client.paymentSchedules.move.mutate({ ...what, requestId: requestIdFor(what) });
    });
    if (done.length > 0) toast.success(`${payments(done.length)} moved to ${paymentDate}.`);
    if (refused.length > 0) return;
    form.reset();
    onClose();
  };

  return (
    <DialogForm
      form={form}
      title={`Move ${payments(left.length)}`}
      description={`Their total is ${formatCents(left.reduce((sum, { leftCents }) => sum + leftCents, 0))}. The rules still apply: not before today, and between the previous and the next payment.`}
      onSubmit={(values) => void submit(values)}
      submitting={isMoving}
      submitError={null}
      submitLabel={`Move ${payments(left.length)}`}
      onClose={onClose}
    >
      <DateField
        control={form.control}
        name="paymentDate"
        label="To the day"
        disabledReason={isMoving ? "Moving…" : null}
      />
      {refusals.length > 0 && (
        <Alert tone="danger" live="assertive">
          {payments(refusals.length)} could not be moved:
          <ul className="mt-1 grid gap-0.5">
            {refusals.map(({ row: schedule, why }) => (
              <li key={schedule.id}>
                {schedule.paymentDate} of user {schedule.userId}: {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </DialogForm>
  );
}
