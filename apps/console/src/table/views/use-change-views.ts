import type { ViewContent } from "@countinghouse/validators/lists/schemas";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import type { SavedView } from "./use-views.ts";

/** What is done with a saved view by one press. */
export function useChangeViews(list: string, onRemoved: () => void) {
  const onError = (error: unknown) => toast.error(errorDetails(error).message);
  const changing = trpc.lists.changeView.useMutation({ onError });
  const opening = trpc.lists.openWith.useMutation({ onError });
  const removing = trpc.lists.deleteView.useMutation({ onError });
  const restoring = trpc.lists.restoreView.useMutation({ onError });
  return {
    update: ({ id, version, name, isShared }: SavedView, content: ViewContent) =>
      changing.mutate(
        { id, version, name, isShared, content, requestId: newRequestId() },
        { onSuccess: () => toast.success(`“${name}” is saved.`) },
      ),
    openWith: (viewId: string | null) => opening.mutate({ list, viewId, requestId: newRequestId() }),
    remove: ({ id, name }: SavedView) =>
      removing.mutate(
        { id, requestId: newRequestId() },
        {
          onSuccess: () => {
            onRemoved();
            toast.success(`“${name}” is deleted.`, {
              undo: () => restoring.mutate({ id, requestId: newRequestId() }),
            });
          },
        },
      ),
  };
}
