import { z } from "zod";
import { pleaseInput } from "./general-messages.ts";
import { withoutInvisible } from "./invisible.ts";

/** The refusal of a text that holds a NUL or half a surrogate pair: the database can keep neither. */
export const UNSTORABLE_TEXT = "This text contains a character that can not be stored.";

/** Text exactly as it came, refused only when it can not be stored. */
export const storableText = (missing?: string) => z.string(missing).refine(isStorable, UNSTORABLE_TEXT);

/**
 * Free text without what is not seen (`withoutInvisible`), trimmed, of at most `max` characters; may be empty. Emoji, right-to-left scripts and HTML are
 * kept as the plain text they are. `missing` is the message when there is no text at all.
 */
export const freeText = (max: number, missing?: string) =>
  storableText(missing)
    .overwrite(withoutInvisible)
    .trim()
    .max(max, `Use at most ${max.toLocaleString("en-US")} characters.`);

/** Free text that must not be empty; `title` is the field's label, named in the message. */
export const requiredText = (title: string, max: number) =>
  freeText(max, pleaseInput(title)).min(1, pleaseInput(title));

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
