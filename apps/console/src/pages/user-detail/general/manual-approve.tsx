import { whyNotManuallyApprove } from "@countinghouse/validators/applications/manual-approval";
import { APPROVAL_NOTE_LENGTH, APPROVAL_TEXTS as TEXT } from "@countinghouse/validators/approvals/rules";
import { users } from "@countinghouse/validators/users/contract";
import { useId, useState } from "react";
import { trpc } from "@/api/client.ts";
import { useCommand } from "@/api/use-command.ts";
import { userName } from "@/components/users/user-name.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { Input, Label } from "@/ui/input.tsx";
import type { User } from "../use-user.ts";

/** Approves the credit check by hand. There is nothing to press once it is Approved. */
export function ManualApprove({ user }: { user: User }) {
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const reasonId = useId();
  const incapable = useWhyNot("users.manualApprove");
  const approve = useCommand(users.markManuallyApproved, {
    isPendingUntilRead: true,
    sameRequest: (input) => [input, user.application?.id, user.application?.version],
    onSettled: () => setAsking(false),
  });
  const rules = trpc.approvals.rules.useQuery(undefined, { enabled: asking });
  const needsReason = rules.data?.rules.MANUAL_APPROVE.always === true;
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
          confirmDisabledReason={needsReason && reason.trim() === "" ? TEXT.reasonMissing : null}
          pending={approve.isPending}
          onConfirm={() => approve.mutate({ userId: user.id, reason })}
          onCancel={() => setAsking(false)}
        >
          The credit check of application {user.application?.id} changes from {alloyStatus} to Approved.
          {needsReason && (
            <span className="mt-3 grid gap-1.5">
              <Label htmlFor={reasonId}>Reason</Label>
              <Input
                id={reasonId}
                value={reason}
                maxLength={APPROVAL_NOTE_LENGTH}
                autoComplete="off"
                onChange={({ target }) => setReason(target.value)}
              />
            </span>
          )}
        </AlertDialog>
      )}
    </>
  );
}
