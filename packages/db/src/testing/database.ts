import { randomBytes } from "node:crypto";
import pg from "pg";
import type { WriteLimits } from "../connection-limits.ts";
import { connect, type Database } from "../index.ts";
import { createVault, type Vault } from "../vault.ts";

/** Set by the test run's global set-up: the server and its migrated, empty template database. */
const SERVER_URL = "TEST_POSTGRES_URL";
const TEMPLATE = "countinghouse_template";

/** A busy machine takes its time: what a test holds open, or waits for, is not thrown out. */
export const PATIENT: WriteLimits = {
  idleInTransactionMs: 60_000,
  lockMs: 60_000,
  statementMs: 60_000,
  transactionMs: 60_000,
  connectionMs: 60_000,
};

export interface TestDatabase {
  /** As the server has it: connected as the role that owns nothing. */
  database: Database;
  vault: Vault;
  url: string;
  /** The same database as the owner of its tables, for what no process of the product can do. */
  ownerUrl: string;
  asOwner: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>;
  drop: () => Promise<void>;
}

/** A vault whose keys live as long as the test file. */
export const createTestVault = (): Vault =>
  createVault({ sealing: newKeyring(), audit: newKeyring(), index: randomBytes(32) });

const newKeyring = () => ({ keys: { test: randomBytes(32) }, current: "test" });

/** A database of its own for one test file: a clone of the migrated template. */
export const createTestDatabase = ({
  size = 10,
  limits = PATIENT,
}: {
  size?: number;
  limits?: WriteLimits | undefined;
} = {}): Promise<TestDatabase> => cloneDatabase(TEMPLATE, createTestVault(), { size, limits });

/** A copy of a test's database as it is now, as a backup of it would be. Its connections are cut for that, and come back after it. */
export async function copyTestDatabase({
  url,
  vault,
}: Pick<TestDatabase, "url" | "vault">): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1);
  const cut = `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`;
  await onServer(serverUrl(), `ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
  try {
    await onServer(serverUrl(), cut);
    return await cloneDatabase(name, vault, { size: 10, limits: PATIENT });
  } finally {
    await onServer(serverUrl(), `ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
  }
}

/** The role that the server connects as, and its password, on the server of the test run. */
export const APPLICATION = { role: "countinghouse", password: "test" };

/** The same database as that role. */
export function applicationUrl(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  url.username = APPLICATION.role;
  url.password = APPLICATION.password;
  return url.href;
}

/** What a process is told of this database: the address of the run's pooler as well, where it has one. */
export function pooledSettings(url: string): {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string;
  DATABASE_PREPARED?: "off";
} {
  const host = process.env.TEST_POOLER_ADDRESS;
  if (!host) return { DATABASE_URL: url };
  const pooled = new URL(url);
  pooled.host = host;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url, DATABASE_PREPARED: "off" };
}

function serverUrl(): string {
  const server = process.env[SERVER_URL];
  if (!server) throw new Error(`${SERVER_URL} is not set: run the tests from the root.`);
  return server;
}

async function cloneDatabase(
  template: string,
  vault: Vault,
  { size, limits }: { size: number; limits: WriteLimits },
): Promise<TestDatabase> {
  const server = serverUrl();
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY FILE_COPY`);
  const ownerUrl = new URL(server);
  ownerUrl.pathname = `/${name}`;
  const url = applicationUrl(ownerUrl.href);
  const { DATABASE_URL, DATABASE_DIRECT_URL } = pooledSettings(url);
  const database = connect(DATABASE_URL, {
    size,
    limits,
    directUrl: DATABASE_DIRECT_URL,
    isPrepared: DATABASE_DIRECT_URL === undefined,
  });
  return {
    database,
    vault,
    url,
    ownerUrl: ownerUrl.href,
    asOwner: (sql, values) => onServer(ownerUrl.href, sql, values),
    drop: async () => {
      await database.close();
      await onServer(server, `DROP DATABASE "${name}" WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string, values?: unknown[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}
