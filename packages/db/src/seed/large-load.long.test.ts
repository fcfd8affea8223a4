import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createVault, type VaultKeys } from "../vault.ts";
import { SEEDED_TABLES } from "./rows.ts";
import { seedDatabase } from "./seed-database.ts";

// More than one chunk of people.
const USERS = 2_600;
const NOW = new Date("2026-03-10T15:00:00Z");
const keyring = () => ({ keys: { test: randomBytes(32) }, current: "test" });
const keys: VaultKeys = { sealing: keyring(), audit: keyring(), index: randomBytes(32) };
const vault = createVault(keys);

let here: TestDatabase;
let threaded: TestDatabase;

beforeAll(async () => {
  here = await createTestDatabase({ size: 2 });
  threaded = await createTestDatabase({ size: 2 });
  const options = { vault, users: USERS, largeFrom: 1, now: NOW, adminPassword: "correct horse battery" };
  await seedDatabase({ ...options, url: here.ownerUrl });
  await seedDatabase({ ...options, url: threaded.ownerUrl, threads: { keys, count: 2 } });
});

afterAll(async () => {
  await here.drop();
  await threaded.drop();
});

const read = async (test: TestDatabase, text: string): Promise<Record<string, unknown>[]> =>
  (await test.asOwner(text)).rows as Record<string, unknown>[];

const SEALED = "'{ssn_sealed,ein_sealed,number_sealed,token_sealed,access_token_sealed}'::text[]";

it.each([...SEEDED_TABLES, "user_standing"])(
  "threads make the same rows of %s as one process",
  async (table) => {
    const content = `SELECT count(*)::int AS rows, md5(string_agg((to_jsonb(t) - ${SEALED})::text, ',' ORDER BY to_jsonb(t) - ${SEALED})) AS digest
    FROM ${table} t`;
    expect(await read(threaded, content)).toEqual(await read(here, content));
  },
);

it("users are counted exactly, each with where they stand, and nothing is switched off", async () => {
  const facts = `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT rows::int FROM row_counter WHERE table_name = 'users') AS counted,
    (SELECT count(*)::int FROM user_standing) AS standing,
    (SELECT count(*)::int FROM user_standing s WHERE NOT EXISTS (
      SELECT FROM user_standing_truth(ARRAY[s.user_id]) t WHERE t IS NOT DISTINCT FROM s)) AS wrong,
    (SELECT count(*)::int FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D') AS off`;
  expect(await read(threaded, facts)).toEqual([
    { users: USERS, counted: USERS, standing: USERS, wrong: 0, off: 0 },
  ]);
});

it("what a thread sealed opens with the keys of the vault, for its own row", async () => {
  const [row] = await read(
    threaded,
    "SELECT id, ssn_sealed, ssn_last4 FROM users WHERE ssn_last4 <> '' ORDER BY id DESC LIMIT 1",
  );
  const place = { table: "users", column: "ssn_sealed", rowId: Number(row?.id) };
  expect(vault.open(place, row?.ssn_sealed as Buffer).slice(-4)).toBe(row?.ssn_last4);
});
