import { Question } from "@/components/question.tsx";
import type { Failure } from "./use-failures.ts";

type AskDeleteProps = {
  failures: readonly Failure[];
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** The last question before failures are deleted: what is deleted never gets into the ledger sheet. */
export function AskDelete({ failures, pending, onConfirm, onCancel }: AskDeleteProps) {
  const rows = failures.reduce((sum, { values }) => sum + Math.max(1, values.length), 0);
  const which = rows === 1 ? "1 row" : `${rows.toLocaleString("en-US")} rows`;
  return (
    <Question
      title={`Delete ${which}?`}
      confirmLabel={`Delete ${which}`}
      destructive
      focus="cancel"
      pending={pending}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {rows === 1 ? "It" : "They"} will never be written to the ledger sheet. What was to be written is kept
      for the audit, out of sight.
    </Question>
  );
}
