import type { FieldValues } from "react-hook-form";
import { DayInput } from "./day-input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type DateFieldProps<Fields extends FieldValues, Output> = FieldProps<Fields, Output> & {
  /** The earliest and the latest day of the calendar, YYYY-MM-DD. */
  min?: string;
  max?: string;
};

/** A day of a form. */
export function DateField<Fields extends FieldValues, Output>({
  min,
  max,
  ...props
}: DateFieldProps<Fields, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  const value: string = field.value ?? "";
  return (
    <FieldFrame {...frame}>
      <DayInput
        {...field}
        {...aria}
        label={props.label}
        value={value}
        isDisabled={isDisabled}
        min={min}
        max={max}
      />
    </FieldFrame>
  );
}
