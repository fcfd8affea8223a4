import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type EmbeddedPostgres, startPostgres } from "./embedded.ts";
import { freePort } from "./free-port.ts";

const PASSWORD = "p@ss word/%";
const isRoot = process.getuid?.() === 0;

let folder: string;
let dataDir: string;
let server: EmbeddedPostgres | undefined;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-embedded-"));
  chmodSync(folder, 0o755);
  dataDir = path.join(folder, "data");
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = async () => {
  server = await startPostgres({ dataDir, port: await freePort(), password: PASSWORD, unsafeFast: true });
  return server;
};

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

it("a new cluster sorts as people do, checks its pages, and lets nobody in without the password", async () => {
  const started = await start();
  expect(await query(started.url("postgres"), "SHOW data_checksums")).toEqual([{ data_checksums: "on" }]);
  expect(
    await query(started.url("postgres"), "SELECT 'a' < 'B' AND 'B' < 'c' AND 'e' < 'é' AS sorted"),
  ).toEqual([{ sorted: true }]);
  const other = `postgresql://postgres:other@127.0.0.1:${started.port}/postgres`;
  await expect(query(other, "SELECT 1")).rejects.toThrow(/password authentication failed/);
});

it("what was committed is there after a stop and a start, on whatever port", async () => {
  const first = await start();
  await query(first.url("postgres"), "CREATE TABLE kept AS SELECT 42 AS answer");
  await first.stop();
  await expect(query(first.url("postgres"), "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
  const second = await start();
  expect(await query(second.url("postgres"), "SELECT answer FROM kept")).toEqual([{ answer: 42 }]);
});

it("a server that a killed run left behind is stopped first, and loses nothing", async () => {
  const port = await freePort();
  const orphan = await startedByAnother(port);
  orphan.kill("SIGKILL");
  await once(orphan, "exit");
  const left = `postgresql://postgres:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
  await query(left, "CREATE TABLE left_behind AS SELECT 7 AS rows");
  const started = await start();
  await expect(query(left, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
  expect(await query(started.url("postgres"), "SELECT rows FROM left_behind")).toEqual([{ rows: 7 }]);
});

it("a port that is taken is an error that says so", async () => {
  const taker = createServer().listen(0, "127.0.0.1");
  await once(taker, "listening");
  const address = taker.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const starting = startPostgres({ dataDir, port, password: PASSWORD });
  await expect(starting).rejects.toThrow(/did not start: [\s\S]*could not bind/);
  taker.close();
});

it.runIf(isRoot)(
  "as root a folder that others may not enter is refused, and nothing is made in it",
  async () => {
    const closed = mkdtempSync(path.join(os.tmpdir(), "countinghouse-closed-"));
    const starting = startPostgres({
      dataDir: path.join(closed, "data"),
      port: await freePort(),
      password: PASSWORD,
    });
    await expect(starting).rejects.toThrow(/must lie where others may enter/);
    rmSync(closed, { recursive: true });
  },
);

/** Another process that starts the server on our folder, and says when it is ready. */
async function startedByAnother(port: number): Promise<ChildProcess> {
  const module = new URL("embedded.ts", import.meta.url).href;
  const options = JSON.stringify({ dataDir, port, password: PASSWORD, unsafeFast: true });
  const script = `const { startPostgres } = await import(${JSON.stringify(module)});
    await startPostgres(${options}); process.send("ready"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error("It did not start."))),
  ]);
  return child;
}
