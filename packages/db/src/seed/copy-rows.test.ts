import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { copyRows } from "./copy-rows.ts";

let test: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
  await client.query(
    "CREATE TABLE sample (id int, free_text text, at timestamptz, bytes bytea, words text[], is_set boolean)",
  );
});

afterAll(async () => {
  await client.end();
  await test.drop();
});

it("every value arrives as it was, whatever characters it has", async () => {
  const texts = ["tab\there", "line\nbreak\r", "back\\slash \\N", "", "🦄 محمد", '"quoted", {braced}'];
  const sent = texts.map((freeText, id) => ({
    id,
    freeText,
    at: new Date("2026-03-10T15:00:00.123Z"),
    bytes: Buffer.from([0, 9, 10, 92, 255]),
    words: [freeText, "NULL", "a,b"],
    isSet: id % 2 === 0,
  }));
  await copyRows(client, "sample", sent);
  const { rows } = await client.query(
    `SELECT id, free_text AS "freeText", at, bytes, words, is_set AS "isSet" FROM sample ORDER BY id`,
  );
  expect(rows).toEqual(sent);
});

it("an unknown value stays unknown, and is not the text that stands for it", async () => {
  await copyRows(client, "sample", [{ id: 100, freeText: null }]);
  const { rows } = await client.query("SELECT free_text FROM sample WHERE id = 100");
  expect(rows).toEqual([{ free_text: null }]);
});

it("a row that lacks a column the first has is refused, and nothing of its load stays", async () => {
  const load = copyRows(client, "sample", [{ id: 200, freeText: "whole" }, { id: 201 }]);
  await expect(load).rejects.toThrow("The column freeText is missing from a row.");
  const { rows } = await client.query("SELECT id FROM sample WHERE id >= 200");
  expect(rows).toEqual([]);
});
