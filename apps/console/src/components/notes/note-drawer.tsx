import { lazy, Suspense } from "react";
import { useWhyNot } from "@/layout/use-admin.ts";
import { useSession } from "@/lib/session.ts";
import { useDrawer } from "../users/user-detail-params.ts";
import type { Note } from "./use-notes.ts";

const NoteForm = lazy(() => import("./note-form.tsx"));

/** The form of the note that the address asks for, if this admin may fill it in. */
export function NoteDrawer({ userId, notes }: { userId: number; notes: Note[] | undefined }) {
  const { drawer, noteId, close } = useDrawer();
  const session = useSession();
  const isDisabled = useWhyNot("notes.write") !== null;
  if (drawer !== "note" || isDisabled || session === null) return null;
  const note = notes?.find(({ id }) => id === noteId);
  if (noteId !== null && note === undefined) return null;
  return (
    <Suspense fallback={null}>
      <NoteForm key={noteId ?? "new"} userId={userId} adminId={session.adminId} note={note} onClose={close} />
    </Suspense>
  );
}
