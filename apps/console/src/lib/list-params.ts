import { isCalendarDate } from "@countinghouse/validators/new-york";
import { looksSensitive } from "@countinghouse/validators/sensitive-text";
import { useLocation, useSearch } from "wouter";
import { useHistoryState } from "wouter/use-browser-location";
import {
  booleanParam,
  type Changes,
  changedQuery,
  createParser,
  integerParam,
  listOfParam,
  oneOfParam,
  type Parsers,
  textParam,
  useParams,
  type Values,
} from "./search-params.ts";
import { readUserId } from "./user-id.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The kinds of what stands in an address. What is not of its kind counts as not there. */
export const param = {
  text: textParam,
  integer: integerParam,
  boolean: booleanParam,
  /** YYYY-MM-DD. */
  day: createParser({ parse: (text) => (isCalendarDate(text) ? text : null), serialize: String }),
  oneOf: oneOfParam,
  listOf: listOfParam,
  userId: createParser({ parse: readUserId, serialize: String }),
  uuid: createParser({ parse: (text) => (UUID.test(text) ? text : null), serialize: String }),
  /** On as "1" and off as "0". */
  flag: createParser({
    parse: (text) => (text === "1" ? true : text === "0" ? false : null),
    serialize: (isOn) => (isOn ? "1" : "0"),
  }),
};

export type ListParams<Schema extends Parsers> = {
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
export function useListParams<Schema extends Parsers>(
  schema: Schema,
  { privateText }: Options<Schema> = {},
): ListParams<Schema> {
  const [inAddress, set] = useParams(schema);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const hidden = textIn(useHistoryState<unknown>(), privateText);
  const params =
    privateText === undefined || hidden === null ? inAddress : { ...inAddress, [privateText]: hidden };
  const defaultValue = (name: keyof Schema): unknown => schema[name]?.defaultValue ?? null;

  const change = (changes: Changes<Schema>) => {
    if (privateText === undefined || !(privateText in changes)) {
      set(changes, { history: "push" });
      return;
    }
    const text = changes[privateText];
    const isPrivate = typeof text === "string" && looksSensitive(text);
    const shown: Changes<Schema> = { ...changes };
    if (isPrivate) shown[privateText] = null;
    navigate(`${path}${changedQuery(schema, search, shown)}`, {
      state: isPrivate ? { [privateText]: text } : null,
    });
  };
  return {
    params,
    change,
    replace: set,
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
