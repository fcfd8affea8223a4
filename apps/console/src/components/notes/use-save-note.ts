import { notes } from "@countinghouse/validators/notes/contract";
import { errorDetails } from "@/api/errors.ts";
import { useCommand } from "@/api/use-command.ts";

/** The note to change, with the version that was read; null for a new note. */
export type NoteTarget = { id: string; version: number } | null;

/** The change that another admin made to the note in the meantime. */
export type NoteConflict = { kind: "changed"; text: string; version: number } | { kind: "deleted" };

/** Saves a new or a changed note. `onSaved` runs after a success, before the list is read again. */
export function useSaveNote(userId: number, onSaved: () => void) {
  const create = useCommand(notes.create, { onSuccess: onSaved, failure: null });
  const update = useCommand(notes.update, { onSuccess: onSaved, failure: null });
  const conflict = readConflict(update.error, update.variables?.version);
  return {
    save: (target: NoteTarget, note: string) => {
      if (target === null) create.mutate({ userId, note });
      else update.mutate({ ...target, note });
    },
    saving: create.isPending || update.isPending,
    error: create.error ?? (conflict?.kind === "deleted" ? null : update.error),
    conflict,
    forgetError: () => {
      create.reset();
      update.reset();
    },
  };
}

/** Returns the conflict of a refused change. The note was deleted if it still has the version that was sent. */
function readConflict(error: unknown, sentVersion: number | undefined): NoteConflict | null {
  const { code, facts } = errorDetails(error);
  if (code !== "CONFLICT" || typeof facts.current !== "string" || typeof facts.version !== "number")
    return null;
  if (facts.version === sentVersion) return { kind: "deleted" };
  return { kind: "changed", text: facts.current, version: facts.version };
}
