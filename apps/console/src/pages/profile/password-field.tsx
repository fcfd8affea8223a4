import type { Control } from "react-hook-form";
import { TextField } from "@/form/text-field.tsx";

type PasswordFieldProps<Input extends { current: string }, Output> = {
  control: Control<Input, unknown, Output>;
  disabledReason: string | null;
};

/** One's own password: whoever finds an open page changes nothing of how its admin signs in. */
export function PasswordField<Input extends { current: string }, Output>({
  control,
  disabledReason,
}: PasswordFieldProps<Input, Output>) {
  return (
    <TextField
      control={control as unknown as Control<{ current: string }>}
      name="current"
      label="Your password"
      type="password"
      autoComplete="current-password"
      disabledReason={disabledReason}
    />
  );
}
