import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { cn } from "@/lib/cn.ts";
import { radioClass } from "@/ui/checkbox.tsx";
import { FieldNotes, type FieldProps, requiredClass, useField } from "./field.tsx";

export type Choice<Value extends string | number> = {
  value: Value;
  label: string;
  note?: ReactNode;
  /** Why this one can not be chosen; it is listed all the same. */
  disabledReason?: string | null;
};

type RadioListFieldProps<Input extends FieldValues, Output, Value extends string | number> = FieldProps<
  Input,
  Output
> & {
  choices: readonly Choice<Value>[];
  /** Instead of no choices. */
  empty: ReactNode;
  /** Told of a choice the person made, after the form has taken it. */
  onChosen?: (value: Value) => void;
};

/** One of a few things that each take a line. */
export function RadioListField<Input extends FieldValues, Output, Value extends string | number>({
  choices,
  empty,
  onChosen,
  ...props
}: RadioListFieldProps<Input, Output, Value>) {
  const { field, isDisabled, aria, frame } = useField(props);
  const { id, label, required, className, ...below } = frame;
  const firstUsable = choices.find(({ disabledReason }) => !disabledReason);
  return (
    <div data-slot="field" className={cn("grid content-start gap-1.5", className)}>
      <span
        id={`${id}-label`}
        data-required={required || undefined}
        className={cn("text-sm font-medium", requiredClass)}
      >
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={`${id}-label`} {...aria} className="grid gap-0.5">
        {choices.map(({ value, label: text, note, disabledReason }, index) => (
          <label
            key={value}
            className={cn(
              "flex min-h-(--control-h) items-center gap-2.5 rounded-md px-2 py-1",
              disabledReason ? "cursor-not-allowed text-muted-foreground" : "hover:bg-accent",
            )}
          >
            <input
              type="radio"
              className={radioClass}
              ref={value === firstUsable?.value ? field.ref : undefined}
              name={`${id}-choice`}
              checked={field.value === value}
              disabled={Boolean(disabledReason) || isDisabled}
              aria-describedby={note || disabledReason ? `${id}-${index}` : undefined}
              onBlur={field.onBlur}
              onChange={() => {
                field.onChange(value);
                onChosen?.(value);
              }}
            />
            <span className="flex min-w-0 flex-wrap gap-x-2.5">
              <span>{text}</span>
              {(note || disabledReason) && (
                <span id={`${id}-${index}`} className="text-sm text-muted-foreground">
                  {note}
                  {note && disabledReason && " · "}
                  {disabledReason}
                </span>
              )}
            </span>
          </label>
        ))}
        {choices.length === 0 && <p className="px-2 text-sm text-muted-foreground">{empty}</p>}
      </div>
      <FieldNotes {...below} />
    </div>
  );
}
