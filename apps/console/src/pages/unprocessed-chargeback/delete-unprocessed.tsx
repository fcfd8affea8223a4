import { formatCents } from "@countinghouse/validators/money";
import { UNDO_MINUTES } from "@countinghouse/validators/undo";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import type { UnprocessedRow } from "./use-unprocessed.ts";

type DeleteUnprocessedProps = {
  rows: readonly UnprocessedRow[];
  onDeleted: () => void;
  onClose: () => void;
};

const NAMED = 6;

/** The last question before reports are taken off the list: which, and what they come to together. */
export function DeleteUnprocessed({ rows: chosen, onDeleted, onClose }: DeleteUnprocessedProps) {
  const [rows] = useState(chosen);
  const [requestIdFor] = useState(() => makeRequestIds());
  const restore = trpc.chargebacks.restoreUnprocessed.useMutation({
    onError: (failure) => toast.error(failureText(failure, "The undo failed. Try again.")),
  });
  const { mutate, error, isPending } = trpc.chargebacks.deleteUnprocessed.useMutation({
    onSuccess: ({ deleted }) => {
      toast.success(`${countText(deleted)} deleted.`, {
        undo: () => restore.mutate({ ids: rows.map(({ id }) => id), requestId: newRequestId() }),
      });
      onDeleted();
    },
  });
  const selectedIds = (isCard: boolean) =>
    rows.filter(({ transactionType }) => (transactionType === "CARD") === isCard).map(({ id }) => id);
  const remove = () => {
    const ids = { achReturnIds: selectedIds(false), cardChargebackIds: selectedIds(true) };
    mutate({ ...ids, requestId: requestIdFor(ids) });
  };
  const further = rows.length - NAMED;
  const sumCents = rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return (
    <AlertDialog
      title={`Delete ${countText(rows.length)}?`}
      confirmLabel={`Delete ${rows.length.toLocaleString("en-US")}`}
      destructive
      focus="cancel"
      pending={isPending}
      onConfirm={remove}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p>
          They come to <span className="num text-foreground">{formatCents(sumCents)}</span>, are not retried
          and do not change the ledger. They stay in the audit and can be restored for {UNDO_MINUTES} minutes.
        </p>
        <ul aria-label="Selected" className="grid gap-0.5 text-foreground">
          {rows.slice(0, NAMED).map(({ id, userId, uniqueRef, name, amountCents }) => (
            <li key={id} className="flex min-w-0 gap-2">
              <span className="id-text text-muted-foreground">{userId ?? uniqueRef}</span>
              <span className="truncate">{name}</span>
              <span className="num ml-auto">{formatCents(amountCents)}</span>
            </li>
          ))}
          {further > 0 && (
            <li className="text-muted-foreground">and {further.toLocaleString("en-US")} more</li>
          )}
        </ul>
        {error && (
          <Alert tone="danger" live="assertive">
            {failureText(
              error,
              "They may or may not have been deleted. Try again; nothing is deleted twice.",
            )}
          </Alert>
        )}
      </div>
    </AlertDialog>
  );
}

const countText = (count: number): string =>
  count === 1 ? "1 failed chargeback" : `${count.toLocaleString("en-US")} failed chargebacks`;
