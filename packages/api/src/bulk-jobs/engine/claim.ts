import { randomUUID } from "node:crypto";
import type { Database, Tx } from "@countinghouse/db";
import type { BulkKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { MAY_GO_OUT } from "../../environment/gate.ts";

export interface RunningBatch {
  id: string;
  kind: BulkKind;
  version: BulkVersion;
  /** Who started it: its payments are theirs. */
  requestedById: string;
}

export interface ClaimedItem {
  id: string;
  userId: number;
  amountCents: number | null;
  scheduleId: number | null;
  /** Names the claim. */
  claim: string;
  /** The worker that had it before was lost: it may be this row that kills them. */
  wasLost: boolean;
}

/** At how many workers that were lost a row is given up. Only where its call had begun can it be what killed them. */
const MOST_LOST = 3;

/**
 * Ends the hold of what is held until now or earlier, and says whether there was one. Whoever cancels what is held locks the same row:
 * of the two one wins.
 */
export async function endHold({ pool }: Database, kind: BulkKind, now: Date): Promise<string | null> {
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE bulk_batch SET held_until = NULL, last_progress_at = $2, change = change + 1
     WHERE kind = $1::"BulkKind" AND state = 'RUNNING' AND held_until <= $2 RETURNING id::text AS id`,
    [kind, now],
  );
  return rows[0]?.id ?? null;
}

/** The batch of a kind that runs and is not held, or null. */
export async function findRunning({ read }: Database, kind: BulkKind): Promise<RunningBatch | null> {
  const [batch] = await read.sql<RunningBatch & Record<string, unknown>>(
    {
      name: "bulkJobs.findRunning",
      text: `SELECT b.id::text AS id, b.kind::text AS kind, b.version, b.requested_by_id::text AS "requestedById"
             FROM bulk_batch b JOIN job_control c ON c.kind = b.kind AND c.epoch = b.epoch
             WHERE b.kind = $1::"BulkKind" AND b.state = 'RUNNING' AND b.held_until IS NULL`,
    },
    [kind],
  );
  return batch ?? null;
}

export interface Claim {
  batchId: string;
  most: number;
  /** Who claims: nothing is claimed for a process that was declared gone. */
  processId: string;
  now: Date;
  /** When another worker may take what was claimed and has no outcome. */
  until: Date;
  /** Where users come strictly one after the other: nobody is claimed within so many ms of the one before. */
  apartMs: number | null;
}

/**
 * Claims the next rows of a batch for one worker, those first whose worker was lost. Rows that another worker is just
 * claiming are left to it. Nothing is claimed of a batch that does not run or is of an epoch before the last reset.
 */
export async function claimItems({ pool }: Database, order: Claim): Promise<ClaimedItem[]> {
  if (order.apartMs === null) return claimWith(pool, order);
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN");
    // Two workers that look at the same time would both find nobody under way.
    await connection.query("SELECT 1 FROM bulk_batch WHERE id = $1::uuid FOR UPDATE", [order.batchId]);
    const items = await claimWith(connection, order);
    await connection.query("COMMIT");
    return items;
  } catch (error) {
    await connection.query("ROLLBACK").catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

async function claimWith(
  connection: Pick<Database["pool"], "query">,
  { batchId, most, processId, now, until, apartMs }: Claim,
): Promise<ClaimedItem[]> {
  const claim = randomUUID();
  const { rows } = await connection.query<Omit<ClaimedItem, "claim"> & { position: number }>(CLAIM, [
    batchId,
    claim,
    until,
    now,
    most,
    MOST_LOST,
    apartMs,
    processId,
  ]);
  rows.sort((one, other) => one.position - other.position);
  return rows.map(({ position: _place, ...item }) => ({ ...item, claim }));
}

/** How often a worker was lost while the call of a row was under way, where its claim has run out. */
const LOST = "i.attempts + (i.state = 'CLAIMED' AND i.started_at IS NOT NULL)::int";

/** Nothing while the database is in recovery. With a pause ($7), nobody of the batch may be under way and the last one was finished that long ago. */
const CLAIM = `
  UPDATE bulk_item i SET state = 'CLAIMED', claimed_by = $2, claimed_until = $3, process_id = $8::uuid, attempts = ${LOST},
    started_at = NULL
  FROM (SELECT i.id, i.state = 'CLAIMED' AS was_lost FROM bulk_item i
      JOIN bulk_batch b ON b.id = i.batch_id AND b.state = 'RUNNING' AND b.held_until IS NULL
      JOIN job_control c ON c.kind = b.kind AND c.epoch = b.epoch
    WHERE i.batch_id = $1::uuid AND i.intent_id IS NULL AND ${LOST} < $6 AND ${MAY_GO_OUT.sql}
      AND NOT EXISTS (SELECT 1 FROM process WHERE id = $8::uuid AND ended_at IS NOT NULL)
      AND (i.state = 'WAITING' OR (i.state = 'CLAIMED' AND i.claimed_until < $4))
      AND ($7::float8 IS NULL OR NOT EXISTS (SELECT 1 FROM bulk_item o WHERE o.batch_id = $1::uuid
        AND ((o.state = 'CLAIMED' AND o.claimed_until >= $4) OR o.finished_at > $4 - $7::float8 * interval '1 ms')))
    ORDER BY i.position LIMIT $5 FOR UPDATE OF i SKIP LOCKED) next
  WHERE i.id = next.id
  RETURNING i.id::text AS id, i.position, i.user_id AS "userId", i.amount_cents::float8 AS "amountCents",
    i.schedule_id AS "scheduleId", next.was_lost AS "wasLost"`;

/** Says of rows that were claimed that their calls have begun. Those whose outcome is just being written are left. */
export async function markBegun({ pool }: Database, items: readonly ClaimedItem[], now: Date): Promise<void> {
  await pool.query(
    `UPDATE bulk_item SET started_at = $3
     WHERE id IN (SELECT id FROM bulk_item WHERE id = ANY ($1::uuid[]) AND claimed_by = ANY ($2::uuid[])
       AND state = 'CLAIMED' FOR UPDATE SKIP LOCKED)`,
    [...splitClaims(items), now],
  );
}

/** Gives rows back that were claimed and not ended. */
export async function releaseItems({ pool }: Database, items: readonly ClaimedItem[]): Promise<void> {
  if (items.length === 0) return;
  await pool.query(
    `UPDATE bulk_item SET state = 'WAITING', started_at = NULL, claimed_by = NULL, claimed_until = NULL,
       process_id = NULL
     WHERE id = ANY ($1::uuid[]) AND claimed_by = ANY ($2::uuid[]) AND state = 'CLAIMED' AND intent_id IS NULL`,
    splitClaims(items),
  );
}

/** Says of rows that were claimed that their worker still has them. */
export async function keepItems(
  { pool }: Database,
  items: readonly ClaimedItem[],
  until: Date,
): Promise<void> {
  await pool.query(
    `UPDATE bulk_item SET claimed_until = $3
     WHERE id = ANY ($1::uuid[]) AND claimed_by = ANY ($2::uuid[]) AND state = 'CLAIMED'`,
    [...splitClaims(items), until],
  );
}

/**
 * Frees the rows that processes that are gone have claimed and that have no payment: as if their claims had run out. Returns
 * how many.
 */
export const freeItems = (tx: Tx, processIds: readonly string[], now: Date): Promise<number> =>
  tx.$executeRaw`
    UPDATE bulk_item SET claimed_until = ${now}::timestamptz - interval '1 ms', process_id = NULL
    WHERE id IN (SELECT id FROM bulk_item WHERE process_id = ANY (${processIds}::uuid[]) AND state = 'CLAIMED'
      AND intent_id IS NULL FOR UPDATE SKIP LOCKED)`;

const splitClaims = (items: readonly ClaimedItem[]): [ids: string[], claims: string[]] => [
  items.map(({ id }) => id),
  [...new Set(items.map(({ claim }) => claim))],
];

/** The rows at whose calls workers were lost again and again, each with its last claim. */
export async function findGivenUp({ pool }: Database, batchId: string, now: Date): Promise<ClaimedItem[]> {
  const { rows } = await pool.query<ClaimedItem>(
    `SELECT id::text AS id, user_id AS "userId", amount_cents::float8 AS "amountCents", schedule_id AS "scheduleId",
       claimed_by::text AS claim, true AS "wasLost"
     FROM bulk_item i WHERE batch_id = $1::uuid AND state = 'CLAIMED' AND claimed_until < $2 AND intent_id IS NULL
       AND ${LOST} >= $3`,
    [batchId, now, MOST_LOST],
  );
  return rows;
}
