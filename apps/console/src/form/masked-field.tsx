import {
  applyMask,
  type DigitMask,
  EIN_MASK,
  type InputKind,
  PHONE_MASK,
} from "@countinghouse/validators/contact/digit-mask";
import type * as React from "react";
import type { FieldValues } from "react-hook-form";
import { Input } from "@/ui/input.tsx";
import { FieldFrame, type FieldProps, useField } from "./field.tsx";

type MaskedFieldProps<Fields extends FieldValues, Output> = FieldProps<Fields, Output> & {
  mask: DigitMask;
} & Pick<React.ComponentProps<"input">, "type" | "inputMode">;

/** Digits that are written in their mask as they are typed or pasted. */
function MaskedField<Fields extends FieldValues, Output>({
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

/** Writes what was typed or pasted in its mask, the caret kept where it was, and returns it. */
export function maskInput(
  event: React.ChangeEvent<HTMLInputElement>,
  mask: DigitMask,
  before: string,
): string {
  const input = event.target;
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = applyMask(mask, typed, inputKind(event), before);
  // Written at once, so that the caret does not jump to the end when the form renders it.
  input.value = text;
  input.setSelectionRange(caret, caret);
  return text;
}

function inputKind({ nativeEvent }: React.ChangeEvent<HTMLInputElement>): InputKind {
  const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : "";
  if (inputType === "insertText" || inputType === "insertCompositionText") return "typed";
  if (inputType.startsWith("delete") && inputType.endsWith("Forward")) return "deletedForward";
  return inputType.startsWith("delete") ? "deleted" : "pasted";
}

/** An employer identification number as "##-#######". */
export const EinField = <Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) => (
  <MaskedField {...props} mask={EIN_MASK} />
);

/** A US phone number as "(###) ###-####". */
export const PhoneField = <Fields extends FieldValues, Output>(props: FieldProps<Fields, Output>) => (
  <MaskedField {...props} mask={PHONE_MASK} type="tel" inputMode="tel" />
);
