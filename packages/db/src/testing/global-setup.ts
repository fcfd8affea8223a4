import { chmodSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { prepareDatabase } from "../application-role.ts";
import { startPostgres } from "../postgres/embedded.ts";
import { freePort } from "../postgres/free-port.ts";
import { scratchFolder } from "../postgres/scratch-folder.ts";
import { APPLICATION, applicationUrl } from "./database.ts";
import { startPgBouncer } from "./pgbouncer.ts";

const TEMPLATE = "countinghouse_template";

/** Starts one PostgreSQL for the whole test run and prepares the template that test files clone. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = scratchFolder("countinghouse-test-");
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = await startPostgres({
    dataDir: path.join(folder, "data"),
    port,
    password: "test",
    unsafeFast: true,
    // Another PostgreSQL than ours, such as Debian's 15.
    programs: process.env.TEST_POSTGRES_PROGRAMS,
  });
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client.query(`CREATE DATABASE "${TEMPLATE}"`);
  await client.query(`CREATE ROLE ${APPLICATION.role} LOGIN PASSWORD '${APPLICATION.password}'`);
  await client.end();
  const ownerUrl = server.url(TEMPLATE);
  await prepareDatabase({ url: applicationUrl(ownerUrl), ownerUrl });
  process.env.TEST_POSTGRES_URL = server.url("postgres");
  // Whether processes and services go through a pooler that shares its connections between transactions.
  const pooler =
    process.env.TEST_POOLER === "transaction"
      ? await startPgBouncer([applicationUrl(ownerUrl), ownerUrl], { mode: "transaction", poolSize: 10 })
      : null;
  if (pooler !== null) process.env.TEST_POOLER_ADDRESS = new URL(pooler.through(ownerUrl)).host;
  return async () => {
    await pooler?.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
