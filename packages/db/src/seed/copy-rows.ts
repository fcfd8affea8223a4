import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";

/** What a column can be filled with. */
export type CopyValue = string | number | boolean | Date | Uint8Array | string[] | null;

/** A row of a model with every column given, each as something COPY can carry. */
export type Row<Model> = { [Column in keyof Model]-?: Extract<Model[Column], CopyValue> };

/** Any row as COPY sees it. */
type CopyRow = Readonly<Record<string, CopyValue>>;

/**
 * Loads rows into a table through COPY, as fast as the server takes them. The rows name their columns in
 * camelCase, all of them the same; the columns of the table are those names in snake_case.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly CopyRow[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const columns = names.map((name) => `"${snakeCase(name)}"`).join(", ");
  await pipeline(
    Readable.from(blocks(names, rows)),
    client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`)),
  );
}

/** Lines are joined before they are sent: a write for each would cost more than the row. */
const LINES_IN_BLOCK = 250;

function* blocks(names: string[], rows: readonly CopyRow[]): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += LINES_IN_BLOCK) {
    const lines = rows.slice(start, start + LINES_IN_BLOCK).map((row) => line(names, row));
    yield Buffer.from(lines.join(""), "utf8");
  }
}

const line = (names: string[], row: CopyRow): string =>
  `${names.map((name) => cell(name, row[name])).join("\t")}\n`;

function cell(name: string, value: CopyValue | undefined): string {
  if (value === undefined) throw new TypeError(`The column ${name} is missing from a row.`);
  if (value === null) return "\\N";
  if (typeof value === "string") return escapeText(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return escapeText(arrayLiteral(value));
  return String(value);
}

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const escapeText = (text: string): string =>
  text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? "");

const arrayLiteral = (items: string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

/** A span of days is a word of its own (balance_90_cents), a count of digits is not (last4). */
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d{2,}/g, (start) => `_${start.toLowerCase()}`);
