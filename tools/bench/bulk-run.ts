import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect } from "../../packages/db/src/index.ts";
import { migrate } from "../../packages/db/src/migrate.ts";
import { startPostgres } from "../../packages/db/src/postgres/embedded.ts";
import { freePort } from "../../packages/db/src/postgres/free-port.ts";
import { type BenchEngine, CALL_MS } from "./bulk-engine.ts";

const WORKER = fileURLToPath(new URL("bulk-worker.ts", import.meta.url));

export interface BulkDatabase {
  url: string;
  stop: () => Promise<void>;
}

/** The database that bulk jobs of a bench run in, as durable as in production; empty. */
export async function startBulkDatabase(): Promise<BulkDatabase> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-bulk-"));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "postgres");
  const postgres = await startPostgres({ dataDir, port: await freePort(), password: "bench" });
  const url = postgres.url("countinghouse");
  await createDatabase(postgres.url("postgres"));
  await migrate(url);
  return {
    url,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const admin = connect(url, { size: 1 });
  await admin.pool.query("CREATE DATABASE countinghouse");
  await admin.close();
}

/** A worker process that has so many calls under way at once. */
export async function startWorker(url: string, atOnce: number): Promise<ChildProcess> {
  const worker = fork(WORKER, { env: { ...process.env, DATABASE_URL: url, AT_ONCE: String(atOnce) } });
  await once(worker, "message");
  return worker;
}

/** Has it end, and waits for that. */
export async function stopWorker(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.disconnect();
  await gone;
}

/** Has a worker do what there is. */
export async function drain(worker: ChildProcess): Promise<void> {
  const ended = once(worker, "message");
  worker.send("go");
  await ended;
}

/** Customers with one link each, and an admin, whose id it returns; the database is one that may send. */
export async function fill({ db, vault }: BenchEngine, items: number): Promise<string> {
  await db.pool.query(
    `INSERT INTO environment (id, kind, address, verified_instance, verified_at)
     VALUES (gen_random_uuid(), 'SANDBOX', 'this machine', database_instance(), now())`,
  );
  const ids = Array.from({ length: items }, (_, index) => index + 1);
  const sealed = ids.map((rowId) =>
    Buffer.from(
      vault.seal({ table: "bank_link", column: "access_token_sealed", rowId }, `access-${rowId}`),
    ).toString("base64"),
  );
  await db.pool.query(
    "INSERT INTO users (id, firstname) SELECT n, 'Bench' FROM generate_series(1, $1::int) AS n",
    [items],
  );
  await db.pool.query(
    `INSERT INTO bank_link (id, user_id, institution_id, institution_name, access_token_sealed)
     SELECT n, n, 'ins_1', 'Bank', decode(token, 'base64') FROM unnest($1::text[]) WITH ORDINALITY AS t (token, n)`,
    [sealed],
  );
  await db.pool.query(
    `INSERT INTO bank_account (bank_link_id, user_id, provider_account_id, name, number_sealed, number_index, mask, routing)
     SELECT n, n, 'account-' || n, 'Checking', 'sealed', ('index' || n)::bytea, '6789', '021000021' FROM generate_series(1, $1::int) AS n`,
    [items],
  );
  const { rows } = await db.pool.query<{ id: string }>(
    `INSERT INTO admin (id, email, full_name, role, password_hash)
     VALUES ($1, 'bench@countinghouse.test', 'Bench', 'ADMIN', 'none') RETURNING id`,
    [randomUUID()],
  );
  await db.pool.query("ANALYZE");
  return rows[0]?.id ?? "";
}

/** Seconds from the start of the workers until the batch is over, every row of it written. */
export async function timed(
  { db }: BenchEngine,
  { items, adminId }: { items: number; adminId: string },
  work: () => Promise<unknown>,
): Promise<number> {
  const batchId = randomUUID();
  await db.pool.query("TRUNCATE balance_record");
  await db.pool.query(
    `INSERT INTO bulk_batch (id, kind, version, epoch, requested_by_id, requested_at, total, last_progress_at)
     VALUES ($1, 'BULK_BALANCE', 2, 0, $2, now(), $3, now())`,
    [batchId, adminId, items],
  );
  await db.pool.query(
    "INSERT INTO bulk_item (id, batch_id, position, user_id) SELECT gen_random_uuid(), $1, n - 1, n FROM generate_series(1, $2::int) AS n",
    [batchId, items],
  );
  const took = await seconds(work);
  const { rows } = await db.pool.query(
    `SELECT b.state::text, b.done, (SELECT count(*)::int FROM balance_record) AS records,
       (SELECT count(*)::int FROM bulk_item i WHERE i.batch_id = b.id AND i.state = 'DONE') AS rows
     FROM bulk_batch b WHERE b.id = $1`,
    [batchId],
  );
  const expected = { state: "COMPLETED", done: items, records: items, rows: items };
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`Not every row was written: ${JSON.stringify(rows[0])}`);
  return took;
}

/** The same calls with nothing beside them. */
export async function inMemory(items: number, atOnce: number): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next++ < items) await pause(CALL_MS);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** How long it took. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
