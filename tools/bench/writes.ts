import { randomUUID } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { auditTail } from "../../packages/api/src/chain/audit-chain.ts";
import { linkChains, verifyChains } from "../../packages/api/src/chain/chains.ts";
import { type Command, createCommand } from "../../packages/api/src/command.ts";
import { connect, type Database, type Tx } from "../../packages/db/src/index.ts";
import { migrate } from "../../packages/db/src/migrate.ts";
import { startPostgres } from "../../packages/db/src/postgres/embedded.ts";
import { freePort } from "../../packages/db/src/postgres/free-port.ts";
import { createVault, parseVaultKeys, type Vault } from "../../packages/db/src/vault.ts";

const WRITERS = 16;
/** The least that is good enough: writes a second without the lock against those with it, the database across a network. */
const GOAL = 5;
/** What a statement takes to a database beside the process, and to one in another zone and back. */
const ROUND_TRIPS_MS = [0, 5] as const;
/** Each way in turn for so long. */
const TURN_MS = { whole: 4_000, quick: 1_000 };
const LINK_EVERY_MS = 500;
/** As it was called before the chain had links. */
const OLD_CHAIN_LOCK = 4_817_202_000;

interface Round {
  before: number;
  after: number;
}

/**
 * Has 16 writers write notes through the command, as before, when each held the lock of the audit chain from its event
 * to its commit, and as now, in turns, on a database that is as durable as in production. Prints the ratio last.
 */
export async function benchWrites({ rounds, quick }: { rounds: number; quick: boolean }): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-writes-"));
  chmodSync(folder, 0o755);
  const dataDir = path.join(folder, "postgres");
  const postgres = await startPostgres({ dataDir, port: await freePort(), password: "bench" });
  try {
    const url = postgres.url("countinghouse");
    await createDatabase(postgres.url("postgres"));
    await migrate(url);
    let ratio = Number.NaN;
    for (const roundTripMs of ROUND_TRIPS_MS)
      ratio = await measure(url, roundTripMs, { rounds, turnMs: quick ? TURN_MS.quick : TURN_MS.whole });
    console.log(
      `\ngoal ${GOAL.toFixed(2)} ${ratio >= GOAL ? "reached" : "MISSED"}\nratio ${ratio.toFixed(2)}`,
    );
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function createDatabase(url: string): Promise<void> {
  const admin = connect(url, { size: 1 });
  await admin.pool.query("CREATE DATABASE countinghouse");
  await admin.close();
}

async function measure(
  url: string,
  roundTripMs: number,
  { rounds, turnMs }: { rounds: number; turnMs: number },
): Promise<number> {
  const db = connect(url, { size: WRITERS });
  if (roundTripMs > 0) moveAway(db, roundTripMs);
  const desk = await openDesk(db);
  const chainer = startChainer(url, desk.vault);
  console.log(`\n${WRITERS} writers, ${roundTripMs} ms to the database and back`);
  console.log("lock held to the commit /s   linked afterwards /s   ratio");
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round++) {
    const before = await perSecond(desk, deskCommand({ ...desk, db: serialized(db) }), turnMs);
    const after = await perSecond(desk, deskCommand(desk), turnMs);
    // The first round warms up.
    if (round === 0) continue;
    measured.push({ before, after });
    console.log(
      `${before.toFixed(0).padStart(25)}   ${after.toFixed(0).padStart(20)}   ${(after / before).toFixed(2).padStart(5)}`,
    );
  }
  const longestMs = await chainer.stop();
  const findings = await verifyChains(db.read, desk.vault);
  if (findings.length > 0) throw new Error(`The audit does not verify: ${findings.length} findings.`);
  const events = await db.read.auditLink.count();
  console.log(
    `${events.toLocaleString("en-US")} events linked and verified; none was seen to wait longer than ${longestMs} ms`,
  );
  await db.close();
  return median(measured.map(({ before, after }) => after / before));
}

