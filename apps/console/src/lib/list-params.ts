import { isCalendarDate } from "@countinghouse/validators/new-york";
import { looksSensitive } from "@countinghouse/validators/sensitive-text";
import {
  createParser,
  createSerializer,
  type inferParserType,
  type Nullable,
  type ParserMap,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
  type Values,
} from "nuqs";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import { readUserId } from "./user-id.ts";

/** A day in the address, YYYY-MM-DD. */
const parseAsDay = createParser({
  parse: (text) => (isCalendarDate(text) ? text : null),
  serialize: String,
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The kinds of what stands in an address. What is not of its kind counts as not there. */
export const param = {
  text: parseAsString,
  integer: parseAsInteger,
  boolean: parseAsBoolean,
  day: parseAsDay,
  oneOf: parseAsStringLiteral,
  listOf: <Value extends string>(values: readonly Value[]) =>
    parseAsArrayOf(parseAsStringLiteral(values), ","),
  userId: createParser({ parse: readUserId, serialize: String }),
  uuid: createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: String }),
  /** On as "1" and off as "0". */
  flag: createParser({
    parse: (text) => (text === "1" ? true : text === "0" ? false : null),
    serialize: (isOn) => (isOn ? "1" : "0"),
  }),
};

type Changes<Schema extends ParserMap> = Partial<Nullable<inferParserType<Schema>>>;

export type ListParams<Schema extends ParserMap> = {
  params: Values<Schema>;
  /** Back leads to how it was before. Null, or the default, takes a parameter out of the address. */
  change: (changes: Changes<Schema>) => void;
  /** The same without a way back: for what is typed, or only completes the address. */
  replace: (changes: Changes<Schema>) => void;
  /** Whether one of these is not as it is at first. */
  isChanged: (...names: (keyof Schema & string)[]) => boolean;
  reset: (...names: (keyof Schema & string)[]) => void;
  /** Whether the private text is kept out of the address now. */
  isPrivate: boolean;
};

type Options<Schema> = {
  /** A text that is searched for: one that may name a person is kept in the history entry, not in the address. */
  privateText?: keyof Schema & string;
};

/** What a page shows, kept in its address: a reload, a link and Back find it. The schema names parameters by `param`. */
export function useListParams<Schema extends ParserMap>(
  schema: Schema,
  { privateText }: Options<Schema> = {},
): ListParams<Schema> {
  const [inAddress, set] = useQueryStates(schema);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const hidden = textIn(useHistoryState<unknown>(), privateText);
  const params =
    privateText === undefined || hidden === null ? inAddress : { ...inAddress, [privateText]: hidden };
  const defaultValue = (name: keyof Schema): unknown => schema[name]?.defaultValue ?? null;

  const change = (changes: Changes<Schema>) => {
    if (privateText === undefined || !(privateText in changes)) {
      void set(changes, { history: "push" });
      return;
    }
    const text = changes[privateText];
    const isPrivate = typeof text === "string" && looksSensitive(text);
    const shown: Changes<Schema> = { ...changes };
    if (isPrivate) shown[privateText] = null;
    navigate(createSerializer(schema)(`${path}?${search}`, shown), {
      state: isPrivate ? { [privateText]: text } : null,
    });
  };
  return {
    params,
    change,
    replace: (changes) => void set(changes),
    isChanged: (...names) => names.some((name) => !isEqual(params[name], defaultValue(name))),
    reset: (...names) => {
      const cleared: Changes<Schema> = {};
      for (const name of names) cleared[name] = null;
      change(cleared);
    },
    isPrivate: hidden !== null,
  };
}

function textIn(state: unknown, name: string | undefined): string | null {
  if (name === undefined || typeof state !== "object" || state === null) return null;
  const text: unknown = Object.entries(state).find(([key]) => key === name)?.[1];
  return typeof text === "string" ? text : null;
}

/** Lists are equal when what they hold is. */
const isEqual = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other) ? one.join() === other.join() : one === other;
