import { RELOAD_AFTER_FILING_MS, whyNotFileLien } from "@countinghouse/validators/businesses/rules";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import type { BusinessRow } from "./use-businesses.ts";
import type { Reload } from "./use-reload.ts";

type FileLiensProps = {
  rows: readonly BusinessRow[];
  reload: Reload;
  /** Liens were filed, or are about to be. */
  onFiled: () => void;
  onClose: () => void;
};

const NAMED = 6;

/** The last question before liens are filed: against whom, and who of the chosen is left out. */
export function FileLiens({ rows: chosen, reload, onFiled, onClose }: FileLiensProps) {
  const [rows] = useState(chosen);
  const [requestIdFor] = useState(() => makeRequestIds());
  const able = rows.filter((row) => whyNotFileLien(row) === null);
  const left = rows.filter((row) => whyNotFileLien(row) !== null);
  const { mutate, data, error, isPending } = trpc.businesses.fileLiens.useMutation({
    onSuccess: ({ success, message }, { userIds }) => {
      if (!success) return;
      toast.success(message);
      reload.reloadAfter(RELOAD_AFTER_FILING_MS, userIds, "filing");
      onFiled();
    },
  });
  const file = () => {
    const userIds = able.map(({ userId }) => userId);
    mutate({ userIds, requestId: requestIdFor(userIds) });
  };
  const [only] = able;
  const failure = error ? failureText(error) : data?.success === false ? refusalText(data.message) : null;
  return (
    <AlertDialog
      title={
        able.length === 1 && only
          ? `File a lien against ${only.name}?`
          : `File liens against ${able.length.toLocaleString("en-US")} businesses?`
      }
      confirmLabel={able.length === 1 ? TEXT.fileLabel : `File ${able.length.toLocaleString("en-US")} liens`}
      focus="cancel"
      pending={isPending}
      onConfirm={file}
      onCancel={onClose}
    >
      <div className="grid gap-3">
        <p>A UCC filing is a public record. It cannot be undone here.</p>
        {able.length > 1 && <Names rows={able} />}
        {left.length > 0 && <LeftOut rows={left} />}
        {failure !== null && (
          <Alert tone="danger" live="assertive">
            {failure}
          </Alert>
        )}
      </div>
    </AlertDialog>
  );
}

function Names({ rows }: { rows: readonly BusinessRow[] }) {
  const further = rows.length - NAMED;
  return (
    <ul aria-label="Businesses" className="grid gap-0.5 text-foreground">
      {rows.slice(0, NAMED).map(({ userId, name }) => (
        <li key={userId} className="flex min-w-0 gap-2">
          <span className="id-text text-muted-foreground">{userId}</span>
          <span className="truncate">{name}</span>
        </li>
      ))}
      {further > 0 && <li className="text-muted-foreground">and {further.toLocaleString("en-US")} more</li>}
    </ul>
  );
}

/** Who of the chosen gets no lien, and why. */
function LeftOut({ rows }: { rows: readonly BusinessRow[] }) {
  const reasons = Map.groupBy(rows, whyNotFileLien);
  return (
    <div>
      <p>
        {rows.length === 1 ? "1 selected business is" : `${rows.length} selected businesses are`} skipped:
      </p>
      <ul aria-label="Skipped" className="mt-1 grid gap-1">
        {[...reasons].map(([reason, { length }]) => (
          <li key={reason} className="flex gap-2">
            <span className="num w-6 shrink-0 text-right text-foreground">{length}</span>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** With the reason where one was given (specification 2, section 8). */
const refusalText = (message: string): string =>
  message === "" || message === TEXT.fileFailed ? TEXT.fileFailed : TEXT.fileFailedWith(message);

function failureText(error: unknown): string {
  const { code, message } = errorDetails(error);
  return code === null || code === "INTERNAL_SERVER_ERROR" ? TEXT.fileFailed : refusalText(message);
}
