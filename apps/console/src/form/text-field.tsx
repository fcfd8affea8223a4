import type * as React from "react";
import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type TextFieldProps<Input extends FieldValues, Output> = FieldProps<Input, Output> &
  Pick<React.ComponentProps<"input">, "type" | "autoComplete" | "inputMode" | "placeholder" | "maxLength">;

export function TextField<Input extends FieldValues, Output>({
  type,
  autoComplete,
  inputMode,
  placeholder,
  maxLength,
  ...props
}: TextFieldProps<Input, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Input
        {...field}
        {...aria}
        readOnly={isDisabled}
        type={type}
        autoComplete={autoComplete}
        inputMode={inputMode}
        placeholder={placeholder}
        maxLength={maxLength}
      />
    </FieldFrame>
  );
}
