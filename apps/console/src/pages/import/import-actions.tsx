import { whyNotImportStep } from "@countinghouse/validators/import/job-rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { Job } from "./import-job.tsx";

/** What can be done with an import that was begun, or is to be given up. */
export function ImportActions({ job: { id, state } }: { job: Job }) {
  const [isAsking, setAsking] = useState(false);
  const options = {
    onError: (error: unknown) => toast.error(errorDetails(error).message),
    onSettled: () => setAsking(false),
    meta: PENDING_UNTIL_READ,
  };
  const pause = trpc.imports.pause.useMutation(options);
  const resume = trpc.imports.resume.useMutation(options);
  const discard = trpc.imports.discard.useMutation(options);
  const isOffered = (step: "pause" | "resume" | "discard") => whyNotImportStep(state, step) === null;
  const press = { requestId: newRequestId(), id };
  return (
    <div className="flex flex-wrap gap-2">
      {isOffered("pause") && (
        <Button pending={pause.isPending} onClick={() => pause.mutate(press)}>
          Pause
        </Button>
      )}
      {isOffered("resume") && (
        <Button variant="primary" pending={resume.isPending} onClick={() => resume.mutate(press)}>
          Resume
        </Button>
      )}
      {isOffered("discard") && <Button onClick={() => setAsking(true)}>Discard…</Button>}
      {isAsking && (
        <AlertDialog
          title="Discard this import?"
          confirmLabel="Discard"
          cancelLabel="Keep"
          focus="cancel"
          destructive
          pending={discard.isPending}
          onConfirm={() => discard.mutate(press)}
          onCancel={() => setAsking(false)}
        >
          Its files are deleted. {state === "PAUSED" || state === "FAILED" ? "Imported rows stay." : ""}
        </AlertDialog>
      )}
    </div>
  );
}
