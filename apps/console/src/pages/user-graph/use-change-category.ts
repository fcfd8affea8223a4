import { CATEGORY_CHANGED, type TransactionTag } from "@countinghouse/validators/bank-statistics/rules";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** A transaction of a report, and what it is taken for now. */
export type Categorised = {
  userId: number;
  snapshotId: number;
  transactionId: string;
  category: TransactionTag;
};

/** Takes transactions for something else, with a way back. `changingId` is the one that is on its way. */
export function useChangeCategory() {
  const onError = (error: unknown) =>
    toast.error(failureText(error, "The category may or may not have changed. Reload to see it."));
  const back = trpc.bankStatistics.changeCategory.useMutation({ meta: PENDING_UNTIL_READ, onError });
  const change = trpc.bankStatistics.changeCategory.useMutation({
    meta: PENDING_UNTIL_READ,
    onSuccess: ({ category, message }, { was, ...of }) => {
      if (message !== CATEGORY_CHANGED) return toast.success(message);
      return toast.success(message, {
        undo: () => back.mutate({ ...of, category: was, was: category, requestId: newRequestId() }),
      });
    },
    onError,
  });
  const pending = change.isPending ? change : back.isPending ? back : null;
  return {
    changingId: pending?.variables?.transactionId ?? null,
    /** Null is what the bank's words say. */
    changeCategory: ({ category: was, ...of }: Categorised, category: TransactionTag | null) =>
      change.mutate({ ...of, was, category, requestId: newRequestId() }),
  };
}
