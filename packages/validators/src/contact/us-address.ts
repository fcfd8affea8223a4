import { US_STATES } from "./us-states.ts";

/** The parts of an address (specification 2, section 3); what is not in the text is empty. */
export interface AddressParts {
  streetNumber: string;
  street: string;
  /** Apartment, suite, unit or floor, as written. */
  subpremise: string;
  city: string;
  /** Two letters. */
  province: string;
  /** Five digits, or nine as 12345-6789. */
  postalCode: string;
  country: "US";
}

const LONGEST = 300;
const COUNTRY = /[\s,]+(?:U\.?S\.?A?\.?|United States(?: of America)?)\s*$/i;
const ZIP = /[\s,]+(\d{5})(?:-?(\d{4}))?\s*$/;
const STATE_NAMES = Object.entries(US_STATES).sort(([, one], [, other]) => other.length - one.length);
const STREET_ENDS =
  /\b(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Boulevard|Dr|Drive|Ln|Lane|Ct|Court|Pl|Place|Way|Ter|Terrace|Pkwy|Parkway|Hwy|Highway|Cir|Circle|Sq|Square|Broadway)\b\.?(?: (?:N|S|E|W|NE|NW|SE|SW)\b\.?)?/gi;
const SUBPREMISE =
  /(?:^|[\s,]+)((?:(?:apt|apartment|suite|ste|unit|floor|fl|room|rm)\b\.?\s*#?\s*[\w-]+|#\s*[\w-]+))\s*$/i;
const UNIT_AT_START =
  /^[\s,]*((?:(?:apt|apartment|suite|ste|unit|floor|fl|room|rm)\b\.?\s*#?\s*[\w-]+|#\s*[\w-]+))(?=[\s,]|$)/i;

/**
 * The parts of a whole US address written on one line or several, or null where it has no street, city, state and zip
 * code that can be told apart with certainty: nothing is guessed.
 */
export function parseAddress(text: string): AddressParts | null {
  if (text.length > LONGEST) return null;
  const line = text
    .trim()
    .replace(/\s*[\r\n]+\s*/g, ", ")
    .replace(/\s+/g, " ")
    .replace(COUNTRY, "");
  const zip = ZIP.exec(line);
  if (zip === null) return null;
  const [, five = "", four] = zip;
  const placed = endingState(line.slice(0, zip.index));
  if (placed === null) return null;
  const lines = splitCity(placed.rest);
  if (lines === null) return null;
  const numbered = /^(\d+[A-Za-z]?(?:[-/]\d+)?)\s+(.+)$/.exec(lines.street);
  return {
    streetNumber: numbered?.[1] ?? "",
    street: numbered?.[2] ?? lines.street,
    subpremise: lines.subpremise,
    city: lines.city,
    province: placed.state,
    postalCode: four === undefined ? five : `${five}-${four}`,
    country: "US",
  };
}

/** Number, street and what is within the house, as one line of a form. */
export const addressLine = ({ streetNumber, street, subpremise }: AddressParts): string =>
  [streetNumber, street, subpremise].filter(Boolean).join(" ");

function endingState(text: string): { state: string; rest: string } | null {
  const [, rest = "", letters = ""] = /^(.*?)[\s,]+([A-Za-z]{2})\.?,?\s*$/.exec(text) ?? [];
  if (letters.toUpperCase() in US_STATES) return { state: letters.toUpperCase(), rest };
  const bare = text.replace(/[\s,]+$/, "");
  for (const [state, name] of STATE_NAMES) {
    const before = bare.slice(0, -name.length);
    if (bare.slice(-name.length).toLowerCase() === name.toLowerCase() && /[\s,]$/.test(before))
      return { state, rest: before };
  }
  return null;
}

/** A comma parts street and city; without one the last word that ends a street does. */
function splitCity(text: string): { street: string; subpremise: string; city: string } | null {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const city = parts.pop() ?? "";
  if (parts.length > 0) return named(withUnit(parts.join(", ")), city);
  const end = [...city.matchAll(STREET_ENDS)].at(-1);
  if (end === undefined) return null;
  const at = end.index + end[0].length;
  const rest = city.slice(at);
  const unit = UNIT_AT_START.exec(rest);
  const street = { street: city.slice(0, at).trim(), subpremise: unit?.[1]?.trim() ?? "" };
  return named(street, rest.slice(unit?.[0].length ?? 0));
}

function withUnit(text: string): { street: string; subpremise: string } {
  const unit = SUBPREMISE.exec(text);
  if (unit === null || unit.index === 0) return { street: text, subpremise: "" };
  return { street: text.slice(0, unit.index), subpremise: unit[1]?.trim() ?? "" };
}

function named(house: { street: string; subpremise: string }, city: string) {
  const name = city.replace(/^[\s,]+|[\s,]+$/g, "");
  return /[A-Za-z]/.test(name) && !/\d/.test(name) && house.street !== "" ? { ...house, city: name } : null;
}
