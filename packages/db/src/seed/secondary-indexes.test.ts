import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { withoutSecondaryIndexes } from "./secondary-indexes.ts";

let test: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  test = await createTestDatabase({ size: 2 });
  client = new pg.Client({ connectionString: test.ownerUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await test.drop();
});

async function indexesOfUsers(): Promise<{ indexname: string; indexdef: string }[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'users' ORDER BY indexname",
  );
  return rows;
}

it("only the primary key is there during the load, and afterwards every index is as it was", async () => {
  const before = await indexesOfUsers();
  const during: string[] = [];
  await client.query("BEGIN");
  await withoutSecondaryIndexes(
    client,
    ["users"],
    async () => {
      during.push(...(await indexesOfUsers()).map(({ indexname }) => indexname));
    },
    () => {},
  );
  await client.query("COMMIT");
  expect(during).toEqual(["users_pkey"]);
  expect(before.length).toBeGreaterThan(10);
  expect(await indexesOfUsers()).toEqual(before);
});

it("what a load leaves for the end of its transaction is done before its tables are indexed again", async () => {
  await client.query("BEGIN");
  await withoutSecondaryIndexes(
    client,
    ["users"],
    async () => {
      await client.query("INSERT INTO users (firstname) VALUES ('Maria')");
      await client.query("UPDATE users SET do_not_fund = true");
    },
    () => {},
  );
  const { rows } = await client.query<{ do_not_fund: boolean }>("SELECT do_not_fund FROM user_standing");
  await client.query("ROLLBACK");
  expect(rows).toEqual([{ do_not_fund: true }]);
});

it("a load that fails leaves the indexes as they were", async () => {
  const before = await indexesOfUsers();
  await client.query("BEGIN");
  const failing = withoutSecondaryIndexes(
    client,
    ["users"],
    () => Promise.reject(new Error("full")),
    () => {},
  );
  await expect(failing).rejects.toThrow("full");
  await client.query("ROLLBACK");
  expect(await indexesOfUsers()).toEqual(before);
});
