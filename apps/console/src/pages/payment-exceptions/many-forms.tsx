import { formatCents } from "@countinghouse/validators/money";
import { EXCEPTION_WORDS } from "@countinghouse/validators/payment-exceptions/rules";
import { UNDO_MINUTES } from "@countinghouse/validators/undo";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { useOneByOne } from "@/api/use-one-by-one.ts";
import { EVENT_WORDS } from "@/components/payments/event-words.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { reportWords } from "./exception-words.ts";
import { NoteForm } from "./note-forms.tsx";
import type { BookedOtherwise, UnmatchedReport } from "./use-payment-exceptions.ts";

type ManyFormProps<Row> = {
  rows: readonly Row[];
  title: (count: number) => string;
  description: string;
  submitLabel: (count: number) => string;
  /** What is said of each that is refused. */
  toName: (row: Row) => string;
  send: (row: Row, note: string) => Promise<unknown>;
  /** Says what was done, with the way back where there is one. */
  onDone: (done: readonly Row[]) => void;
  onClose: () => void;
};

/** Asks once what was done about several rows, and takes them off their list one after the other: what is refused stays and says why. */
function ManyForm<Row>({
  rows,
  title,
  submitLabel,
  toName,
  send,
  onDone,
  onClose,
  ...rest
}: ManyFormProps<Row>) {
  const { left, refusals, isSending, run } = useOneByOne(rows, "paymentExceptions.close");

  const save = async (note: string, leave: () => void) => {
    const { done, refused } = await run((row) => send(row, note));
    if (done.length > 0) onDone(done);
    if (refused.length === 0) leave();
  };

  return (
    <NoteForm
      {...rest}
      title={title(left.length)}
      submitLabel={submitLabel(left.length)}
      saving={isSending}
      error={null}
      onSave={(note, leave) => void save(note, leave)}
      onClose={onClose}
    >
      {refusals.length > 0 && (
        <Alert tone="danger" live="assertive">
          Not closed or deleted:{" "}
          <ul className="mt-1 grid gap-0.5">
            {refusals.map(({ row, why }) => (
              <li key={toName(row)}>
                {toName(row)}: {why}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </NoteForm>
  );
}

type CloseManyProps = { exceptions: readonly BookedOtherwise[]; onClose: () => void };

/** Takes several payments off the list of those that were booked otherwise than ordered. */
export function CloseManyForm({ exceptions, onClose }: CloseManyProps) {
  const { client } = trpc.useUtils();
  const [requestIdFor] = useState(() => makeRequestIds());
  const cents = exceptions.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <ManyForm
      rows={exceptions}
      title={(count) => `Close ${count}?`}
      description={`${formatCents(cents)} in total. They leave this list. Nothing is posted, and the payments do not change.`}
      submitLabel={(count) => `Close ${count}`}
      toName={({ kind, userId, userName }) => `${EXCEPTION_WORDS[kind]} of ${userId} ${userName}`}
      send={({ id: exceptionId }, note) =>
        client.paymentExceptions.close.mutate({
          exceptionId,
          note,
          requestId: requestIdFor({ exceptionId, note }),
        })
      }
      onDone={({ length }) => toast.success(`${length} closed.`)}
      onClose={onClose}
    />
  );
}

type DeleteManyProps = { reports: readonly UnmatchedReport[]; onClose: () => void };

/** Takes several reports off the list that belong to no payment of ours. */
export function DeleteManyForm({ reports, onClose }: DeleteManyProps) {
  const { client } = trpc.useUtils();
  const [requestIdFor] = useState(() => makeRequestIds());
  const restore = trpc.paymentExceptions.restoreReport.useMutation({
    onError: (error) => toast.error(failureText(error, "The undo failed. Try again.")),
  });
  const cents = reports.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <ManyForm
      rows={reports}
      title={(count) => `Delete ${count} ${count === 1 ? "report" : "reports"}?`}
      description={`${formatCents(cents)} in total. They are not retried and do not change the ledger. They stay in the audit and can be restored for ${UNDO_MINUTES} minutes.`}
      submitLabel={(count) => `Delete ${count}`}
      toName={(report) => reportWords(EVENT_WORDS[report.kind], report)}
      send={({ id: reportId }, note) =>
        client.paymentExceptions.deleteReport.mutate({
          reportId,
          note,
          requestId: requestIdFor({ reportId, note }),
        })
      }
      onDone={(done) =>
        toast.success(`${done.length} deleted.`, {
          undo: () => {
            for (const { id: reportId } of done) restore.mutate({ reportId, requestId: newRequestId() });
          },
        })
      }
      onClose={onClose}
    />
  );
}
