import { formatCents, parseCents } from "@countinghouse/validators/money";
import type * as React from "react";
import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

/**
 * Dollars as text, which the form's schema turns into cents. What is typed or pasted wrong stays as it is, with
 * the error under it: an amount is never guessed.
 */
export function MoneyField<Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) {
  const { field, isDisabled, aria, frame } = useField(props);
  return (
    <FieldFrame {...frame}>
      <div className="relative">
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 grid place-items-center text-muted-foreground"
        >
          $
        </span>
        <Input
          {...field}
          {...aria}
          className="pl-6"
          inputMode="decimal"
          autoComplete="off"
          readOnly={isDisabled}
          onChange={(event) => {
            if (isThirdDecimal(event)) return;
            field.onChange(event);
            if (isPasted(event)) field.onBlur();
          }}
          onBlur={() => {
            const cents = parseCents(String(field.value));
            if (cents !== null) field.onChange(moneyText(cents));
            field.onBlur();
          }}
        />
      </div>
    </FieldFrame>
  );
}

/** What comes at once is also checked at once, so that a third decimal in it is not left without a word. */
const isPasted = (event: React.ChangeEvent<HTMLInputElement>): boolean => insertedBy(event).length > 1;

/** A key that would add a third decimal does nothing (specification 1, section 5). */
function isThirdDecimal(event: React.ChangeEvent<HTMLInputElement>): boolean {
  return insertedBy(event).length === 1 && /^[$\d,\s]*\.\d{3}$/.test(event.target.value);
}

const insertedBy = ({ nativeEvent }: React.ChangeEvent<HTMLInputElement>): string =>
  (nativeEvent instanceof InputEvent && nativeEvent.data) || "";

/** Cents as a money field shows them: "1,234.50". */
export const moneyText = (cents: number): string => formatCents(cents).replace("$", "");
