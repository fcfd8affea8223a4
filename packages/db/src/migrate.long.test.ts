import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { MIGRATIONS_DIR, migrate } from "./migrate.ts";
import { findLocks } from "./migration-locks.ts";

const NAMES = readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const server = new pg.Pool({ connectionString: process.env.TEST_POSTGRES_URL, max: 2 });
let name: string;
let url: string;

beforeEach(async () => {
  name = `migrate_${randomBytes(6).toString("hex")}`;
  await server.query(`CREATE DATABASE "${name}"`);
  const address = new URL(process.env.TEST_POSTGRES_URL ?? "");
  address.pathname = `/${name}`;
  url = address.href;
});
afterEach(async () => {
  await server.query(`DROP DATABASE "${name}" WITH (FORCE)`);
});
afterAll(() => server.end());

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const history = () =>
  query<{ migration_name: string; finished: boolean; applied_steps_count: number; logs: string | null }>(
    `SELECT migration_name, finished_at IS NOT NULL AS finished, applied_steps_count, logs
     FROM _prisma_migrations ORDER BY migration_name`,
  );

describe("an empty database", () => {
  it("gets every migration in order, once, in Prisma's own history", async () => {
    expect(await migrate(url)).toEqual(NAMES);
    expect(await migrate(url)).toEqual([]);
    expect(await history()).toEqual(
      NAMES.map((migration_name) => ({ migration_name, finished: true, applied_steps_count: 1, logs: null })),
    );
  });

  it("gets each migration once when several processes start together", async () => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.flat().sort()).toEqual(NAMES);
  });

  it("has the guards after it: search, counters and the rules no code may break", async () => {
    await migrate(url);
    const triggers = await query<{ tgname: string }>("SELECT tgname FROM pg_trigger WHERE NOT tgisinternal");
    expect(triggers.map(({ tgname }) => tgname)).toEqual(
      expect.arrayContaining(["audit_event_append_only", "ledger_entry_balances", "payment_intent_move"]),
    );
  });
});

it("no migration locks a table against readers that it did not lock at its beginning", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const late: string[] = [];
  try {
    for (const migration of NAMES) {
      const sql = readFileSync(`${MIGRATIONS_DIR}/${migration}/migration.sql`, "utf8");
      if (/\bCONCURRENTLY\b/i.test(sql)) {
        await client.query(sql);
        continue;
      }
      const first = findLocks(sql).flatMap(({ table, mode }) => (mode === "ACCESS EXCLUSIVE" ? [table] : []));
      const { rows: before } = await client.query<{ oid: number }>(
        "SELECT oid FROM pg_class WHERE relkind = 'r'",
      );
      await client.query("BEGIN");
      await client.query(sql);
      const { rows } = await client.query<{ relname: string }>(
        `SELECT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
         WHERE l.pid = pg_backend_pid() AND l.mode = 'AccessExclusiveLock' AND c.oid = ANY ($1)`,
        [before.map(({ oid }) => oid)],
      );
      await client.query("COMMIT");
      const missed = rows.map(({ relname }) => relname).filter((table) => !first.includes(table));
      late.push(...missed.map((table) => `${migration}: ${table}`));
    }
  } finally {
    await client.end();
  }
  // Its DROP INDEX names no table. New migrations have none (tools/checks/migration-rules.ts).
  expect(late).toEqual(["20261123010000_payment_allocation: payment_intent"]);
});

describe("what must not be passed over", () => {
  it("a migration changed after it was applied stops everything", async () => {
    await migrate(url);
    await query(`UPDATE _prisma_migrations SET checksum = 'other' WHERE migration_name = '${NAMES[0]}'`);
    await expect(migrate(url)).rejects.toThrow(`Migration ${NAMES[0]} was changed after it was applied.`);
  });

  it("a migration left unfinished stops everything until a person has looked", async () => {
    await migrate(url);
    await query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '${NAMES[1]}'`);
    await expect(migrate(url)).rejects.toThrow(`Migration left unfinished: ${NAMES[1]}`);
    await query(`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL`);
    await expect(migrate(url)).rejects.toThrow(/already exists/);
  });

  it("a migration that fails leaves none of itself, but its reason", async () => {
    await query('CREATE TABLE "users" (id int)');
    await expect(migrate(url)).rejects.toThrow(
      `Migration ${NAMES[0]} failed: error: relation "users" already exists`,
    );
    const tables = await query<{ tablename: string }>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public'",
    );
    expect(tables.map(({ tablename }) => tablename).sort()).toEqual(["_prisma_migrations", "users"]);
    expect(await history()).toMatchObject([
      { migration_name: NAMES[0], finished: false, logs: expect.stringContaining("already exists") },
    ]);
    await expect(migrate(url)).rejects.toThrow(/left unfinished/);
  });

  it("a database that does not answer is an error, not a wait", async () => {
    await expect(migrate("postgresql://postgres@127.0.0.1:1/none")).rejects.toThrow(/ECONNREFUSED/);
  });
});

describe("a database that is not fit for us is refused at the start, in a sentence:", () => {
  const as = async (words: string) => {
    await server.query(`DROP DATABASE "${name}"`);
    await server.query(`CREATE DATABASE "${name}" TEMPLATE template0 ${words}`);
  };

  it.each([
    [
      "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'UTF8'",
      /has the locale C, or one like it, which knows capitals of plain letters only/,
    ],
    [
      "LOCALE_PROVIDER libc LOCALE 'C' ENCODING 'SQL_ASCII'",
      /keeps its text as SQL_ASCII, which has to be UTF8/,
    ],
  ])("%s", async (words, sentence) => {
    await as(words);
    await expect(migrate(url)).rejects.toThrow(sentence);
    expect(await query("SELECT 1 FROM pg_class WHERE relname = '_prisma_migrations'")).toEqual([]);
  });

  it.each([
    ["ICU's root locale", "LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C' ENCODING 'UTF8'"],
    ["C.UTF-8, which sorts by bytes", "LOCALE_PROVIDER libc LOCALE 'C.UTF-8' ENCODING 'UTF8'"],
  ])(
    "one in %s is fit: names stand as people read them, and are found whatever their capitals",
    async (_name, words) => {
      await as(words);
      await migrate(url);
      const names = ["Zed", "adam", "Émile", "École", "bob"];
      await query(
        `INSERT INTO users (firstname, updated_at) VALUES ${names.map((one) => `('${one}', now())`).join()}`,
      );
      const read = (rest: string) =>
        query<{ firstname: string }>(`SELECT firstname FROM users ${rest}`).then((rows) =>
          rows.map(({ firstname }) => firstname),
        );
      expect(await read("ORDER BY firstname")).toEqual(["adam", "bob", "École", "Émile", "Zed"]);
      // So small a table would be read whole: the trigrams are looked at as for a large one.
      await query(`ALTER DATABASE "${name}" SET enable_seqscan = off`);
      const searched =
        "users_search_text(id, firstname, lastname, email, phone, business_name, company_name)";
      expect(await read(`WHERE ${searched} ILIKE '%école%'`)).toEqual(["École"]);
    },
  );

  it("one in ICU's root locale is fit, and the lock of the migrations is let go of", async () => {
    await as("LOCALE_PROVIDER icu ICU_LOCALE 'und' LOCALE 'C' ENCODING 'UTF8'");
    expect(await migrate(url)).toEqual(NAMES);
    expect(await query("SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 72707369")).toEqual(
      [],
    );
  });
});
