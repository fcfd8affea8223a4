import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import type { NoteConflict } from "./use-save-note.ts";

type Changed = Extract<NoteConflict, { kind: "changed" }>;

type NoteConflictChoiceProps = {
  conflict: NoteConflict;
  /** Saves the writer's text over the other text, which has this version */
  onKeepMine: (version: number) => void;
  onTakeTheirs: (theirs: Changed) => void;
};

/** Shows the other text to the later of two writers, who chooses which text to save. */
export function NoteConflictChoice({ conflict, onKeepMine, onTakeTheirs }: NoteConflictChoiceProps) {
  if (conflict.kind === "deleted") {
    return (
      <Alert role="alert" tone="warning">
        This note was deleted. Saving keeps your text as a new note.
      </Alert>
    );
  }
  return (
    <section aria-label="The other text" className="grid gap-2 rounded-md border p-3 text-sm">
      <h3 className="font-medium">The note as it is now</h3>
      <blockquote className="max-h-48 overflow-y-auto border-l-2 pl-3 break-words whitespace-pre-wrap">
        {conflict.text}
      </blockquote>
      <div className="flex gap-2">
        <Button size="small" onClick={() => onKeepMine(conflict.version)}>
          Keep mine
        </Button>
        <Button size="small" onClick={() => onTakeTheirs(conflict)}>
          Take the other
        </Button>
      </div>
    </section>
  );
}
