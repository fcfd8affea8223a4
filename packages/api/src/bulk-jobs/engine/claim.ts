import { randomUUID } from "node:crypto";
import type { Database } from "@countinghouse/db";
import type { BulkKind, BulkVersion } from "@countinghouse/validators/bulk-job-rules";

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
}

/** How often a row is begun before it is given up: it may be what kills the workers. */
const MOST_ATTEMPTS = 3;

/** The batch of a kind that runs, or null. */
export async function findRunning({ read }: Database, kind: BulkKind): Promise<RunningBatch | null> {
  const [batch] = await read.sql<RunningBatch & Record<string, unknown>>(
    {
      name: "bulkJobs.findRunning",
      text: `SELECT b.id::text AS id, b.kind::text AS kind, b.version, b.requested_by_id::text AS "requestedById"
             FROM bulk_batch b JOIN job_control c ON c.kind = b.kind AND c.epoch = b.epoch
             WHERE b.kind = $1::"BulkKind" AND b.state = 'RUNNING'`,
    },
    [kind],
  );
  return batch ?? null;
}

export interface Claim {
  batchId: string;
  most: number;
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
  { batchId, most, now, until, apartMs }: Claim,
): Promise<ClaimedItem[]> {
  const claim = randomUUID();
  const { rows } = await connection.query<Omit<ClaimedItem, "claim"> & { position: number }>(CLAIM, [
    batchId,
    claim,
    until,
    now,
    most,
    MOST_ATTEMPTS,
    apartMs,
  ]);
  rows.sort((one, other) => one.position - other.position);
  return rows.map(({ position: _place, ...item }) => ({ ...item, claim }));
}

/** With a pause ($7), nobody of the batch may be under way and the last one was finished that long ago. */
const CLAIM = `
  UPDATE bulk_item i SET state = 'CLAIMED', claimed_by = $2, claimed_until = $3, attempts = attempts + 1,
    started_at = coalesce(i.started_at, $4)
  FROM (SELECT i.id FROM bulk_item i
      JOIN bulk_batch b ON b.id = i.batch_id AND b.state = 'RUNNING'
      JOIN job_control c ON c.kind = b.kind AND c.epoch = b.epoch
    WHERE i.batch_id = $1::uuid AND i.intent_id IS NULL AND i.attempts < $6
      AND (i.state = 'WAITING' OR (i.state = 'CLAIMED' AND i.claimed_until < $4))
      AND ($7::float8 IS NULL OR NOT EXISTS (SELECT 1 FROM bulk_item o WHERE o.batch_id = $1::uuid
        AND ((o.state = 'CLAIMED' AND o.claimed_until >= $4) OR o.finished_at > $4 - $7::float8 * interval '1 ms')))
    ORDER BY i.position LIMIT $5 FOR UPDATE OF i SKIP LOCKED) next
  WHERE i.id = next.id
  RETURNING i.id::text AS id, i.position, i.user_id AS "userId", i.amount_cents::float8 AS "amountCents",
    i.schedule_id AS "scheduleId"`;

/** Gives rows back that were claimed and not begun. */
export async function releaseItems({ pool }: Database, items: readonly ClaimedItem[]): Promise<void> {
  if (items.length === 0) return;
  await pool.query(
    `UPDATE bulk_item SET state = 'WAITING', attempts = attempts - 1, claimed_by = NULL, claimed_until = NULL
     WHERE id = ANY ($1::uuid[]) AND claimed_by = ANY ($2::uuid[]) AND state = 'CLAIMED' AND intent_id IS NULL`,
    [items.map(({ id }) => id), [...new Set(items.map(({ claim }) => claim))]],
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
    [items.map(({ id }) => id), [...new Set(items.map(({ claim }) => claim))], until],
  );
}

/** The rows whose workers were lost again and again, each with its last claim. */
export async function findGivenUp({ pool }: Database, batchId: string, now: Date): Promise<ClaimedItem[]> {
  const { rows } = await pool.query<ClaimedItem>(
    `SELECT id::text AS id, user_id AS "userId", amount_cents::float8 AS "amountCents", schedule_id AS "scheduleId",
       claimed_by::text AS claim
     FROM bulk_item WHERE batch_id = $1::uuid AND state = 'CLAIMED' AND claimed_until < $2 AND intent_id IS NULL
       AND attempts >= $3`,
    [batchId, now, MOST_ATTEMPTS],
  );
  return rows;
}
