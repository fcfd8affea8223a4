import type { Tx } from "@countinghouse/db";
import { GONE_AFTER_MS, isDead, PROCESS_LOCK } from "@countinghouse/db/registration";
import { freeItems } from "../bulk-jobs/engine/claim.ts";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";
import { type EffectWindows, freeMessages } from "../outbox/lease.ts";
import { freePayments } from "../payments/engine/free-payments.ts";

/** What was freed. */
export interface Freed {
  rows: number;
  payments: number;
  messages: number;
}

/** Two processes need not do it at the same moment. */
const END_GONE_LOCK = 4_817_205;
/** Who has worked here is kept for so long. */
const KEPT_DAYS = 30;

interface LeftBehind {
  id: string;
  host: string;
  machine: string | null;
  pid: number;
}

/**
 * Ends the processes that are gone, because nobody holds their lock or they were not heard of for a while, and frees what
 * they have claimed. Any number of workers may run it.
 */
export function endGoneProcesses(
  { db, now, log }: Pick<Core, "db" | "now" | "log">,
  effectWindowMs: EffectWindows,
): Promise<Freed> {
  return coordinate({ db }, async (tx) => {
    const freed: Freed = { rows: 0, payments: 0, messages: 0 };
    if (!(await isOurTurn(tx))) return freed;
    for (const { id, pid, host } of await endGone(tx)) log.warn({ processId: id, pid, host }, "process gone");
    const at = now();
    const left = await findLeftBehind(tx, at);
    if (left.length === 0) return freed;
    const gone = left.map(({ id }) => id);
    const dead = left.filter(isDead).map(({ id }) => id);
    freed.rows = await freeItems(tx, gone, at);
    freed.payments = await freePayments(tx, { gone, dead }, at);
    freed.messages = await freeMessages(tx, { gone, dead }, effectWindowMs, at);
    return freed;
  });
}

async function isOurTurn(tx: Tx): Promise<boolean> {
  const [turn] = await tx.$queryRaw<
    { isOurs: boolean }[]
  >`SELECT pg_try_advisory_xact_lock(${END_GONE_LOCK}::bigint) AS "isOurs"`;
  return turn?.isOurs ?? false;
}

/** By the clock of the database. A process that beats at this moment holds its row, and is let be. */
async function endGone(tx: Tx) {
  await tx.$executeRaw`DELETE FROM process WHERE ended_at < clock_timestamp() - ${KEPT_DAYS} * interval '1 day'`;
  return tx.$queryRaw<Pick<LeftBehind, "id" | "pid" | "host">[]>`
    UPDATE process SET ended_at = clock_timestamp()
    WHERE id IN (SELECT id FROM process WHERE ended_at IS NULL
      AND (heartbeat_at < clock_timestamp() - ${GONE_AFTER_MS} * interval '1 ms'
        OR pg_try_advisory_xact_lock(${PROCESS_LOCK}::int, lock_key))
      FOR UPDATE SKIP LOCKED)
    RETURNING id::text AS id, pid, host`;
}

/** Processes that have ended and have something claimed: also what they claimed while they were being ended. */
const findLeftBehind = (tx: Tx, now: Date) => tx.$queryRaw<LeftBehind[]>`
  SELECT id::text AS id, host, machine, pid FROM process p WHERE ended_at IS NOT NULL AND (
    EXISTS (SELECT 1 FROM bulk_item WHERE process_id = p.id AND state = 'CLAIMED' AND intent_id IS NULL)
    OR EXISTS (SELECT 1 FROM payment_intent WHERE process_id = p.id)
    OR EXISTS (SELECT 1 FROM payment_attempt WHERE process_id = p.id AND outcome IS NULL AND leased_until > ${now})
    OR EXISTS (SELECT 1 FROM outbox_message WHERE process_id = p.id))`;
