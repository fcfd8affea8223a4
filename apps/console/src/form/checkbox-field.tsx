import type { FieldValues } from "react-hook-form";
import { cn } from "@/lib/cn.ts";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Label } from "@/ui/input.tsx";
import { FieldNotes, type FieldProps, useField } from "./field.tsx";
import { keepFocus } from "./form-shell.ts";

export function CheckboxField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  const { id, label, className, ...below } = frame;
  const { id: _, ...described } = aria;
  return (
    <div data-slot="field" className={cn("grid content-start gap-1.5", className)}>
      <div className="flex items-center gap-2">
        <Checkbox
          {...described}
          id={id}
          inputRef={field.ref}
          checked={Boolean(field.value)}
          readOnly={isDisabled}
          onMouseDown={keepFocus}
          onCheckedChange={(checked) => field.onChange(checked)}
          onBlur={field.onBlur}
        />
        <Label htmlFor={id} className={cn(isDisabled && "text-muted-foreground")} onMouseDown={keepFocus}>
          {label}
        </Label>
      </div>
      <FieldNotes {...below} />
    </div>
  );
}
