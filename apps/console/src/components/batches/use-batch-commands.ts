import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** What can be done with a batch that runs. What was done is seen in the batch; what failed is told. */
export function useBatchCommands(kind: BulkKind) {
  const [isAsking, setAsking] = useState(false);
  const told = {
    meta: PENDING_UNTIL_READ,
    onError: (error: unknown) => {
      toast.error(errorDetails(error).message);
    },
  };
  const pause = trpc.bulkJobs.pause.useMutation(told);
  const resume = trpc.bulkJobs.resume.useMutation(told);
  const reset = trpc.bulkJobs.reset.useMutation({
    ...told,
    onSuccess: ({ message, cancelled, inFlight }) => {
      setAsking(false);
      toast.success(message, { description: `${cancelled} cancelled, ${inFlight} still in progress.` });
    },
  });
  return {
    isPausing: pause.isPending || resume.isPending,
    pause: (batchId: string) => pause.mutate({ batchId, requestId: newRequestId() }),
    resume: (batchId: string) => resume.mutate({ batchId, requestId: newRequestId() }),
    isAskingToReset: isAsking,
    askToReset: () => setAsking(true),
    closeReset: () => setAsking(false),
    isResetting: reset.isPending,
    reset: () => reset.mutate({ kind, requestId: newRequestId() }),
  };
}

export type BatchCommands = ReturnType<typeof useBatchCommands>;
