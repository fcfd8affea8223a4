/** What JSON can hold. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [field: string]: JsonValue };

/** A vendor's answer as it may be stored and shown: nothing in it tells an account, a card or a person. */
export type RedactedAnswer = { [field: string]: JsonValue };

/** Names of fields, in lower case, by what may be told of their text and numbers. Of all others nothing is. */
export interface TellableFields {
  whole: ReadonlySet<string>;
  /** Sentences: with digits hidden. */
  prose: ReadonlySet<string>;
  /** Numbers of accounts: the last four digits. */
  lastFour: ReadonlySet<string>;
}

const HIDDEN = "•••";
const LONGEST_TEXT = 500;
const DEEPEST = 6;
const DIGITS = /\d(?:[ -]?\d){4,}/g;

/** The answer with everything hidden but what its fields are known to tell without harm. */
export function redactAnswer(answer: object, fields: TellableFields): RedactedAnswer {
  const redacted = (field: string, value: unknown, depth: number): JsonValue => {
    if (typeof value === "boolean" || value === "") return value;
    if (value === null || value === undefined || depth > DEEPEST) return null;
    if (Array.isArray(value)) return value.map((entry) => redacted(field, entry, depth + 1));
    if (typeof value === "object")
      return redactedObject(value, depth + 1, fields.prose.has(field) ? field : undefined);
    if (typeof value === "number") return fields.whole.has(field) ? value : HIDDEN;
    if (typeof value !== "string") return HIDDEN;
    if (fields.whole.has(field)) return value.slice(0, LONGEST_TEXT);
    if (fields.prose.has(field)) return withoutNumbers(value);
    return fields.lastFour.has(field) && value.length > 4 ? `${HIDDEN}${value.slice(-4)}` : HIDDEN;
  };
  /** What stands inside a field of prose is prose, whatever it is called. */
  const redactedObject = (object: object, depth: number, prose: string | undefined): RedactedAnswer =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]: [string, unknown]) => [
        name,
        redacted(prose ?? name.toLowerCase(), value, depth),
      ]),
    );
  return redactedObject(answer, 0, undefined);
}

/** What a vendor said, shortened, with every run of digits hidden that is long enough to tell an account. */
export function withoutNumbers(sentence: string): string {
  return sentence.slice(0, LONGEST_TEXT).replaceAll(DIGITS, HIDDEN);
}
