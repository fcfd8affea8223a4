/** Joiners (U+200C, U+200D) belong to a text between two letters of other scripts than ours, or two parts of one picture. */
const INVISIBLE =
  /[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|(?<![\u0080-\uFFFF])[\u200C\u200D]|[\u200C\u200D](?![\u0080-\uFFFF])/g;

/** More marks on one letter than any language writes: they run over the lines around it. */
const MARKS = /(\p{M}{6})\p{M}+/gu;

/** A text without characters of no width, marks of direction and piles of marks on one letter, which other systems and telephones leave in what is copied from them. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, "").replace(MARKS, "$1");

/** Removes invisible characters, turns full-width characters into usual ones, and trims. */
export const typedText = (text: string): string => withoutInvisible(text.normalize("NFKC")).trim();
