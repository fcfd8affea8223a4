import { formatNewYork } from "@countinghouse/validators/new-york";
import { leftOfHold, PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { can } from "@countinghouse/validators/roles";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { useNow } from "@/lib/timers.ts";
import { toast } from "@/lib/toast.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";

type HeldRunProps = { batchId: string; heldUntil: Date; startedBy: { isMe: boolean; name: string } };

/** A run that is held, with what is left of its hold, to be cancelled until then. */
export function HeldRun({ batchId, heldUntil, startedBy }: HeldRunProps) {
  const now = useNow(1_000);
  const [requestIdFor] = useState(() => makeRequestIds());
  const role = useAdmin().data?.role;
  const mayNot = useWhyNot("bulkJobs.charge");
  const isTheirs = startedBy.isMe || (role !== undefined && can(role, "approvals.decide"));
  const cancel = trpc.bulkJobs.cancelHeld.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  return (
    <Alert
      tone="warning"
      className="mx-4"
      action={
        <Button
          size="small"
          pending={cancel.isPending}
          disabledReason={mayNot ?? (isTheirs ? null : TEXT.notYours)}
          onClick={() => cancel.mutate({ batchId, requestId: requestIdFor(batchId) })}
        >
          Cancel run
        </Button>
      }
    >
      Nothing is sent before {formatNewYork(heldUntil, "dateTime").slice(11)} ET:{" "}
      <span className="num">{leftOfHold(heldUntil, now)}</span> left
    </Alert>
  );
}
