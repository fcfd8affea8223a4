import { notes } from "@countinghouse/validators/notes/contract";
import { errorDetails } from "@/api/errors.ts";
import { useCommand } from "@/api/use-command.ts";

/** The note to change, as it was when its text was read; null for a new note. */
export type NoteTarget = { id: string; version: number } | null;

/** What another admin did to the note meanwhile. */
export type NoteConflict = { kind: "changed"; text: string; version: number } | { kind: "deleted" };

/** Saves a new or a changed note. `onSaved` follows a success, before the list is read again. */
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

/** A note that is refused though its version is the one that was read has been deleted. */
function readConflict(error: unknown, sentVersion: number | undefined): NoteConflict | null {
  const { code, facts } = errorDetails(error);
  if (code !== "CONFLICT" || typeof facts.current !== "string" || typeof facts.version !== "number")
    return null;
  if (facts.version === sentVersion) return { kind: "deleted" };
  return { kind: "changed", text: facts.current, version: facts.version };
}
