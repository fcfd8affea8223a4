import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { WorkItem } from "./work-item.ts";

type Named = Pick<WorkItem, "kind" | "key">;

/** Says what was done with an item, with an offer to bring it back. */
export function useSaid({ kind, key }: Named): (text: string, then: () => void) => void {
  const reopen = trpc.work.reopen.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return (text, then) => {
    toast.success(text, { undo: () => reopen.mutate({ kind, key, requestId: newRequestId() }) });
    then();
  };
}

/** Brings an item back that is done or put off. */
export function Reopen({
  item: { kind, key },
  disabledReason,
}: {
  item: Named;
  disabledReason: string | null;
}) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const reopen = trpc.work.reopen.useMutation({
    onSuccess: () => toast.success("Reopened."),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  return (
    <Button
      className="justify-self-start"
      pending={reopen.isPending}
      disabledReason={disabledReason}
      onClick={() => reopen.mutate({ kind, key, requestId: requestIdFor({ kind, key }) })}
    >
      Reopen
    </Button>
  );
}
