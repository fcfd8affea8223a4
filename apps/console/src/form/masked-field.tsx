import type { DigitMask } from "@countinghouse/validators/contact/digit-mask";
import type * as React from "react";
import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";
import { maskInput } from "./mask-input.ts";

type MaskedFieldProps<Fields extends FieldValues, Output> = FieldProps<Fields, Output> & {
  mask: DigitMask;
} & Pick<React.ComponentProps<"input">, "type" | "inputMode">;

/** Digits that are written in their mask as they are typed or pasted. */
export function MaskedField<Fields extends FieldValues, Output>({
  mask,
  type,
  inputMode = "numeric",
  ...props
}: MaskedFieldProps<Fields, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Input
        {...field}
        {...aria}
        type={type}
        inputMode={inputMode}
        autoComplete="off"
        placeholder={mask.pattern}
        readOnly={isDisabled}
        onChange={(event) => field.onChange(maskInput(event, mask, String(field.value)))}
      />
    </FieldFrame>
  );
}
