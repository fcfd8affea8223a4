import { whyNotHold } from "@countinghouse/validators/work/rules";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import type { WorkItem } from "@/components/work/work-item.ts";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button, type ButtonProps } from "@/ui/button.tsx";

type Named = Pick<WorkItem, "kind" | "key">;

const SHOW_FAILURE = { onError: (error: unknown) => toast.error(errorDetails(error).message) };

/** Shows the outcome of an action on an item. Undo reopens the item. */
export function useOutcome({ kind, key }: Named): (text: string, then: () => void) => void {
  const reopen = trpc.work.reopen.useMutation(SHOW_FAILURE);
  return (text, then) => {
    toast.success(text, { undo: () => reopen.mutate({ kind, key, requestId: newRequestId() }) });
    then();
  };
}

/** Shows that an item was assigned. Undo assigns it to the former assignee. */
export function useAssigned({
  kind,
  key,
  assignedTo,
}: Named & Pick<WorkItem, "assignedTo">): (text: string, then: () => void) => void {
  const assign = trpc.work.assign.useMutation(SHOW_FAILURE);
  const adminId = assignedTo?.id ?? null;
  return (text, then) => {
    toast.success(text, { undo: () => assign.mutate({ kind, key, adminId, requestId: newRequestId() }) });
    then();
  };
}

type ReopenProps = { item: Named; disabledReason: string | null; size?: ButtonProps["size"] };

/** Reopens an item that is done or snoozed. */
export function Reopen({ item: { kind, key }, disabledReason, size }: ReopenProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const reopen = trpc.work.reopen.useMutation({
    ...SHOW_FAILURE,
    onSuccess: () => toast.success("Reopened."),
  });
  return (
    <Button
      className="justify-self-start"
      size={size}
      pending={reopen.isPending}
      disabledReason={disabledReason}
      onClick={() => reopen.mutate({ kind, key, requestId: requestIdFor({ kind, key }) })}
    >
      Reopen
    </Button>
  );
}

/** The same in the row of an item. */
export function ReopenCell({ item }: { item: WorkItem }) {
  const adminId = useAdmin().data?.id ?? "";
  const whyNot = useWhyNot("work.handle");
  return <Reopen item={item} disabledReason={whyNot ?? whyNotHold(item.heldBy, adminId)} size="small" />;
}
