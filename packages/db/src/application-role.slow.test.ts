import { createHash, randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { prepareDatabase, whyNotApplicationRole } from "./application-role.ts";
import { MIGRATIONS_DIR, migrate } from "./migrate.ts";
import { applicationUrl, createTestDatabase, type TestDatabase } from "./testing/database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase();
});
afterAll(() => held.drop());

const query = (sql: string) => held.database.pool.query(sql);

/** An empty database, and its address as the owner. */
async function withEmptyDatabase(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const server = process.env.TEST_POSTGRES_URL ?? "";
  const name = `role_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE "${name}"`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    await work(url.href);
  } finally {
    await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    await client.end();
  }
}

it("a process whose clock is another than the database's does not begin to work on it", async () => {
  const real = Date.now;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => real() - 60_000);
  await expect(prepareDatabase({ url: held.url })).rejects.toThrow(
    /^The clock of this machine is \d+ s behind that of the database\./,
  );
  clock.mockRestore();
  expect(await prepareDatabase({ url: held.url })).toEqual([]);
});

describe("the role of the application", () => {
  it("is one that owns nothing and may neither truncate nor make anything", async () => {
    expect(await whyNotApplicationRole(held.url)).toBeNull();
  });

  it.each([
    "ALTER TABLE audit_event DISABLE TRIGGER ALL",
    "ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_pkey",
    "DROP TRIGGER audit_event_append_only ON audit_event",
    "SET session_replication_role = replica",
    "TRUNCATE audit_event CASCADE",
    "TRUNCATE users CASCADE",
    "CREATE TABLE own (id int)",
    "CREATE FUNCTION own() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "CREATE TRIGGER own BEFORE INSERT ON audit_event EXECUTE FUNCTION refuse_change()",
    "ALTER TABLE audit_event OWNER TO countinghouse",
    "UPDATE _prisma_migrations SET checksum = ''",
  ])("may not: %s", async (sql) => {
    await expect(query(sql)).rejects.toThrow(/permission denied|must be owner/);
  });

  it.each([
    "audit_event",
    "audit_link",
    "ledger_transaction",
    "ledger_entry",
    "ledger_link",
    "payment_allocation",
  ])("adds rows to %s, and may neither change nor delete one", async (table) => {
    const { rows } = await query(
      `SELECT has_table_privilege('${table}', 'INSERT') AS inserts, has_table_privilege('${table}', 'SELECT') AS reads`,
    );
    expect(rows).toEqual([{ inserts: true, reads: true }]);
    await expect(query(`DELETE FROM ${table}`)).rejects.toThrow(`permission denied for table ${table}`);
    const { rows: columns } = await query(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum = 1`,
    );
    await expect(query(`UPDATE ${table} SET ${columns[0].name} = ${columns[0].name}`)).rejects.toThrow(
      `permission denied for table ${table}`,
    );
  });

  it("keeps none of the rights that somebody gave it beside", async () => {
    await held.asOwner(
      "GRANT TRUNCATE, TRIGGER ON audit_event TO countinghouse; GRANT DELETE ON audit_event TO countinghouse",
    );
    expect(await whyNotApplicationRole(held.url)).toContain("may truncate tables or make triggers on them");
    await prepareDatabase(held);
    expect(await whyNotApplicationRole(held.url)).toBeNull();
    await expect(query("DELETE FROM audit_event")).rejects.toThrow("permission denied");
  });
});

describe("a database that processes are to use", () => {
  it("is migrated by its owner, and ready for a role that is granted no more than it needs, also by several at once", () =>
    withEmptyDatabase(async (ownerUrl) => {
      const url = applicationUrl(ownerUrl);
      const applied = await Promise.all([1, 2, 3].map(() => prepareDatabase({ url, ownerUrl })));
      expect(applied.flat().length).toBeGreaterThan(20);
      expect(await prepareDatabase({ url })).toEqual([]);
      expect(await whyNotApplicationRole(url)).toBeNull();
    }));

  it("is migrated by the only role there is, which production refuses with what it can do", () =>
    withEmptyDatabase(async (ownerUrl) => {
      expect((await prepareDatabase({ url: ownerUrl })).length).toBeGreaterThan(20);
      expect(await whyNotApplicationRole(ownerUrl)).toBe(
        "DATABASE_URL connects as postgres, which is a superuser. Make a role that owns nothing for it, and run npm run migrate with DATABASE_OWNER_URL.",
      );
    }));

  it("that lacks a migration is refused where nobody here may migrate, with what it lacks", () =>
    withEmptyDatabase(async (ownerUrl) => {
      const url = applicationUrl(ownerUrl);
      await expect(prepareDatabase({ url })).rejects.toThrow("may not migrate. Run npm run migrate");
      const names = await migrate(ownerUrl);
      const owner = new pg.Client({ connectionString: ownerUrl });
      await owner.connect();
      await owner.query("GRANT SELECT ON _prisma_migrations TO countinghouse");
      await owner.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [names.at(-1)]);
      await owner.end();
      await expect(prepareDatabase({ url })).rejects.toThrow(`The database lacks ${names.at(-1)}, and`);
    }));
});

describe("while it is migrated", () => {
  /** The first whose triggers write to a table that it makes, and a later one that needs a table to itself for a moment. */
  const [FOLLOWS, ALTERS_NOTE] = ["20261125105100_user_standing", "20261125110100_timeline"];

  /** A database as of before those, its owner, and the role that the release before serves as. */
  const withEarlierDatabase = (
    work: (held: {
      owner: pg.Client;
      application: pg.Client;
      prepare: () => Promise<unknown>;
    }) => Promise<void>,
  ) =>
    withEmptyDatabase(async (ownerUrl) => {
      const url = applicationUrl(ownerUrl);
      const before = readdirSync(MIGRATIONS_DIR)
        .filter((name) => /^\d/.test(name) && name < FOLLOWS)
        .sort()
        .map((name) => {
          const sql = readFileSync(`${MIGRATIONS_DIR}/${name}/migration.sql`);
          return { name, checksum: createHash("sha256").update(sql).digest("hex") };
        });
      await migrate(ownerUrl, before);
      const owner = new pg.Client({ connectionString: ownerUrl });
      const application = new pg.Client({ connectionString: url });
      await owner.connect();
      await application.connect();
      try {
        await owner.query(
          `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${application.user};
           GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${application.user}`,
        );
        await work({ owner, application, prepare: () => prepareDatabase({ url, ownerUrl }) });
        expect(await whyNotApplicationRole(url)).toBeNull();
      } finally {
        await application.end();
        await owner.end();
      }
    });

  it("the release before goes on writing, also where a trigger has it write to a table that is new", async () => {
    await withEarlierDatabase(async ({ owner, application, prepare }) => {
      await owner.query("BEGIN; LOCK TABLE note IN SHARE MODE");
      const migrating = prepare();
      const reached = () =>
        application.query(
          "SELECT FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL",
          [ALTERS_NOTE],
        );
      while ((await reached()).rowCount === 0);
      await application.query("INSERT INTO users (firstname, updated_at) VALUES ('Maria', now())");
      const { rows } = await application.query("SELECT count(*)::int AS n FROM user_standing");
      expect(rows).toEqual([{ n: 1 }]);
      await owner.query("COMMIT");
      await migrating;
      const { rowCount } = await owner.query(
        "SELECT FROM pg_default_acl WHERE defaclacl::text LIKE '%' || $1 || '%'",
        [application.user],
      );
      expect(rowCount).toBe(0);
    });
  });

  it("whoever writes to two of the tables that a migration needs is not ended for it", async () => {
    await withEarlierDatabase(async ({ owner, application, prepare }) => {
      await application.query("BEGIN; UPDATE payment_schedule SET updated_at = now() WHERE false");
      const migrating = prepare();
      const holdsTheOther = () =>
        owner.query(
          "SELECT FROM pg_locks WHERE relation = 'application'::regclass AND granted AND mode = 'ShareRowExclusiveLock'",
        );
      while ((await holdsTheOther()).rowCount === 0);
      await application.query("UPDATE application SET updated_at = now() WHERE false");
      const { command } = await application.query("COMMIT");
      expect(command).toBe("COMMIT");
      await migrating;
    });
  });
});
