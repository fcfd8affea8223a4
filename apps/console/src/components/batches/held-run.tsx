import { type BulkKind, CAPABILITY_TO_START } from "@countinghouse/validators/bulk-jobs/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { HeldNotice } from "@/components/payments/held-notice.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type HeldRunProps = { batchId: string; kind: BulkKind; heldUntil: Date };

/** A run that is held, with what is left of its hold, to be cancelled until then by whoever may start one. */
export function HeldRun({ batchId, kind, heldUntil }: HeldRunProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const mayNot = useWhyNot(CAPABILITY_TO_START[kind]);
  const cancel = trpc.bulkJobs.cancelHeld.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  return (
    <HeldNotice
      heldUntil={heldUntil}
      cancelLabel="Cancel run"
      pending={cancel.isPending}
      disabledReason={mayNot}
      onCancel={() => cancel.mutate({ batchId, requestId: requestIdFor(batchId) })}
      className="mx-4"
    >
      Sending starts at
    </HeldNotice>
  );
}
