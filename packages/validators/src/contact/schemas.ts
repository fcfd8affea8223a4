import { z } from "zod";
import { withoutInvisible } from "../invisible.ts";
import { isAssignableEin, normalizeEin } from "./ein.ts";
import { normalizePhone } from "./phone.ts";

export const INVALID_EMAIL = "Enter a valid e-mail address.";
export const INVALID_PHONE = "Enter a phone number of 10 digits.";
export const INVALID_EIN = "Enter an EIN of 9 digits, like 12-3456789.";
export const UNASSIGNED_EIN = "No business has this EIN. Check its digits.";
export const INVALID_STATE = "Enter the two letters of the state.";
export const INVALID_ZIPCODE = "Enter a zip code of 5 or 9 digits.";

/** An e-mail address, trimmed and in lower case: the way accounts are compared. */
export const Email = z
  .string(INVALID_EMAIL)
  .overwrite(withoutInvisible)
  .trim()
  .toLowerCase()
  .max(254, INVALID_EMAIL)
  .pipe(z.email(INVALID_EMAIL));

/** A phone number as typed, kept as its ten digits. */
export const PhoneNumber = normalized(normalizePhone, INVALID_PHONE);

/** An employer identification number as typed, kept as its nine digits. */
export const EinDigits = normalized(normalizeEin, INVALID_EIN);
export const Ein = EinDigits.refine(isAssignableEin, UNASSIGNED_EIN);

/** A state, kept as its two capital letters. */
export const StateCode = normalized(
  (text) => /^[a-z]{2}$/i.exec(text)?.[0].toUpperCase() ?? null,
  INVALID_STATE,
);

/** A zip code of five digits, or of nine kept as 12345-6789. */
export const Zipcode = normalized(
  (text) => (/^\d{5}(?:-?\d{4})?$/.test(text) ? text.replace(/^(\d{5})-?(\d{4})$/, "$1-$2") : null),
  INVALID_ZIPCODE,
);

/** The same field where it may be left empty; an empty text means "not known". */
export const orEmpty = (field: z.ZodType<string, string>) =>
  z
    .string()
    .overwrite(withoutInvisible)
    .trim()
    .transform((text, context) => {
      if (text === "") return "";
      const { data, error } = field.safeParse(text);
      if (data !== undefined) return data;
      for (const { message } of error.issues) context.addIssue({ code: "custom", message, input: text });
      return z.NEVER;
    });

function normalized(normalize: (text: string) => string | null, message: string) {
  return z
    .string(message)
    .overwrite(withoutInvisible)
    .trim()
    .transform((text, context) => {
      const value = normalize(text);
      if (value !== null) return value;
      context.addIssue({ code: "custom", message, input: text });
      return z.NEVER;
    });
}
