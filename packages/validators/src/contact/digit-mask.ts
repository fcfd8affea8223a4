/** Digits in a fixed writing, such as "(###) ###-####". */
export type DigitMask = {
  pattern: string;
  /** The digits in a text; what stands before them in the world at large, such as +1, is not among them. */
  toDigits: (text: string) => string;
  /** Another writing, as far as it is typed: it stays as it is until it is whole. */
  otherwise?: RegExp;
};

const allDigits = (text: string): string => text.replace(/\D/g, "");

/** A US phone number; a country code in front of it is dropped. */
export const PHONE_MASK: DigitMask = {
  pattern: "(###) ###-####",
  toDigits: (text) => allDigits(text).replace(/^1(?=\d{10}$)/, ""),
};

/** An employer identification number. */
export const EIN_MASK: DigitMask = { pattern: "##-#######", toDigits: allDigits };

const US_DATE = /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\s*$/;

/** A day, year first; one that is typed or pasted as MM/DD/YYYY is put in that order. */
export const DATE_MASK: DigitMask = {
  pattern: "####-##-##",
  toDigits: (text) => allDigits(yearFirst(text)),
  otherwise: /^\d{1,2}\/(?:\d{0,2}(?:\/\d{0,3})?)?$/,
};

/** "11/1/26" and "11/1/2026" as "2026-11-01"; any other text as it is. */
export const yearFirst = (text: string): string =>
  text.replace(US_DATE, (_, month: string, day: string, year: string) =>
    [year.padStart(4, "20"), month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );

export type Typed = { text: string; caret: number };

/** How the text of the field came about: by keys, or all at once (paste, drop, autofill). */
export type InputKind = "typed" | "deleted" | "deletedForward" | "pasted";

/**
 * What a masked field holds after an input: the digits in the mask's writing, the caret after as many digits as before.
 * Keys that are no digit, or one too many, do nothing. A paste keeps its digits and drops what is around them; one
 * that has none or too many is left as it is, for the form to say so.
 */
export function applyMask(mask: DigitMask, typed: Typed, kind: InputKind, before: string): Typed {
  if (kind !== "pasted" && mask.otherwise?.test(typed.text)) return typed;
  const digits = mask.toDigits(typed.text);
  if (kind === "pasted" && (digits === "" || digits.length > maskLength(mask))) return typed;
  if (digits.length > maskLength(mask)) return { text: before, caret: Math.max(0, typed.caret - 1) };
  const text = write(mask, digits);
  const dropped = allDigits(typed.text).length - digits.length;
  const digitsBefore = Math.max(0, allDigits(typed.text.slice(0, typed.caret)).length - dropped);
  const isStuck = kind === "deletedForward" && text === before;
  return { text, caret: caretAfter(text, digitsBefore, isStuck) };
}

const maskLength = ({ pattern }: DigitMask): number => pattern.replace(/[^#]/g, "").length;

/** As much of the pattern as there are digits, without what only closes it. */
function write({ pattern }: DigitMask, digits: string): string {
  let text = "";
  let used = 0;
  for (const sign of pattern) {
    if (used === digits.length) break;
    text += sign === "#" ? digits.charAt(used++) : sign;
  }
  return text;
}

/** Right after that many digits; or right before the next one, so that a key that deletes forward gets on. */
function caretAfter(text: string, digits: number, beforeNext: boolean): number {
  let seen = 0;
  for (let at = 0; at <= text.length; at++) {
    if (seen === digits && (!beforeNext || /\d/.test(text.charAt(at))))
      return digits === 0 && !beforeNext ? 0 : at;
    if (/\d/.test(text.charAt(at))) seen++;
  }
  return text.length;
}
