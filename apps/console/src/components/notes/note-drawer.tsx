import { useWhyNot } from "@/layout/use-admin.ts";
import { useSession } from "@/lib/session.ts";
import { useDrawer } from "../users/user-detail-params.ts";
import NoteForm from "./note-form.tsx";
import type { Note } from "./use-notes.ts";

/** Shows the form of the note in the address, if this admin may write notes. */
export function NoteDrawer({ userId, notes }: { userId: number; notes: Note[] | undefined }) {
  const { drawer, noteId, close } = useDrawer();
  const session = useSession();
  const isDisabled = useWhyNot("notes.write") !== null;
  if (drawer !== "note" || isDisabled || session === null) return null;
  const note = notes?.find(({ id }) => id === noteId);
  if (noteId !== null && note === undefined) return null;
  return (
    <NoteForm key={noteId ?? "new"} userId={userId} adminId={session.adminId} note={note} onClose={close} />
  );
}
