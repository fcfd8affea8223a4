import { PASSCODE_LENGTH } from "@countinghouse/validators/payments/rules";
import type * as React from "react";
import type { FieldValues } from "react-hook-form";
import { Input, Textarea } from "@/ui/input.tsx";
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

/** A passcode: digits that are not shown, and that no browser remembers. */
export const PasscodeField = <Input extends FieldValues, Output>(props: FieldProps<Input, Output>) => (
  <TextField
    {...props}
    type="password"
    inputMode="numeric"
    autoComplete="off"
    maxLength={PASSCODE_LENGTH.max}
  />
);
