import { randomBytes } from "node:crypto";
import pg from "pg";
import { lastingConnection } from "../connection-limits.ts";

/**
 * An empty database on the same server, for as long as `work` takes. The user of the address has to be allowed to make
 * databases (CREATEDB).
 */
export async function withDatabaseBeside<Result>(
  url: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `restore_drill_${randomBytes(6).toString("hex")}`;
  await ask(
    url,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER icu ICU_LOCALE 'und'`,
  );
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  try {
    return await work(beside.href);
  } finally {
    await ask(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client(lastingConnection(url));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
