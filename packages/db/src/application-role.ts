import pg from "pg";
import { lastingConnection } from "./connection-limits.ts";
import { assertClock, assertFits, assertPoolerFits } from "./fitness.ts";
import { migrate, pendingMigrations, withMigrationLock } from "./migrate.ts";
import type { Addresses } from "./pools.ts";

/** What processes connect with, in production as a role that owns nothing; and who owns the tables. */
export interface DatabaseAddresses extends Addresses {
  /** The role that owns the tables, at the database itself; where a process has it, it migrates as that one. */
  ownerUrl?: string | undefined;
}

/**
 * Brings the database up to date before a process uses it; returns the names of the migrations that were applied.
 * With `ownerUrl` it migrates as the owner and grants the role of `url` what the server needs. Without it the role of
 * `url` migrates where the tables are its own, or there are none; where they are another's, they have to be up to date:
 * throws with what is missing. Throws too where the clock of this machine is another than the database's.
 */
export async function prepareDatabase({ ownerUrl, ...addresses }: DatabaseAddresses): Promise<string[]> {
  const url = addresses.directUrl ?? addresses.url;
  await assertClock(url);
  const applied = await bringUpToDate(url, ownerUrl);
  await assertPoolerFits(addresses);
  return applied;
}

async function bringUpToDate(url: string, ownerUrl: string | undefined): Promise<string[]> {
  if (ownerUrl !== undefined) {
    await assertFits(url);
    const role = await currentRole(url);
    await grantMeanwhile(ownerUrl, role);
    const applied = await migrate(ownerUrl);
    await grantToApplication(ownerUrl, role);
    return applied;
  }
  if (await mayMigrate(url)) return migrate(url);
  await assertFits(url);
  const pending = await pendingMigrations(url);
  if (pending.length === 0) return [];
  throw new Error(
    `The database lacks ${pending.join(", ")}, and DATABASE_URL connects as a role that may not migrate. Run npm run migrate with DATABASE_OWNER_URL first.`,
  );
}

/** Bits of pg_trigger.tgtype. */
const ON_DELETE = 8;
const ON_UPDATE = 16;

/** Each table, and what a trigger of it refuses to everybody (`refuse_change`): a table of which rows are only added. */
const TABLES = `
  SELECT c.relname AS name,
    coalesce(bool_or(p.proname = 'refuse_change' AND t.tgtype & ${ON_UPDATE} > 0), false) AS "refusesUpdate",
    coalesce(bool_or(p.proname = 'refuse_change' AND t.tgtype & ${ON_DELETE} > 0), false) AS "refusesDelete"
  FROM pg_class c
  LEFT JOIN pg_trigger t ON t.tgrelid = c.oid AND NOT t.tgisinternal
  LEFT JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
  GROUP BY c.relname ORDER BY c.relname`;

interface Table {
  name: string;
  refusesUpdate: boolean;
  refusesDelete: boolean;
}

/**
 * Lets a role use the tables that are about to be made: the release before serves while they are, and a trigger of a migration
 * has it write to them before all are there. `grantToApplication` takes it back.
 */
async function grantMeanwhile(ownerUrl: string, role: string): Promise<void> {
  await withMigrationLock(ownerUrl, async (client) => {
    if ((await currentRole(ownerUrl)) === role) return;
    await client.query(defaults("GRANT", `TO ${pg.escapeIdentifier(role)}`).join(";\n"));
  });
}

/** Of tables and sequences that the owner makes from now on. */
const defaults = (verb: "GRANT" | "REVOKE", whom: string): string[] => [
  `ALTER DEFAULT PRIVILEGES IN SCHEMA public ${verb} SELECT, INSERT, UPDATE, DELETE ON TABLES ${whom}`,
  `ALTER DEFAULT PRIVILEGES IN SCHEMA public ${verb} USAGE, SELECT ON SEQUENCES ${whom}`,
];

/**
 * Gives a role what the server does with the tables and nothing beside it: rows are read, added, changed and deleted,
 * but neither changed nor deleted where a trigger refuses it. No right to truncate, to make triggers or to make tables.
 * What it had before is taken back. Runs as the owner of the tables.
 */
async function grantToApplication(ownerUrl: string, role: string): Promise<void> {
  await withMigrationLock(ownerUrl, async (client) => {
    if ((await currentRole(ownerUrl)) === role) return;
    const { rows } = await client.query<Table>(TABLES);
    const to = pg.escapeIdentifier(role);
    await client.query(
      [
        "BEGIN",
        ...defaults("REVOKE", `FROM ${to}`),
        `REVOKE CREATE ON SCHEMA public FROM PUBLIC, ${to}`,
        `GRANT USAGE ON SCHEMA public TO ${to}`,
        `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${to}`,
        `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${to}`,
        ...rows.map((table) => `GRANT ${rights(table)} ON ${pg.escapeIdentifier(table.name)} TO ${to}`),
        "COMMIT",
      ].join(";\n"),
    );
  });
}

function rights({ name, refusesUpdate, refusesDelete }: Table): string {
  if (name === "_prisma_migrations") return "SELECT";
  return [
    "SELECT",
    "INSERT",
    ...(refusesUpdate ? [] : ["UPDATE"]),
    ...(refusesDelete ? [] : ["DELETE"]),
  ].join(", ");
}

const RIGHTS = `
  SELECT current_user AS role, r.rolsuper AS "isSuperuser",
    EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owns,
    has_schema_privilege(current_user, 'public', 'CREATE') AS creates,
    EXISTS (SELECT FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND (has_table_privilege(c.oid, 'TRUNCATE') OR has_table_privilege(c.oid, 'TRIGGER'))) AS truncates
  FROM pg_roles r WHERE r.rolname = current_user`;

/** Why the role of this address can do more than the server needs, in a sentence; null where it can not. */
export async function whyNotApplicationRole(url: string): Promise<string | null> {
  const [found] = await query<
    Record<"isSuperuser" | "owns" | "creates" | "truncates", boolean> & { role: string }
  >(url, RIGHTS);
  if (!found) return "The database does not say who connects.";
  const [can] = [
    ...(found.isSuperuser ? ["is a superuser"] : []),
    ...(found.owns ? ["owns the tables"] : []),
    ...(found.truncates ? ["may truncate tables or make triggers on them"] : []),
    ...(found.creates ? ["may make tables"] : []),
  ];
  return can === undefined
    ? null
    : `DATABASE_URL connects as ${found.role}, which ${can}. Make a role that owns nothing for it, and run npm run migrate with DATABASE_OWNER_URL.`;
}

/** Whether the tables are those of the role of this address, or there are none and it may make them. */
async function mayMigrate(url: string): Promise<boolean> {
  const [found] = await query<{ may: boolean }>(
    url,
    `SELECT coalesce((SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class
       WHERE oid = to_regclass('public._prisma_migrations')),
       has_schema_privilege(current_user, 'public', 'CREATE')) AS may`,
  );
  return found?.may ?? false;
}

async function currentRole(url: string): Promise<string> {
  const [found] = await query<{ role: string }>(url, "SELECT current_user AS role");
  if (!found) throw new Error("The database does not say who connects.");
  return found.role;
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client(lastingConnection(url));
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
