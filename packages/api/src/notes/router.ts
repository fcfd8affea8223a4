import {
  CreateNote,
  DeleteNote,
  ListNotes,
  MarkNote,
  RestoreNote,
  UpdateNote,
} from "@countinghouse/validators/notes/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { createNote, deleteNote, listNotes, markNote, restoreNote, updateNote } from "./service.ts";

export const notesRouter = router({
  list: can("notes.read")
    .input(ListNotes)
    .query(({ ctx, input }) => listNotes(ctx, input)),
  create: can("notes.write")
    .input(command(CreateNote))
    .mutation(({ ctx, input }) => createNote(ctx, input)),
  update: can("notes.write")
    .input(command(UpdateNote))
    .mutation(({ ctx, input }) => updateNote(ctx, input)),
  delete: can("notes.write")
    .input(command(DeleteNote))
    .mutation(({ ctx, input }) => deleteNote(ctx, input)),
  mark: can("notes.write")
    .input(command(MarkNote))
    .mutation(({ ctx, input }) => markNote(ctx, input)),
  restore: can("notes.write")
    .input(command(RestoreNote))
    .mutation(({ ctx, input }) => restoreNote(ctx, input)),
});
