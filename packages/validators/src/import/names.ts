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
 * Takes a name apart that stands in one column: "Ana de la Cruz", "de la Cruz, Ana M.", "Dr. John Smith Jr."; what is
 * plainly a business ("Cruz Tacos LLC") is one. A single word is a last name.
 */
export function splitName(text: string): NameParts {
  const name = text.replace(/\s+/g, " ").trim();
  const [beforeComma = "", afterComma = ""] = name.split(/[,;] ?/, 2);
  const isSuffixOnly = SUFFIX.test(afterComma);
  if (BUSINESS.test(name)) return { firstname: "", lastname: "", businessName: name };
  if (afterComma && !isSuffixOnly)
    return { firstname: afterComma.replace(TITLE, ""), lastname: beforeComma, businessName: "" };
  const words = (isSuffixOnly ? beforeComma : name).replace(TITLE, "").split(" ");
  const suffix = isSuffixOnly ? [afterComma] : [];
  while (words.length > 2 && SUFFIX.test(words.at(-1) ?? "")) suffix.unshift(words.pop() ?? "");
  if (words.length === 1) return { firstname: "", lastname: words.join(""), businessName: "" };
  let from = words.length - 1;
  while (from > 1 && PARTICLE.test(words[from - 1] ?? "")) from -= 1;
  return {
    firstname: words.slice(0, from).join(" "),
    lastname: [...words.slice(from), ...suffix].join(" "),
    businessName: "",
  };
}
