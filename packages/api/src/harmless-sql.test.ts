import { expect, it } from "vitest";
import { harmlessSql, harmlessText } from "./harmless-text.ts";
import { createTestApi } from "./testing/harness.ts";

const TEXTS = [
  "",
  "Acme",
  "=1+1",
  "＝1",
  "Acme;=1+1;x",
  'Acme;"=1',
  "a;'=1",
  "a\t@b;＋c",
  "a; -b",
  "=1;=2",
  "\t=1",
];

it("the database makes a text as harmless as the server does", async () => {
  const api = await createTestApi();
  const { database } = api;
  const rows = await database.read.sql<{ text: string }>(
    { name: "test.harmless", text: `SELECT ${harmlessSql("t")} AS text FROM unnest($1::text[]) AS t` },
    [TEXTS],
  );
  expect(rows.map(({ text }) => text)).toEqual(TEXTS.map(harmlessText));
  await api.close();
});
