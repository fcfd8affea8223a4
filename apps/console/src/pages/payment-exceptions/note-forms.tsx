import { formatCents } from "@countinghouse/validators/money";
import { EXCEPTION_WORDS } from "@countinghouse/validators/payment-exceptions/rules";
import { CloseException } from "@countinghouse/validators/payment-exceptions/schemas";
import { UNDO_MINUTES } from "@countinghouse/validators/undo";
import { type ReactNode, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextareaField } from "@/form/text-field.tsx";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { reportWords } from "./exception-words.ts";
import type { BookedOtherwise, UnmatchedReport } from "./use-payment-exceptions.ts";

const Note = CloseException.pick({ note: true });

export type NoteFormProps = {
  title: string;
  description: string;
  submitLabel: string;
  saving: boolean;
  error: unknown;
  onSave: (note: string, leave: () => void) => void;
  onClose: () => void;
  /** Beneath the note. */
  children?: ReactNode;
};

/** Asks what was done about a row before it is taken off its list. */
export function NoteForm({
  title,
  description,
  submitLabel,
  saving,
  error,
  onSave,
  onClose,
  children,
}: NoteFormProps) {
  const form = useZodForm(Note, { note: "" });
  const leave = () => {
    form.reset();
    onClose();
  };
  return (
    <DialogForm
      form={form}
      title={title}
      description={description}
      onSubmit={({ note }) => onSave(note, leave)}
      submitting={saving}
      submitError={error}
      submitLabel={submitLabel}
      onClose={onClose}
    >
      <TextareaField
        control={form.control}
        name="note"
        label="Note"
        description="Enter what was done. Your note is stored in the audit."
        rows={3}
        disabledReason={saving ? "Saving…" : null}
      />
      {children}
    </DialogForm>
  );
}

/** Takes a payment off the list of those that were booked otherwise than ordered. */
export function CloseForm({ exception, onClose }: { exception: BookedOtherwise; onClose: () => void }) {
  const { id: exceptionId, kind, userName, paymentKind, amountCents } = exception;
  const [requestIdFor] = useState(() => makeRequestIds());
  const close = trpc.paymentExceptions.close.useMutation();
  return (
    <NoteForm
      title={`Close “${EXCEPTION_WORDS[kind]}”?`}
      description={`${paymentKind} of ${formatCents(amountCents)}, ${userName}. It leaves this list. Nothing is posted, and the payment does not change.`}
      submitLabel="Close it"
      saving={close.isPending}
      error={close.error}
      onSave={(note, leave) =>
        close.mutate(
          { exceptionId, note, requestId: requestIdFor({ note }) },
          {
            onSuccess: () => {
              toast.success("Closed.");
              leave();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}

/** Takes a report off the list that belongs to no payment of ours. */
export function DeleteForm({ report, onClose }: { report: UnmatchedReport; onClose: () => void }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const remove = trpc.paymentExceptions.deleteReport.useMutation();
  const restore = trpc.paymentExceptions.restoreReport.useMutation({
    onError: (error) => toast.error(failureText(error, "The undo failed. Try again.")),
  });
  return (
    <NoteForm
      title="Delete this report?"
      description={`${reportWords(EVENT_WORDS[report.kind], report)}. It is not retried and does not change the ledger. It stays in the audit and can be restored for ${UNDO_MINUTES} minutes.`}
      submitLabel="Delete it"
      saving={remove.isPending}
      error={remove.error}
      onSave={(note, leave) =>
        remove.mutate(
          { reportId: report.id, note, requestId: requestIdFor({ note }) },
          {
            onSuccess: () => {
              toast.success("Deleted.", {
                undo: () => restore.mutate({ reportId: report.id, requestId: newRequestId() }),
              });
              leave();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
