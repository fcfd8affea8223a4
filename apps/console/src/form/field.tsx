import { type ReactNode, useId } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { cn } from "@/lib/cn.ts";
import { Label } from "@/ui/input.tsx";

/** What every field is given, whatever it holds. */
export type FieldProps<Input extends FieldValues, Output> = {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  label: string;
  /** Under the field: limits, where the value goes, what it is for. */
  description?: ReactNode;
  /** Marks the label and tells assistive technology. The schema enforces it. */
  required?: boolean | undefined;
  /** Why the field may not be changed. It can still be reached and read. */
  disabledReason?: string | null | undefined;
  className?: string | undefined;
};

/** Binds a field to its form, and its label, description and error to its control. */
export function useField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  description,
  required = false,
  disabledReason,
  className,
}: FieldProps<Input, Output>) {
  const id = useId();
  const { field, fieldState } = useController({ control, name });
  const error = fieldState.error?.message;
  const noteId = description || disabledReason ? `${id}-note` : undefined;
  const errorId = error === undefined ? undefined : `${id}-error`;
  return {
    field,
    isDisabled: Boolean(disabledReason),
    aria: {
      id,
      "aria-required": required || undefined,
      "aria-invalid": error === undefined ? undefined : true,
      "aria-describedby": [errorId, noteId].filter(Boolean).join(" ") || undefined,
    },
    frame: { id, noteId, errorId, label, required, note: disabledReason ?? description, error, className },
  };
}

type FieldFrameProps = Omit<ReturnType<typeof useField>["frame"], "required"> & {
  required?: boolean;
  children: ReactNode;
};

/** After the label of a required field. A pseudo-element keeps it out of the name of the control. */
export const requiredClass =
  "data-required:after:ml-0.5 data-required:after:text-danger-fg data-required:after:content-['*']";

export const FieldFrame = ({ id, label, required, children, className, ...below }: FieldFrameProps) => (
  <div data-slot="field" className={cn("grid content-start gap-1.5", className)}>
    <Label htmlFor={id} data-required={required || undefined} className={requiredClass}>
      {label}
    </Label>
    {children}
    <FieldNotes {...below} />
  </div>
);

type FieldNotesProps = Pick<FieldFrameProps, "noteId" | "errorId" | "note" | "error">;

export const FieldNotes = ({ noteId, errorId, note, error }: FieldNotesProps) => (
  <>
    {note && (
      <p id={noteId} className="text-xs text-muted-foreground">
        {note}
      </p>
    )}
    {error !== undefined && (
      <p id={errorId} role="alert" className="text-xs font-medium text-danger-fg">
        {error}
      </p>
    )}
  </>
);
