import type { RouterOutputs } from "@countinghouse/api";
import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

export type Note = RouterOutputs["notes"]["list"][number];

export const useNotes = (userId: number) => trpc.notes.list.useQuery({ userId });

/** Deletes notes of a user, each with an Undo. `deletingId` is the note whose deletion is pending. */
export function useDeleteNote() {
  const restore = trpc.notes.restore.useMutation({
    meta: PENDING_UNTIL_READ,
    onError: (error) => toast.error(NOTES_MESSAGES.failed, { description: errorDetails(error).message }),
  });
  const remove = trpc.notes.delete.useMutation({
    onSuccess: (_, { id }) =>
      toast.success(NOTES_MESSAGES.deleted, {
        undo: () => restore.mutate({ id, requestId: newRequestId() }),
      }),
    meta: PENDING_UNTIL_READ,
    onError: (error) => toast.error(NOTES_MESSAGES.failed, { description: errorDetails(error).message }),
  });
  return {
    deletingId: remove.isPending ? remove.variables.id : null,
    deleteNote: (id: string) => remove.mutate({ id, requestId: newRequestId() }),
  };
}
