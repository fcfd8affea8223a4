import { applyMask, type DigitMask, type InputKind } from "@countinghouse/validators/contact/digit-mask";
import type * as React from "react";

/** Writes what was typed or pasted in its mask, the caret kept where it was, and returns it. */
export function maskInput(
  event: React.ChangeEvent<HTMLInputElement>,
  mask: DigitMask,
  before: string,
): string {
  const input = event.target;
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const { text, caret } = applyMask(mask, typed, kindOf(event), before);
  // Written at once, so that the caret does not jump to the end when the form renders it.
  input.value = text;
  input.setSelectionRange(caret, caret);
  return text;
}

function kindOf({ nativeEvent }: React.ChangeEvent<HTMLInputElement>): InputKind {
  const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : "";
  if (inputType === "insertText" || inputType === "insertCompositionText") return "typed";
  if (inputType.startsWith("delete") && inputType.endsWith("Forward")) return "deletedForward";
  return inputType.startsWith("delete") ? "deleted" : "pasted";
}
