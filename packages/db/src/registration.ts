import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { whyNotClock } from "./clocks.ts";
import { keepToWriteLimits, lastingConnection } from "./connection-limits.ts";

/** How a process is known to all others on the database. */
export interface Registration {
  /**
   * What its claims carry; null while it may have been declared gone, or its clock and the database's differ: then it claims nothing
   * and begins nothing.
   */
  id(): string | null;
  /** Why what this process does by its clock can not be right, in words, or null: as its last heartbeat found it. */
  whyNotClock(): string | null;
}

export interface KeptRegistration extends Registration {
  /** Resolves once it is registered for the first time. */
  registered: Promise<void>;
  /** Says that it has ended: what it has claimed is free. */
  close(): Promise<void>;
}

/** With the key of a process, what it locks for as long as its connection stands. */
export const PROCESS_LOCK = 4_817_204;
/** Whoever was not heard of for so long is gone, though its connection stands. Longer than a payment may wait for its call. */
export const GONE_AFTER_MS = 15_000;

const BEAT_EVERY_MS = 2_000;
const ANSWER_WITHIN_MS = 10_000;
const AGAIN_AFTER_MS = 250;
const LET_GO_WITHIN_MS = 1_000;

interface Held {
  id: string;
  /** When the last heartbeat that arrived was sent. */
  beatAt: number;
  /** What `whyNotClock` said then. */
  wrongClock: string | null;
}

/**
 * Registers this process, over a connection of its own outside the pools that holds the lock of its key and beats every
 * two seconds. Where that is lost, or somebody has declared the process gone, it registers anew under another id.
 */
export function register(url: string, role: string): KeptRegistration {
  const closing = new AbortController();
  const registered = Promise.withResolvers<void>();
  let held: Held | null = null;
  const ended = keepRegistered(closing.signal, url, role, (now) => {
    held = now;
    if (now !== null) registered.resolve();
  });
  return {
    id: () => (held?.wrongClock === null && performance.now() - held.beatAt < GONE_AFTER_MS ? held.id : null),
    whyNotClock: () => held?.wrongClock ?? null,
    registered: registered.promise,
    close: () => {
      closing.abort();
      return ended;
    },
  };
}

/** For a program that is over when its work is: nobody declares it gone, and what it claims is left to its lease. */
export function unregistered(): Registration {
  const id = randomUUID();
  return { id: () => id, whyNotClock: () => null };
}

async function keepRegistered(
  closing: AbortSignal,
  url: string,
  role: string,
  onHeld: (held: Held | null) => void,
): Promise<void> {
  while (!closing.aborted) {
    const client = new pg.Client({
      ...lastingConnection(url),
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    const lost = waitForLoss(client);
    let isOver = false;
    void lost.then(() => isOver || onHeld(null));
    try {
      await client.connect();
      await keepToWriteLimits(client);
      const beatAt = performance.now();
      const { id, wrongClock } = await enter(client, role);
      onHeld({ id, beatAt, wrongClock });
      await beatUntil(AbortSignal.any([closing, abortOn(lost)]), client, id, onHeld);
      if (closing.aborted)
        await client.query(
          "UPDATE process SET ended_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL",
          [id],
        );
    } catch {
      // Not reached, or no longer: the next turn tries again.
    }
    isOver = true;
    onHeld(null);
    // The other end may have vanished, and would never say that it has let go.
    await Promise.race([client.end().catch(() => {}), pause(LET_GO_WITHIN_MS, undefined, { ref: false })]);
    await pause(AGAIN_AFTER_MS, undefined, { signal: closing }).catch(() => {});
  }
}

const waitForLoss = (client: pg.Client): Promise<void> =>
  new Promise((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });

function abortOn(lost: Promise<void>): AbortSignal {
  const controller = new AbortController();
  void lost.then(() => controller.abort());
  return controller.signal;
}

/** The row and the lock come in one statement: nobody sees the one without the other. */
async function enter(client: pg.Client, role: string): Promise<Pick<Held, "id" | "wrongClock">> {
  const id = randomUUID();
  const entered = client.query<{ at: Date }>(
    `WITH entered AS (
       INSERT INTO process (id, role, host, machine, pid, started_at, heartbeat_at)
       VALUES ($1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp()) RETURNING lock_key)
     SELECT pg_advisory_lock($6, lock_key), clock_timestamp() AS at FROM entered`,
    [id, role, hostname(), readMachineId(), process.pid, PROCESS_LOCK],
  );
  return { id, wrongClock: await readWrongClock(entered) };
}

/** Compares the clock here with that of the database, which tells its time in the answer to what was just asked. */
const readWrongClock = (asked: Promise<pg.QueryResult<{ at: Date }>>): Promise<string | null> =>
  whyNotClock(async () => (await asked).rows[0]?.at);

/** Beats until the connection is lost, the process closes, or it learns that it was declared gone. */
async function beatUntil(
  ending: AbortSignal,
  client: pg.Client,
  id: string,
  onHeld: (held: Held) => void,
): Promise<void> {
  while (!ending.aborted) {
    await pause(BEAT_EVERY_MS, undefined, { signal: ending }).catch(() => {});
    if (ending.aborted) return;
    const beatAt = performance.now();
    const beat = client.query<{ at: Date }>(
      "UPDATE process SET heartbeat_at = clock_timestamp() WHERE id = $1 AND ended_at IS NULL RETURNING heartbeat_at AS at",
      [id],
    );
    const wrongClock = await readWrongClock(beat);
    if ((await beat).rowCount === 0) return;
    onHeld({ id, beatAt, wrongClock });
  }
}

/** The running system and the space of its process ids; null where the system does not tell. */
export function readMachineId(): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return null;
  }
}

/**
 * Whether a process certainly does nothing any more: it ran here, and its process id is nobody's now. A lock that is free
 * does not prove that, since the connection may be lost and the process live.
 */
export function isDead({ machine, pid }: { machine: string | null; pid: number }): boolean {
  if (machine === null || machine !== readMachineId()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}
