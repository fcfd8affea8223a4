import { EDIT_USER_LABELS as LABEL } from "@countinghouse/validators/edit-user/rules";
import { useEffect, useRef } from "react";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import type { EditFields, FieldName } from "./edit-values.ts";

export type EditConflict = {
  message: string;
  taken: FieldName[];
  contested: FieldName[];
  theirs: EditFields;
};

type EditConflictProps = {
  conflict: EditConflict;
  mine: Partial<EditFields>;
  onTakeTheirs: (name: FieldName) => void;
  onDone: () => void;
};

/** Two admins edited one customer: the later one sees what the other changed, and decides field by field. */
export function EditConflictChoice({ conflict, mine, onTakeTheirs, onDone }: EditConflictProps) {
  const { message, taken, contested, theirs } = conflict;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      <Alert
        tone="warning"
        live="assertive"
        action={
          <Button size="small" variant="ghost" onClick={onDone}>
            Got it
          </Button>
        }
      >
        <p>{message}</p>
        {taken.length > 0 && (
          <p className="mt-1">
            Updated from their change:{" "}
            {taken.map((name) => `${LABEL[name]} ${shown(theirs[name])}`).join(", ")}
          </p>
        )}
        {contested.length > 0 && (
          <ul className="mt-2 grid gap-1.5">
            {contested.map((name) => (
              <li key={name} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span className="font-medium">{LABEL[name]}</span>
                <span>yours: {shown(mine[name])}</span>
                <span>theirs: {shown(theirs[name])}</span>
                <Button
                  size="small"
                  aria-label={`Take theirs: ${LABEL[name]}`}
                  disabledReason={mine[name] === theirs[name] ? "Taken." : null}
                  onClick={() => onTakeTheirs(name)}
                >
                  Take theirs
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Alert>
    </div>
  );
}

const shown = (value: string | null | undefined): string => value || "—";
