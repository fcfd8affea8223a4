import type { RouterOutputs } from "@countinghouse/api";
import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { notes } from "@countinghouse/validators/notes/contract";
import { trpc } from "@/api/client.ts";
import { useCommand } from "@/api/use-command.ts";

export type Note = RouterOutputs["notes"]["list"][number];

export const useNotes = (userId: number) => trpc.notes.list.useQuery({ userId });

/** Deletes notes of a user, each with an Undo. `deletingId` is the note whose deletion is pending. */
export function useDeleteNote() {
  const options = { failure: NOTES_MESSAGES.failed, isPendingUntilRead: true };
  const restore = useCommand(notes.restore, options);
  const remove = useCommand(notes.delete, { ...options, undo: ({ id }) => restore.mutate({ id }) });
  return {
    deletingId: remove.isPending ? remove.variables.id : null,
    deleteNote: (id: string) => remove.mutate({ id }),
  };
}
