import { z } from "zod";
import { INVALID_DATE, isCalendarDate } from "../new-york.ts";
import { RowVersion } from "../paging.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";

export const NOTE_MAX_LENGTH = 20_000;

const NoteId = z.uuid();
const NoteText = requiredText("Note", NOTE_MAX_LENGTH);

export const ListNotes = z.strictObject({ userId: UserId });
export type ListNotes = z.infer<typeof ListNotes>;

/** A new note on a user. The owner is the admin of the session. */
export const CreateNote = z.strictObject({ userId: UserId, note: NoteText });
export type CreateNote = z.infer<typeof CreateNote>;

/** A new text for a note. `version` is the version that was read; a note changed since then is not overwritten. */
export const UpdateNote = z.strictObject({
  id: NoteId,
  note: NoteText,
  version: RowVersion,
});
export type UpdateNote = z.infer<typeof UpdateNote>;

export const DeleteNote = z.strictObject({ id: NoteId });
export type DeleteNote = z.infer<typeof DeleteNote>;

/** Restores a deleted note. */
export const RestoreNote = z.strictObject({ id: NoteId });
export type RestoreNote = z.infer<typeof RestoreNote>;

/**
 * Pins or unpins a note and sets its follow-up day (YYYY-MM-DD in New York; null for none). A pinned note is also shown above the
 * timeline; the order of the notes by date stays.
 */
export const MarkNote = z.strictObject({
  id: NoteId,
  isPinned: z.boolean(),
  followUpOn: z.string().refine(isCalendarDate, INVALID_DATE).nullable(),
});
export type MarkNote = z.infer<typeof MarkNote>;
