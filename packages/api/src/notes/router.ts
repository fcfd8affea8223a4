import { notes } from "@countinghouse/validators/notes/contract";
import {
  CreateNote,
  DeleteNote,
  ListNotes,
  MarkNote,
  RestoreNote,
  UpdateNote,
} from "@countinghouse/validators/notes/schemas";
import { handle, handleRead, router } from "../trpc.ts";
import { createNote, deleteNote, listNotes, markNote, restoreNote, updateNote } from "./service.ts";

export const notesRouter = router({
  list: handleRead(notes.list, ListNotes, listNotes),
  create: handle(notes.create, CreateNote, createNote),
  update: handle(notes.update, UpdateNote, updateNote),
  delete: handle(notes.delete, DeleteNote, deleteNote),
  mark: handle(notes.mark, MarkNote, markNote),
  restore: handle(notes.restore, RestoreNote, restoreNote),
});
