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
  database: Database;
  vault: Vault;
  url: string;
  drop: () => Promise<void>;
}

/** A vault whose keys live as long as the test file. */
export const createTestVault = (): Vault =>
  createVault({ sealing: { test: randomBytes(32) }, current: "test", index: randomBytes(32) });

/** A database of its own for one test file: a clone of the migrated template. */
export async function createTestDatabase({
  size = 10,
  limits = PATIENT,
}: {
  size?: number;
  limits?: WriteLimits | undefined;
} = {}): Promise<TestDatabase> {
  const server = process.env[SERVER_URL];
  if (!server) throw new Error(`${SERVER_URL} is not set: run the tests from the root.`);
  const name = `test_${randomBytes(6).toString("hex")}`;
  await onServer(server, `CREATE DATABASE "${name}" TEMPLATE "${TEMPLATE}" STRATEGY FILE_COPY`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = connect(url.href, { size, limits });
  return {
    database,
    vault: createTestVault(),
    url: url.href,
    drop: async () => {
      await database.close();
      await onServer(server, `DROP DATABASE "${name}" WITH (FORCE)`);
    },
  };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
