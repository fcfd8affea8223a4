import { NOTES_MESSAGES } from "@countinghouse/validators/messages";
import { CreateNote } from "@countinghouse/validators/notes/schemas";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { TextareaField } from "@/form/text-field.tsx";
import { DraftRecovered } from "../draft-recovered.tsx";
import { NoteConflictChoice } from "./note-conflict.tsx";
import { useNoteDraft } from "./use-note-draft.ts";
import type { Note } from "./use-notes.ts";
import { type NoteTarget, useSaveNote } from "./use-save-note.ts";

const NoteSchema = CreateNote.pick({ note: true });

type NoteFormProps = {
  userId: number;
  /** The owner of the draft */
  adminId: string;
  /** The note to change; undefined for a new note */
  note: Note | undefined;
  onClose: () => void;
};

export default function NoteForm({ userId, adminId, note, onClose }: NoteFormProps) {
  const form = useZodForm(NoteSchema, { note: note?.note ?? "" });
  const draft = useNoteDraft(form, {
    key: `note:${adminId}:${userId}:${note?.id ?? "new"}`,
    version: note?.version ?? null,
  });
  const leave = () => {
    draft.drop();
    onClose();
  };
  const { save, saving, error, conflict, forgetError } = useSaveNote(userId, leave);
  const target = (version: number | null): NoteTarget =>
    note === undefined || version === null || conflict?.kind === "deleted" ? null : { id: note.id, version };
  const isNew = target(draft.baseVersion) === null;

  return (
    <SheetForm
      form={form}
      title={isNew ? NOTES_MESSAGES.createTitle : NOTES_MESSAGES.updateTitle}
      onSubmit={(values) => save(target(draft.baseVersion), values.note)}
      submitting={saving}
      submitError={error}
      submitLabel={isNew ? "Create note" : "Update note"}
      failureMessage={NOTES_MESSAGES.failed}
      onClose={leave}
    >
      {draft.recovered && <DraftRecovered savedAt={draft.recovered.savedAt} onDiscard={draft.discard} />}
      <TextareaField
        control={form.control}
        name="note"
        label="Note"
        rows={10}
        disabledReason={saving ? "Saving…" : null}
      />
      {conflict && (
        <NoteConflictChoice
          conflict={conflict}
          onKeepMine={(version) => {
            draft.rebase(version);
            void form.handleSubmit((values) => save(target(version), values.note))();
          }}
          onTakeTheirs={({ text, version }) => {
            draft.rebase(version);
            form.setValue("note", text, { shouldDirty: true });
            forgetError();
          }}
        />
      )}
    </SheetForm>
  );
}
