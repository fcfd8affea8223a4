import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import type { WorkItem } from "./work-item.ts";

type Named = Pick<WorkItem, "kind" | "key">;

const TELL = { onError: (error: unknown) => toast.error(errorDetails(error).message) };

/** Says what was done with an item, with an offer to bring it back. */
export function useSaid({ kind, key }: Named): (text: string, then: () => void) => void {
  const reopen = trpc.work.reopen.useMutation(TELL);
  return (text, then) => {
    toast.success(text, { undo: () => reopen.mutate({ kind, key, requestId: newRequestId() }) });
    then();
  };
}

/** Says that an item was given to somebody, with an offer to give it back to whoever had it. */
export function useSaidGiven({
  kind,
  key,
  assignedTo,
}: Named & Pick<WorkItem, "assignedTo">): (then: () => void) => void {
  const assign = trpc.work.assign.useMutation(TELL);
  const adminId = assignedTo?.id ?? null;
  return (then) => {
    toast.success("Assigned.", {
      undo: () => assign.mutate({ kind, key, adminId, requestId: newRequestId() }),
    });
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
  const reopen = trpc.work.reopen.useMutation({ ...TELL, onSuccess: () => toast.success("Reopened.") });
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
