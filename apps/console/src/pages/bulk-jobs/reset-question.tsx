import { BULK_JOBS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { newYorkTime } from "@/lib/new-york-time.ts";
import { Question } from "../question.tsx";
import { BULK_WORDS } from "./bulk-kinds.ts";
import type { Batch } from "./types.ts";
import type { BatchCommands } from "./use-batch-commands.ts";

/** Asks before the running flag of a kind is forced off, and says what that stops and what it does not. */
export function ResetQuestion({ batch, commands }: { batch: Batch; commands: BatchCommands }) {
  const { kind, startedBy, startedAt, counts } = batch;
  const { job } = BULK_WORDS[kind];
  const sent = kind === "BULK_BALANCE" ? "asked" : "sent";
  return (
    <Question
      title={`${TEXT.resetLabel} of the ${job}?`}
      confirmLabel={TEXT.resetLabel}
      pending={commands.isResetting}
      onConfirm={commands.reset}
      onCancel={commands.closeReset}
    >
      <div className="grid gap-2">
        <p>
          {startedBy.isMe ? "You" : startedBy.name} started it at {newYorkTime(startedAt)}.
        </p>
        <p>
          It stops: {counts.waiting.toLocaleString("en-US")} rows that wait are cancelled and never {sent}.
          Another job can then be started.
        </p>
        <p>
          It does not stop what was already {sent}: {counts.claimed.toLocaleString("en-US")} rows that are
          under way go on to their end.
        </p>
      </div>
    </Question>
  );
}
