import { type Read, readState, readZip } from "./values.ts";

/** City, state and zip code that stand in one column. */
export interface Place {
  city: string;
  state: string;
  zipcode: string | null;
}

/** "District of Columbia" is the longest. */
const MOST_WORDS_OF_A_STATE = 3;

/**
 * Takes "Helena, MT 59601" apart, or "New York New York 10001-1234", or "Washington, D.C."; null where no state or no city can be told.
 * The longest name of a state counts: Charleston West Virginia is in WV.
 */
export function splitPlace(text: string): Read<Place> | null {
  const [, place = "", digits = ""] = /^(.*?)[\s,]*(\d[\d-]*)?$/.exec(text.replace(/\s+/g, " ").trim()) ?? [];
  const words = place.split(/[\s,]+/).filter(Boolean);
  for (let count = Math.min(MOST_WORDS_OF_A_STATE, words.length - 1); count > 0; count--) {
    const state = readState(words.slice(-count).join(" "));
    if (state === null) continue;
    const zip = digits === "" ? null : readZip(digits, state.value);
    if (digits !== "" && zip === null) return null;
    const value = {
      city: words.slice(0, -count).join(" "),
      state: state.value,
      zipcode: zip?.value ?? null,
    };
    const mended = zip?.mended ?? state.mended;
    return mended === undefined ? { value } : { value, mended };
  }
  return null;
}

/**
 * Takes the lines of an address apart: the addressee, the street, then city, state and zip code. A first line without a digit is the
 * addressee. Returns the street alone where no line holds a city and a state.
 */
export function splitAddress(lines: readonly string[]): Partial<Omit<Place, "zipcode">> & {
  currentAddress: string;
  zipcode?: string;
} {
  const filled = lines.map((line) => line.trim()).filter(Boolean);
  const at = filled.findLastIndex((line) => splitPlace(line) !== null);
  const place = at < 1 ? null : splitPlace(filled[at] ?? "");
  const [first = "", ...rest] = place === null ? filled : filled.slice(0, at);
  const currentAddress = (/\d|^p\.? ?o\.? box/i.test(first) ? [first, ...rest] : rest).join(", ");
  if (place === null) return { currentAddress };
  const { city, state, zipcode } = place.value;
  return { currentAddress, city, state, ...(zipcode === null ? {} : { zipcode }) };
}
