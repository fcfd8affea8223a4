import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type DateFieldProps<Fields extends FieldValues, Output> = FieldProps<Fields, Output> & {
  /** The earliest and the latest day, YYYY-MM-DD. */
  min?: string;
  max?: string;
};

/** A day as YYYY-MM-DD, in the browser's own date control. */
export function DateField<Fields extends FieldValues, Output>({
  min,
  max,
  ...props
}: DateFieldProps<Fields, Output>) {
  const { field, isHeld, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Input
        {...field}
        {...aria}
        value={field.value ?? ""}
        type="date"
        min={min}
        max={max}
        readOnly={isHeld}
      />
    </FieldFrame>
  );
}
