import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { afterAll, beforeAll, expect, it } from "vitest";

const SOURCE = fileURLToPath(new URL(".", import.meta.url));

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase();
});
afterAll(() => held.drop());

interface RawStatement {
  where: string;
  text: string;
  /** The fields of the type its rows are read as. */
  fields: string[];
}

/** A statement that is written out in one piece, and the call that names the type of its rows. */
const WRITTEN_OUT =
  /const ([A-Z_\d]+)(?:: Statement)? = \{\s*name: "[^"]+",\s*text: (?:`([^`]*)`|"([^"]*)")/g;

function statementsIn(path: string): RawStatement[] {
  const source = readFileSync(`${SOURCE}${path}`, "utf8");
  return Array.from(source.matchAll(WRITTEN_OUT)).flatMap(([, name = "", long, short]) => {
    const text = long ?? short ?? "";
    const row = new RegExp(`\\.sql<\\s*(\\{[^}]*\\}|\\w+)>\\(\\s*${name}\\b`).exec(source)?.[1];
    const fields = row === undefined ? null : fieldsOf(row, source);
    return text.includes("${") || fields === null ? [] : [{ where: `${path} ${name}`, text, fields }];
  });
}

/** The fields of a type as it is written, or of the interface of that name in the same file. */
function fieldsOf(row: string, source: string): string[] | null {
  const body = row.startsWith("{")
    ? row.slice(1, -1)
    : new RegExp(`(?:interface ${row}|type ${row} =) \\{\\n([\\s\\S]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) return null;
  return Array.from(body.matchAll(/(?:^|;|\n {2})\s*(\w+): /g), ([, field = ""]) => field).toSorted();
}

const STATEMENTS = readdirSync(SOURCE, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !/\.test\.ts$|^testing/.test(path))
  .flatMap(statementsIn);

it("finds the statements that are written out", () => {
  expect(STATEMENTS.length).toBeGreaterThanOrEqual(18);
});

it.each(STATEMENTS)("the rows of $where have the columns of their type", async ({ text, fields }) => {
  const parameters = new Set(text.match(/\$\d+/g)).size;
  const { fields: columns } = await held.database.pool.query(
    text,
    Array.from({ length: parameters }, () => null),
  );
  expect(columns.map(({ name }) => name).toSorted()).toEqual(fields);
});
