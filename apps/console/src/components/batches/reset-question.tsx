import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { newYorkTime } from "@/lib/time-text.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { BULK_WORDS } from "./bulk-kinds.ts";
import type { Batch } from "./types.ts";
import type { BatchCommands } from "./use-batch-commands.ts";

/** Asks before the running flag of a kind is forced off, and says what that stops and what it does not. */
export function ResetQuestion({ batch, commands }: { batch: Batch; commands: BatchCommands }) {
  const { kind, startedBy, startedAt, counts } = batch;
  const { job } = BULK_WORDS[kind];
  const isBalance = kind === "BULK_BALANCE";
  const stopped = isBalance ? counts.waiting + counts.underWay : counts.waiting;
  return (
    <AlertDialog
      title={`${TEXT.resetLabel} of the ${job}?`}
      confirmLabel={TEXT.resetLabel}
      destructive
      focus="cancel"
      pending={commands.isResetting}
      onConfirm={commands.reset}
      onCancel={commands.closeReset}
    >
      <div className="grid gap-2">
        <p>
          {startedBy.isMe ? "You" : startedBy.name} started it at {newYorkTime(startedAt)}.
        </p>
        <p>
          {isBalance
            ? `${rowsText(stopped)} without an answer will be cancelled.`
            : `${rowsText(stopped)} without a payment will be cancelled and never sent.`}{" "}
          Another job can then be started.
        </p>
        <p>
          {isBalance
            ? `The banks of ${rowsText(counts.underWay)} are being asked now. Their answers are stored with the customer and not shown in this batch.`
            : `Payments in progress are completed: ${rowsText(counts.underWay)}.`}
        </p>
      </div>
    </AlertDialog>
  );
}

const rowsText = (rows: number): string => `${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}`;
