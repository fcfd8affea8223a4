import { useCallback, useMemo } from "react";
import { useSearch } from "wouter";

/** How one parameter of an address is read and written. What can not be read is null, as if it were not there. */
export interface Parser<Value> {
  parse(text: string): Value | null;
  serialize(value: Value): string;
  isEqual(one: Value, other: Value): boolean;
  defaultValue?: Value;
}

type WithDefault<Value> = Parser<Value> & { defaultValue: Value };
type ParserBuilder<Value> = Parser<Value> & {
  /** What it is where the address does not say; it is never written there. */
  withDefault: (value: Value) => WithDefault<Value>;
};

export type Parsers = Record<string, Parser<unknown>>;
export type Values<Schema extends Parsers> = {
  [Name in keyof Schema]: Schema[Name] extends WithDefault<infer Value>
    ? Value
    : Schema[Name] extends Parser<infer Value>
      ? Value | null
      : never;
};
/** Null, and the default, take a parameter out of the address. */
export type Changes<Schema extends Parsers> = { [Name in keyof Schema]?: Values<Schema>[Name] | null };

type Definition<Value> = Pick<Parser<Value>, "parse" | "serialize"> & Partial<Pick<Parser<Value>, "isEqual">>;

export function createParser<Value>(definition: Definition<Value>): ParserBuilder<Value> {
  const parser: Parser<Value> = { isEqual: Object.is, ...definition };
  return { ...parser, withDefault: (defaultValue) => ({ ...parser, defaultValue }) };
}

export const textParam = createParser<string>({ parse: (text) => text, serialize: (text) => text });

export const integerParam = createParser<number>({
  parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : null),
  serialize: String,
});

export const booleanParam = createParser<boolean>({
  parse: (text) => (text === "true" ? true : text === "false" ? false : null),
  serialize: String,
});

/** One of these; numbers are written as such. `earlier` has the former names of values, which stand in stored links. */
export const oneOfParam = <const Value extends string | number>(
  values: readonly Value[],
  earlier: Readonly<Record<string, Value>> = {},
) =>
  createParser<Value>({
    parse: (text) => values.find((value) => String(value) === text) ?? earlier[text] ?? null,
    serialize: String,
  });

/** Some of these, with commas. */
export const listOfParam = <Value extends string>(values: readonly Value[]) =>
  createParser<Value[]>({
    parse: (text) => values.filter((value) => text.split(",").includes(value)),
    serialize: (list) => list.join(","),
    isEqual: (one, other) => one.join() === other.join(),
  });

/** What in a query would be read otherwise, or end a link that somebody pastes. All else stays as people can read it. */
const ENCODED = /[%+#&"'`<>\s]/g;
const encode = (text: string): string =>
  text.replace(ENCODED, (character) => (character === " " ? "+" : encodeURIComponent(character)));

/** The query of an address with these changes; empty where nothing is left of it. */
export function changedQuery<Schema extends Parsers>(
  schema: Schema,
  search: string,
  changes: Changes<Schema>,
): string {
  const query = new URLSearchParams(search);
  // In the order of the schema: one view of a page has one address.
  for (const [name, parser] of Object.entries(schema)) {
    const value: unknown = changes[name];
    if (value === undefined) continue;
    const { defaultValue } = parser;
    const isDefault = defaultValue !== undefined && value !== null && parser.isEqual(value, defaultValue);
    if (value === null || isDefault) query.delete(name);
    else query.set(name, parser.serialize(value));
  }
  const pairs = [...query].map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

export type SetParams<Schema extends Parsers> = (
  changes: Changes<Schema>,
  how?: { history: "push" | "replace" },
) => void;

/** What stands in the address by these names, and how it is changed: without a way back where nothing else is said. */
export function useParams<Schema extends Parsers>(schema: Schema): [Values<Schema>, SetParams<Schema>] {
  const search = useSearch();
  const values = useMemo(() => readValues(schema, search), [schema, search]);
  const set = useCallback<SetParams<Schema>>(
    (changes, { history } = { history: "replace" }) => {
      const { pathname, hash, search: now } = window.location;
      const query = changedQuery(schema, now, changes);
      if (query === now) return;
      const address = `${pathname}${query}${hash}`;
      if (history === "push") window.history.pushState(window.history.state, "", address);
      else window.history.replaceState(window.history.state, "", address);
    },
    [schema],
  );
  return [values, set];
}

function readValues<Schema extends Parsers>(schema: Schema, search: string): Values<Schema> {
  const query = new URLSearchParams(search);
  const values = Object.entries(schema).map(([name, parser]) => {
    const text = query.get(name);
    return [name, (text === null ? null : parser.parse(text)) ?? parser.defaultValue ?? null];
  });
  return Object.fromEntries(values) as Values<Schema>;
}
