import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { isoMoment } from "./days.ts";

/** What a column can be filled with. */
export type CopyValue = string | number | boolean | Date | Uint8Array | string[] | null;

/** A row of a model with every column given, each as something COPY can carry. */
export type Row<Model> = { [Column in keyof Model]-?: Extract<Model[Column], CopyValue> };

/** Any row as COPY sees it. */
type CopyRow = Readonly<Record<string, CopyValue>>;

/** Rows as COPY reads them, and the columns they name. */
export interface CopyLines {
  columns: string;
  blocks: Uint8Array[];
}

/**
 * Loads rows into a table through COPY, as fast as the server takes them. The rows name their columns in
 * camelCase, all of them the same; the columns of the table are those names in snake_case.
 */
export async function copyRows(
  client: pg.ClientBase,
  table: string,
  rows: readonly CopyRow[],
): Promise<void> {
  const lines = linesOf(rows);
  if (lines) await copyLines(client, table, lines);
}

/** Loads lines into a table; frozen where it was emptied in the same transaction, so that nothing has to be written again later. */
export async function copyLines(
  client: pg.ClientBase,
  table: string,
  { columns, blocks }: CopyLines,
  { frozen = false }: { frozen?: boolean } = {},
): Promise<void> {
  const options = frozen ? " WITH (FREEZE)" : "";
  await pipeline(
    Readable.from(blocks),
    client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN${options}`)),
  );
}

/** Lines are joined before they are sent: a write for each would cost more than the row. */
const LINES_IN_BLOCK = 250;

/** The lines of rows of one table; null where there are none. Throws for a row that lacks a column the first has. */
export function linesOf(rows: readonly CopyRow[]): CopyLines | null {
  const [first] = rows;
  if (!first) return null;
  const names = Object.keys(first);
  const blocks: Buffer[] = [];
  for (let start = 0; start < rows.length; start += LINES_IN_BLOCK) {
    let text = "";
    for (const row of rows.slice(start, start + LINES_IN_BLOCK)) text += line(names, row);
    blocks.push(Buffer.from(text, "utf8"));
  }
  return { columns: names.map((name) => `"${snakeCase(name)}"`).join(", "), blocks };
}

function line(names: readonly string[], row: CopyRow): string {
  let text = "";
  let before = "";
  for (const name of names) {
    text += before + cell(name, row[name]);
    before = "\t";
  }
  return `${text}\n`;
}

function cell(name: string, value: CopyValue | undefined): string {
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value === null) return "\\N";
  if (value === undefined) throw new TypeError(`The column ${name} is missing from a row.`);
  if (value instanceof Date) return isoMoment(value);
  if (value instanceof Uint8Array) return `\\\\x${hex(value)}`;
  return escapeText(arrayLiteral(value));
}

const hex = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("hex");

const ESCAPES: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const ESCAPED = /[\\\t\n\r]/;
const EVERY_ESCAPED = /[\\\t\n\r]/g;

const escapeText = (text: string): string =>
  ESCAPED.test(text) ? text.replace(EVERY_ESCAPED, (character) => ESCAPES[character] ?? "") : text;

const arrayLiteral = (items: string[]): string =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, "\\$&")}"`).join(",")}}`;

/** A span of days is a word of its own (balance_90_cents), a count of digits is not (last4). */
const snakeCase = (name: string): string =>
  name.replace(/[A-Z]|\d{2,}/g, (start) => `_${start.toLowerCase()}`);
