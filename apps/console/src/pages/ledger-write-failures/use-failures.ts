import type { RouterOutputs } from "@countinghouse/api";
import {
  type FailureGroup,
  type FailureRow,
  groupFailures,
} from "@countinghouse/validators/ledger-writes/rules";
import { LEDGER_WRITES_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useMemo, useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { makeRequestIds, newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type Failure = RouterOutputs["ledgerWrites"]["list"]["failures"][number];
export type Group = FailureGroup<Failure>;
export type Row = FailureRow<Failure>;

/** What could not be written to the ledger sheet, by sheet. Others may retry meanwhile: every look asks. */
export function useFailures() {
  const query = trpc.ledgerWrites.list.useQuery(undefined, { staleTime: 0 });
  const failures = query.data?.failures;
  const groups = useMemo(() => failures && groupFailures(failures), [failures]);
  return { ...query, groups };
}

/** Takes failures out of sight, once, however often it has to be sent. */
export function useDelete(onSettled: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const restore = trpc.ledgerWrites.restore.useMutation({
    onError: (error) => toast.error(failureText(error)),
  });
  const { mutate, isPending } = trpc.ledgerWrites.delete.useMutation({
    onSuccess: (_, { items }) =>
      toast.success(TEXT.deleteSucceeded, {
        undo: () => restore.mutate({ items, requestId: newRequestId() }),
      }),
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
