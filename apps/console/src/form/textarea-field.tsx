import type { FieldValues } from "react-hook-form";
import { Textarea } from "@/ui/textarea.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type TextareaFieldProps<Input extends FieldValues, Output> = FieldProps<Input, Output> & {
  rows?: number;
};

export function TextareaField<Input extends FieldValues, Output>({
  rows,
  ...props
}: TextareaFieldProps<Input, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Textarea {...field} {...aria} readOnly={isDisabled} rows={rows} />
    </FieldFrame>
  );
}
