import type { FieldValues } from "react-hook-form";
import { Select, type SelectOption } from "@/ui/select.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type SelectFieldProps<Input extends FieldValues, Output> = FieldProps<Input, Output> & {
  options: readonly SelectOption<string>[];
  placeholder?: string;
  /** Told of a choice the person made, after the form has taken it. */
  onChosen?: (value: string) => void;
};

export function SelectField<Input extends FieldValues, Output>({
  options,
  placeholder,
  onChosen,
  ...props
}: SelectFieldProps<Input, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  const { ref, value: chosen, onBlur, onChange } = field;
  return (
    <FieldFrame {...frame}>
      <Select
        {...aria}
        ref={ref}
        options={options}
        value={chosen || null}
        placeholder={placeholder}
        disabled={isDisabled}
        onBlur={({ currentTarget }) => {
          // Opening the list moves the focus into it: nobody has left the field yet.
          if (currentTarget.getAttribute("aria-expanded") !== "true") onBlur();
        }}
        onChange={(value) => {
          onChange(value);
          onChosen?.(value);
        }}
      />
    </FieldFrame>
  );
}
