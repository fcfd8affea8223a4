import { PAYOUT_HOLD_TEXTS as TEXT } from "@countinghouse/validators/payout-hold/rules";
import { can } from "@countinghouse/validators/roles";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { HeldNotice } from "@/components/payments/held-notice.tsx";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type HeldRunProps = { batchId: string; heldUntil: Date; startedBy: { isMe: boolean; name: string } };

/** A run that is held, with what is left of its hold, to be cancelled until then. */
export function HeldRun({ batchId, heldUntil, startedBy }: HeldRunProps) {
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
    <HeldNotice
      heldUntil={heldUntil}
      cancelLabel="Cancel run"
      pending={cancel.isPending}
      disabledReason={mayNot ?? (isTheirs ? null : TEXT.notYours)}
      onCancel={() => cancel.mutate({ batchId, requestId: requestIdFor(batchId) })}
      className="mx-4"
    >
      Nothing is sent before
    </HeldNotice>
  );
}