/** Puts the database further away: whatever is asked of it in a transaction goes out so much later. */
function moveAway({ pool }: Database, roundTripMs: number): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown;
    const later = async (...words: unknown[]) => {
      await pause(roundTripMs);
      return query(...words);
    };
    // The pool's own statements come with a callback, and are none of the writers'.
    const either = (...words: unknown[]) =>
      typeof words.at(-1) === "function" ? query(...words) : later(...words);
    client.query = either as typeof client.query;
  });
}

/** Links as a worker does, over connections of its own; ends with the longest that an event was seen to wait, in ms. */
function startChainer(url: string, vault: Vault) {
  const db = connect(url, { size: 2 });
  let longestMs = 0;
  const stopping = new AbortController();
  const look = async () => {
    const [oldest] = await db.read.sql<{ ms: number }>(OLDEST, []);
    longestMs = Math.max(longestMs, oldest?.ms ?? 0);
  };
  const linking = (async () => {
    while (!stopping.signal.aborted) {
      await look();
      await linkChains({ db, vault });
      await pause(LINK_EVERY_MS);
    }
    await linkChains({ db, vault });
  })();
  return {
    stop: async () => {
      stopping.abort();
      await linking;
      const { waiting } = await auditTail(db.read);
      if (waiting > 0) throw new Error(`${waiting} events were not linked.`);
      await db.close();
      return longestMs;
    },
  };
}

const OLDEST = {
  name: "bench.oldest-unlinked",
  text: "SELECT coalesce(extract(epoch FROM now() - min(since)) * 1000, 0)::int AS ms FROM audit_unlinked",
};

interface Desk {
  db: Database;
  vault: Vault;
  userId: number;
  ownerId: string;
}

async function openDesk(db: Database): Promise<Desk> {
  const key = (name: string) => Buffer.alloc(32, `bench ${name}`).toString("base64");
  const vault = createVault(parseVaultKeys(`k001:${key("sealing")}`, key("index"), `a001:${key("audit")}`));
  return db.unsafeTransaction(async (tx) => {
    const user = await tx.user.create({ data: { firstname: "Bench" } });
    const facts = { fullName: "Bench", role: "ADMIN", passwordHash: "none" } as const;
    const admin = await tx.admin.create({ data: { ...facts, email: `${randomUUID()}@countinghouse.test` } });
    return { db, vault, userId: user.id, ownerId: admin.id };
  });
}

const deskCommand = ({ db, vault }: Desk): Command =>
  createCommand({ db, vault, now: () => new Date(), wakeOutbox: () => {} }, { kind: "job", name: "bench" });

/** The database of before: whoever writes an event waits for the commit of whoever wrote the one before. */
const serialized = (db: Database): Database => ({
  ...db,
  unsafeTransaction: (work) => db.unsafeTransaction((tx) => work(withChainLock(tx))),
});

function withChainLock(tx: Tx): Tx {
  const createMany = async (order: Parameters<Tx["auditEvent"]["createMany"]>[0]) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${OLD_CHAIN_LOCK}::bigint)`;
    await tx.auditEvent.findFirst({ orderBy: { id: "desc" }, select: { contentHash: true } });
    return tx.auditEvent.createMany(order);
  };
  return new Proxy(tx, {
    get: (target, name) => (name === "auditEvent" ? { createMany } : Reflect.get(target, name)),
  });
}

/** Writes a second, each a note with its event, by as many writers as there are, each one after the other. */
async function perSecond({ userId, ownerId }: Desk, command: Command, ms: number): Promise<number> {
  const startedAt = performance.now();
  let written = 0;
  const write = async () => {
    while (performance.now() - startedAt < ms) {
      const spec = { action: "bench.note", capability: null, input: { requestId: randomUUID() } } as const;
      await command(spec, async ({ tx, now }) => {
        const { id } = await tx.note.create({ data: { userId, ownerId, note: "Bench", createdAt: now } });
        return { result: { id }, audit: { subject: { type: "note", id }, after: { userId, note: "Bench" } } };
      });
      written++;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return written / ((performance.now() - startedAt) / 1_000);
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
