import { BULK_WORDS } from "@/components/batches/bulk-kinds.ts";
import type { Batch } from "@/components/batches/types.ts";
import { newYorkTime } from "@/lib/new-york-time.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

/** Who has a job of the kind running, since when and how far: why no other can be started. */
export const runningText = ({ kind, startedBy, startedAt, state, completedCount, total }: Batch): string =>
  `A ${BULK_WORDS[kind].job} started by ${startedBy.isMe ? "you" : startedBy.name} at ${newYorkTime(startedAt)} is ${
    state === "PAUSED" ? "paused at" : "running"
  } ${completedCount}/${total}.`;

export const RunningNotice = ({ batch, onView }: { batch: Batch; onView: () => void }) => (
  <Alert
    live="polite"
    action={
      <Button size="small" onClick={onView}>
        View
      </Button>
    }
  >
    {runningText(batch)}
  </Alert>
);
