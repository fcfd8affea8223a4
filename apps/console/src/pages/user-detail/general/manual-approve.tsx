import { whyNotManuallyApprove } from "@countinghouse/validators/applications/manual-approval";
import { GENERAL_MESSAGES } from "@countinghouse/validators/messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { userName } from "@/components/users/user-name.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import type { User } from "../use-user.ts";

/** Approves the credit check by hand. There is nothing to press once it is Approved. */
export function ManualApprove({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds());
  const incapable = useWhyNot("users.manualApprove");
  const approve = trpc.users.markManuallyApproved.useMutation({
    meta: PENDING_UNTIL_READ,
    onSuccess: () => toast.success(GENERAL_MESSAGES.requestSent),
    onError: (error) => toast.error(errorDetails(error).message),
    onSettled: () => setAsking(false),
  });
  const alloyStatus = user.application?.alloyStatus ?? null;
  if (alloyStatus === "Approved") return null;
  return (
    <>
      <Button
        size="small"
        disabledReason={incapable ?? whyNotManuallyApprove({ alloyStatus })}
        onClick={() => setAsking(true)}
      >
        Manual Approve
      </Button>
      {asking && (
        <AlertDialog
          title={`Approve ${userName(user)} by hand?`}
          confirmLabel="Manual Approve"
          pending={approve.isPending}
          onConfirm={() =>
            approve.mutate({
              userId: user.id,
              requestId: requestIdFor([user.application?.id, user.application?.version]),
            })
          }
          onCancel={() => setAsking(false)}
        >
          The credit check of application {user.application?.id} changes from {alloyStatus} to Approved.
        </AlertDialog>
      )}
    </>
  );
}
