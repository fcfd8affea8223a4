import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { intoBareTables } from "./bare-tables.ts";

const HOW = { withTriggers: false, onRebuild: () => {} };

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

/** What stands around the rows of all tables. */
async function surroundings(): Promise<string[]> {
  const { rows } = await client.query<{ each: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS each FROM pg_index WHERE indrelid::regclass::text !~ '^pg_'
     UNION ALL SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated FROM pg_constraint
       WHERE contype IN ('p', 'u', 'f')
     UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     ORDER BY 1`,
  );
  return rows.map(({ each }) => each);
}

it("there is no index, no reference and no trigger on the rows during the load, and afterwards each is as it was", async () => {
  const before = await surroundings();
  let during: object[] = [];
  await client.query("BEGIN");
  const load = async () => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*)::int FROM pg_index WHERE indrelid IN ('users'::regclass, 'bank_link'::regclass)) AS indexes,
        (SELECT count(*)::int FROM pg_constraint WHERE contype = 'f' AND confrelid IN ('users'::regclass, 'bank_link'::regclass)) AS "references",
        (SELECT count(*)::int FROM pg_trigger WHERE tgrelid = 'users'::regclass AND tgtype & 4 = 4 AND tgenabled = 'O') AS triggers`,
    );
    during = rows;
  };
  await intoBareTables(client, ["users", "bank_link"], load, HOW);
  await client.query("COMMIT");
  expect(during).toEqual([{ indexes: 0, references: 0, triggers: 0 }]);
  expect(await surroundings()).toEqual(before);
});

it("what a load leaves for the end of its transaction is done before its tables are indexed again", async () => {
  await client.query("BEGIN");
  const load = async () => {
    await client.query("INSERT INTO users (firstname) VALUES ('Maria')");
    await client.query("UPDATE users SET do_not_fund = true");
  };
  await intoBareTables(client, ["users"], load, { ...HOW, withTriggers: true });
  const { rows } = await client.query<{ do_not_fund: boolean }>("SELECT do_not_fund FROM user_standing");
  await client.query("ROLLBACK");
  expect(rows).toEqual([{ do_not_fund: true }]);
});

it("a row that refers to nothing is found when the references come back", async () => {
  await client.query("BEGIN");
  const load = async () => {
    await client.query("INSERT INTO users (firstname, ref_user_id) VALUES ('Maria', 99)");
  };
  await expect(intoBareTables(client, ["users"], load, HOW)).rejects.toThrow("users_ref_user_id_fkey");
  await client.query("ROLLBACK");
});

it("tables that hold something are left alone", async () => {
  await client.query("BEGIN");
  await client.query("INSERT INTO users (firstname) VALUES ('Maria')");
  await client.query("SET CONSTRAINTS ALL IMMEDIATE");
  await expect(intoBareTables(client, ["users"], async () => {}, HOW)).rejects.toThrow(
    "The table users is not empty.",
  );
  await client.query("ROLLBACK");
});

it("a load that fails leaves all as it was", async () => {
  const before = await surroundings();
  await client.query("BEGIN");
  const load = () => Promise.reject(new Error("full"));
  await expect(intoBareTables(client, ["users"], load, HOW)).rejects.toThrow("full");
  await client.query("ROLLBACK");
  expect(await surroundings()).toEqual(before);
});
