import { LEDGER_WRITES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** Takes failures out of sight, once, however often it has to be sent. */
export function useDelete(onSettled: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const { mutate, isPending } = trpc.ledgerWrites.delete.useMutation({
    onSuccess: () => toast.success(TEXT.deleteSucceeded),
    onError: (error) => toast.error(TEXT.deleteFailed, { description: failureText(error) }),
    meta: PENDING_UNTIL_READ,
    onSettled,
  });
  const remove = (ids: readonly string[]) => {
    const items = ids.map((id) => ({ id }));
    mutate({ items, requestId: requestIdFor(items) });
  };
  return { remove, isDeleting: isPending };
}
