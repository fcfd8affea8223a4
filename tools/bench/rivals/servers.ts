import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { execa, type ResultPromise } from "execa";
import pg from "pg";
import { freePort } from "../../../packages/db/src/postgres/free-port.ts";

export interface RivalServer {
  pid: number;
  port: number;
  /** What is sent with each call. */
  headers: Record<string, string>;
  stop(): Promise<void>;
}

/** The columns of the list, with the indexes that help each rival: what a lender would give it. */
const TABLE = `
  DROP SCHEMA IF EXISTS rivals CASCADE;
  CREATE SCHEMA rivals;
  CREATE TABLE rivals.customers AS SELECT id, firstname, lastname, business_name, email, phone, current_address, ssn_last4 FROM users;
  ALTER TABLE rivals.customers ADD PRIMARY KEY (id);
  CREATE INDEX ON rivals.customers USING gin (email gin_trgm_ops);
  CREATE INDEX ON rivals.customers USING gin (firstname gin_trgm_ops);
  CREATE INDEX ON rivals.customers USING gin (lastname gin_trgm_ops);
  CREATE INDEX ON rivals.customers USING gin (phone gin_trgm_ops);
  ANALYZE rivals.customers`;

/** Gives the rivals the same customers, in a schema of their own. */
export async function copyCustomers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(TABLE);
  await client.end();
}

/** One of the servers that were put beside the packages. */
export async function startScript(folder: string, script: string, url: string): Promise<RivalServer> {
  const port = await freePort();
  const child: ChildProcess = fork(path.join(folder, script), {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production", DATABASE_URL: url, PORT: String(port) },
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${script} did not start.`)));
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => {});
  const stop = async () => {
    child.disconnect();
    await once(child, "exit");
  };
  return { pid: child.pid ?? 0, port, headers: {}, stop };
}

/** Directus, its own tables in the same schema; without web sockets, cache and limits, which cost it time. */
export async function startDirectus(folder: string, url: string): Promise<RivalServer> {
  const port = await freePort();
  const token = randomUUID();
  const env = {
    NODE_ENV: "production",
    DB_CLIENT: "pg",
    DB_CONNECTION_STRING: url,
    DB_SEARCH_PATH: "rivals",
    KEY: randomUUID(),
    SECRET: randomUUID(),
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    WEBSOCKETS_ENABLED: "false",
    CACHE_ENABLED: "false",
    RATE_LIMITER_ENABLED: "false",
    TELEMETRY: "false",
    LOG_LEVEL: "error",
  };
  const command = path.join(folder, "node_modules", "directus", "cli.js");
  await execa("node", [command, "bootstrap"], { cwd: folder, env });
  const child: ResultPromise = execa("node", [command, "start"], { cwd: folder, env, stdio: "ignore" });
  child.catch(() => {});
  const headers = { authorization: `Bearer ${token}` };
  await untilUp(`http://127.0.0.1:${port}/server/ping`);
  await fetch(`http://127.0.0.1:${port}/collections`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ collection: "customers", meta: {} }),
  });
  const stop = async () => {
    child.kill();
    await child.catch(() => {});
  };
  return { pid: child.pid ?? 0, port, headers, stop };
}

async function untilUp(address: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await pause(500);
  }
}
