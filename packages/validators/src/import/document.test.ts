import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { columnTables } from "./document.ts";

test("docs/import.md has the columns as they are: npm run import -- --columns prints them", () => {
  const document = readFileSync(new URL("../../../../docs/import.md", import.meta.url), "utf8");
  expect(document.slice(document.indexOf("### users"))).toBe(columnTables());
});
