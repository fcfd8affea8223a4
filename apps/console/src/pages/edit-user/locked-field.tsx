import { useId } from "react";
import { FieldFrame } from "@/form/field.tsx";
import { Input } from "@/ui/input.tsx";

type LockedFieldProps = {
  label: string;
  value: string;
  reason: string;
  /** Whether the value is dollars. */
  isMoney?: boolean;
};

/** A field that can be read and not changed, with why. */
export function LockedField({ label, value, reason, isMoney = false }: LockedFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <FieldFrame
      id={id}
      label={label}
      noteId={noteId}
      errorId={undefined}
      note={reason}
      error={undefined}
      className={undefined}
    >
      <div className="relative">
        {isMoney && (
          <span
            aria-hidden
            className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-muted-foreground"
          >
            $
          </span>
        )}
        <Input
          id={id}
          aria-describedby={noteId}
          readOnly
          value={value}
          className={isMoney ? "pl-6" : undefined}
        />
      </div>
    </FieldFrame>
  );
}
