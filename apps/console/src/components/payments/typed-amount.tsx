import { parseCents } from "@countinghouse/validators/money";
import { useId, useState } from "react";
import { moneyText } from "@/form/money-field.tsx";
import { Input, Label } from "@/ui/input.tsx";

/**
 * Compares the typed text with the amount (cents), to confirm an unusual payment. Text that was typed for one `reason` does not
 * confirm another one, so that a change needs a new confirmation.
 */
export function useTypedAmount(amountCents: number, reason: unknown) {
  const [typed, setTyped] = useState({ text: "", reason });
  const text = typed.reason === reason ? typed.text : "";
  return {
    text,
    type: (next: string) => setTyped({ text: next, reason }),
    whyNot: parseCents(text) === amountCents ? null : "Type the amount first.",
    amountCents,
  };
}

type TypedAmountProps = { typed: ReturnType<typeof useTypedAmount>; sending: boolean };

export function TypedAmount({ typed: { text, type, amountCents }, sending }: TypedAmountProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <Label htmlFor={id}>Type the amount, {moneyText(amountCents)}, to confirm</Label>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        readOnly={sending}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}
