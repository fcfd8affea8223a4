import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";

type SendNoticeProps = { applicationId: number; disabledReason?: string | null };

/** Sends the letter that tells an applicant of a decline and its reasons. */
export function SendNotice({ applicationId, disabledReason = null }: SendNoticeProps) {
  const [requestId] = useState(newRequestId);
  const whyNot = useWhyNot("adverseAction.send");
  const send = trpc.adverseAction.send.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return (
    <div>
      <Button
        size="small"
        pending={send.isPending}
        disabledReason={whyNot ?? disabledReason ?? (send.isSuccess ? "It is on its way." : null)}
        onClick={() => send.mutate({ applicationId, requestId })}
      >
        Send the notice
      </Button>
    </div>
  );
}
