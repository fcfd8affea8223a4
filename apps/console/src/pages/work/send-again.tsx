import { sentAgainText, topicOfFailed, whyNotSendAgain } from "@countinghouse/validators/work/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { WorkItem } from "./work-item.ts";

/** Sends all messages that failed for this reason again, in one press. */
export function SendAgain({
  item: { key },
  disabledReason,
}: {
  item: WorkItem;
  disabledReason: string | null;
}) {
  const [requestId] = useState(newRequestId);
  const send = trpc.work.sendAgain.useMutation({
    onSuccess: (sent) => toast.success(sentAgainText(sent)),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const whyNot = whyNotSendAgain(topicOfFailed(key)) ?? disabledReason;
  return (
    <div>
      <Button
        pending={send.isPending}
        disabledReason={send.isSuccess ? "These messages were sent again." : whyNot}
        onClick={() => send.mutate({ key, requestId })}
      >
        Send all again
      </Button>
    </div>
  );
}
