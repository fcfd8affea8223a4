import type { FieldPath, FieldValues } from "react-hook-form";
import type { FieldProps } from "@/form/field.tsx";
import { TextField } from "@/form/text-field.tsx";

type PasswordFieldProps<Input extends FieldValues, Output> = Pick<
  FieldProps<Input, Output>,
  "control" | "disabledReason"
>;

/** One's own password, as `current`: whoever finds an open page changes nothing of how its admin signs in. */
export const PasswordField = <Input extends FieldValues & { current: string }, Output>({
  control,
  disabledReason,
}: PasswordFieldProps<Input, Output>) => (
  <TextField
    control={control}
    name={"current" as FieldPath<Input>}
    label="Your password"
    type="password"
    autoComplete="current-password"
    disabledReason={disabledReason}
  />
);
