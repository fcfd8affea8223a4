import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

/** The note to change, with the version that was read; null for a new note. */
export type NoteTarget = { id: string; version: number } | null;

/** The change that another admin made to the note in the meantime. */
export type NoteConflict = { kind: "changed"; text: string; version: number } | { kind: "deleted" };

/** Saves a new or a changed note. `onSaved` runs after a success, before the list is read again. */
export function useSaveNote(userId: number, onSaved: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const settled = (message: string) => {
    toast.success(message);
    onSaved();
  };
  const create = trpc.notes.create.useMutation({ onSuccess: () => settled(NOTES_MESSAGES.added) });
  const update = trpc.notes.update.useMutation({ onSuccess: () => settled(NOTES_MESSAGES.updated) });
  const conflict = readConflict(update.error, update.variables?.version);
  return {
    save: (target: NoteTarget, note: string) => {
      const requestId = requestIdFor([target, note]);
      if (target === null) create.mutate({ requestId, userId, note });
      else update.mutate({ requestId, ...target, note });
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
