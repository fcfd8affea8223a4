import { PASSCODE_LENGTH } from "@countinghouse/validators/payments/rules";
import type { FieldValues } from "react-hook-form";
import type { FieldProps } from "./field.tsx";
import { TextField } from "./text-field.tsx";

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
