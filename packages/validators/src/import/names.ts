/** A whole name taken apart. */
export interface NameParts {
  firstname: string;
  lastname: string;
  /** Where it names a business and nobody. */
  businessName: string;
}

const BUSINESS =
  /\b(?:llc|l\.l\.c|inc|incorporated|corp|corporation|company|ltd|llp|lp|pllc|p\.?c|dba|partners|partnership|association|enterprises|services|group|holdings|restaurant|foundation)\b\.?|\bco\.?$|&/i;
const TITLE = /^(?:mr|mrs|ms|miss|dr|prof|rev)\.? /i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|md|phd)\.?$/i;
const PARTICLE = /^(?:de|del|della|di|da|dos|van|von|der|den|la|le|st\.?|mc|bin|ibn|al)$/i;

/**
 * Takes a name apart that stands in one column: "Ana de la Cruz", "de la Cruz, Ana M.", "Dr. John Smith Jr.", "Smith, John, Jr."; what
 * is plainly a business ("Cruz Tacos LLC") is one. A single word is a last name. Nothing of it is left away but a title in front.
 */
export function splitName(text: string): NameParts {
  const name = text.replace(/\s+/g, " ").trim();
  if (BUSINESS.test(name)) return { firstname: "", lastname: "", businessName: name };
  const parts = name.split(/[,;]/).flatMap((part) => part.trim() || []);
  const [beforeComma = name, ...others] = parts.filter((part) => !SUFFIX.test(part));
  const suffixes = parts.filter((part) => SUFFIX.test(part) && part !== beforeComma);
  if (others.length > 0) {
    const words = others.join(", ").replace(TITLE, "").split(" ");
    takeSuffixes(words, 1, suffixes);
    return { firstname: words.join(" "), lastname: [beforeComma, ...suffixes].join(" "), businessName: "" };
  }
  const words = beforeComma.replace(TITLE, "").split(" ");
  takeSuffixes(words, 2, suffixes);
  let from = words.length - 1;
  while (from > 1 && PARTICLE.test(words[from - 1] ?? "")) from -= 1;
  return {
    firstname: words.slice(0, from).join(" "),
    lastname: [...words.slice(from), ...suffixes].join(" "),
    businessName: "",
  };
}

/** Moves what stands behind a name ("Jr.") from its words to the suffixes, and leaves at least so many words. */
function takeSuffixes(words: string[], atLeast: number, suffixes: string[]): void {
  while (words.length > atLeast && SUFFIX.test(words.at(-1) ?? "")) suffixes.unshift(words.pop() ?? "");
}
