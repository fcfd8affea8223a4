import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { followArrangements } from "@/table/arrangements.ts";
import { useKeptLists } from "@/table/views/use-views.ts";

/** Presses that follow one another within this time are kept as one. */
const TOGETHER_MS = 600;

/** Shows the lists of this admin as they were arranged, and keeps what is arranged. */
export default function KeptArrangements() {
  const { data } = useKeptLists();
  const arranging = trpc.lists.arrange.useMutation({
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const keep = useEffectEvent((list: string, columns: ColumnLayout | null) =>
    arranging.mutate({ list, columns, requestId: newRequestId() }),
  );
  useEffect(() => {
    if (data === undefined) return undefined;
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const leave = followArrangements(
      Object.fromEntries(data.arranged.map(({ list, columns }) => [list, columns])),
      (list, columns) => {
        clearTimeout(waiting.get(list));
        waiting.set(
          list,
          setTimeout(() => keep(list, columns), TOGETHER_MS),
        );
      },
    );
    return leave;
  }, [data]);
  return null;
}
