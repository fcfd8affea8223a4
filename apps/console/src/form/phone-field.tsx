import { formatPhone, normalizePhone } from "@countinghouse/validators/phone";
import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

/** A US phone number. Ten digits in any writing become "(###) ###-####" on leaving; anything else stays. */
export function PhoneField<Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) {
  const { field, isHeld, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <Input
        {...field}
        {...aria}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="(###) ###-####"
        readOnly={isHeld}
        onBlur={() => {
          const digits = normalizePhone(String(field.value));
          if (digits !== null) field.onChange(formatPhone(digits));
          field.onBlur();
        }}
      />
    </FieldFrame>
  );
}
