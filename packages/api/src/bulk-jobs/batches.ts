import type { BulkBatchState, Statement } from "@countinghouse/db";
import { BULK_STALLED_AFTER_MS, type BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { OneBatch, OneBulkKind } from "@countinghouse/validators/bulk-jobs/schemas";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

/** Batches the drop-down offers. */
const OFFERED = 100;
/** An ended job stays in the tray for so long. */
const ENDED_WITHIN_MS = 3_600_000;

interface BatchRow {
  id: string;
  kind: BulkKind;
  version: 1 | 2;
  state: BulkBatchState;
  requestedAt: Date;
  requestedById: string;
  requestedBy: string;
  finishedAt: Date | null;
  lastProgressAt: Date;
  /** Until then nothing of it is begun; null where it is not held. */
  heldUntil: Date | null;
  /** The batch that it gives back; null where it is another kind of batch. */
  reverts: { id: string; kind: BulkKind; version: 1 | 2; requestedAt: string } | null;
  total: number;
  done: number;
  failed: number;
  unknown: number;
  cancelled: number;
  change: number;
  underWay: number;
  allCents: number;
  doneCents: number;
  failedCents: number;
}

const batchesWhere = (condition: string): string => `
  SELECT b.id::text AS id, b.kind::text AS kind, b.version, b.state::text AS state, b.requested_at AS "requestedAt",
    b.requested_by_id::text AS "requestedById", a.full_name AS "requestedBy", b.finished_at AS "finishedAt",
    b.last_progress_at AS "lastProgressAt", b.held_until AS "heldUntil",
    (SELECT jsonb_build_object('id', s.id, 'kind', s.kind, 'version', s.version, 'requestedAt', s.requested_at)
      FROM bulk_batch s WHERE s.id = b.reverts_id) AS reverts, b.total, b.done, b.failed, b.unknown, b.cancelled, b.change, i.*
  FROM bulk_batch b JOIN admin a ON a.id = b.requested_by_id
  JOIN LATERAL (SELECT count(*) FILTER (WHERE i.state = 'CLAIMED' AND (i.intent_id IS NOT NULL
        OR (b.kind = 'BULK_BALANCE' AND i.started_at IS NOT NULL)))::int AS "underWay",
      coalesce(sum(i.amount_cents), 0)::float8 AS "allCents",
      coalesce(sum(i.amount_cents) FILTER (WHERE i.state = 'DONE'), 0)::float8 AS "doneCents",
      coalesce(sum(i.amount_cents) FILTER (WHERE i.state = 'FAILED'), 0)::float8 AS "failedCents"
    FROM bulk_item i WHERE i.batch_id = b.id) i ON true
  WHERE ${condition}`;

const BY_ID: Statement = { name: "bulkJobs.batch", text: batchesWhere("b.id = $1::uuid") };
const NEWEST: Statement = {
  name: "bulkJobs.newest",
  text: batchesWhere(`b.id = (SELECT id FROM bulk_batch WHERE kind = $1::"BulkKind"
    ORDER BY state IN ('RUNNING', 'PAUSED') DESC, requested_at DESC LIMIT 1)`),
};

const TRAY: Statement = {
  name: "bulkJobs.tray",
  text: `${batchesWhere("b.state IN ('RUNNING', 'PAUSED') OR (b.requested_by_id = $1::uuid AND b.finished_at > $2)")}
    ORDER BY b.requested_at DESC LIMIT 20`,
};

export type Batch = ReturnType<typeof shown>;

/** One batch with how far it is, amounts in cents. Throws NOT_FOUND. */
export async function getBatch(ctx: AdminCtx, { batchId }: OneBatch): Promise<Batch> {
  const [row] = await ctx.db.sql<BatchRow>(BY_ID, [batchId]);
  return shown(ctx, found(row, "There is no such batch."));
}

/** The batch of a kind that runs or is paused, else its last one; null when there never was one. */
export async function runningBatch(ctx: AdminCtx, { kind }: OneBulkKind) {
  const [row] = await ctx.db.sql<BatchRow>(NEWEST, [kind]);
  if (row === undefined) return { isRunning: false, batch: null };
  const batch = shown(ctx, row);
  return { isRunning: batch.state === "RUNNING" || batch.state === "PAUSED", batch };
}

/** What runs, whoever started it, and what this admin started and ended within the hour; the newest first. */
export async function listTrayBatches(ctx: AdminCtx): Promise<Batch[]> {
  const since = new Date(ctx.now().getTime() - ENDED_WITHIN_MS);
  return (await ctx.db.sql<BatchRow>(TRAY, [ctx.actor.id, since])).map((row) => shown(ctx, row));
}

function shown(ctx: AdminCtx, row: BatchRow) {
  const { requestedById, requestedBy, underWay, allCents, doneCents, failedCents, reverts, ...batch } = row;
  const { done, failed, unknown, cancelled, total, ...facts } = batch;
  const completedCount = done + failed + unknown + cancelled;
  const idleMs = ctx.now().getTime() - batch.lastProgressAt.getTime();
  return {
    ...facts,
    reverts: reverts && { ...reverts, requestedAt: new Date(reverts.requestedAt) },
    total,
    startedAt: batch.requestedAt,
    startedBy: { id: requestedById, name: requestedBy, isMe: requestedById === ctx.actor.id },
    /** Whether nothing happened for a minute although it runs. */
    isStalled: batch.state === "RUNNING" && batch.heldUntil === null && idleMs >= BULK_STALLED_AFTER_MS,
    completedCount,
    counts: {
      done,
      failed,
      unknown,
      cancelled,
      /** Those that have a payment, and those whose banks are being asked; what is only claimed ahead waits. */
      underWay,
      waiting: Math.max(0, total - completedCount - underWay),
    },
    sumCents: { all: allCents, done: doneCents, failed: failedCents },
  };
}

/** The batches of a kind for the drop-down, the newest first, each with the time it was requested. */
export async function listBatchTimes(ctx: AdminCtx, { kind }: OneBulkKind) {
  const batches = await ctx.db.bulkBatch.findMany({
    where: { kind },
    orderBy: { requestedAt: "desc" },
    take: OFFERED,
    select: {
      id: true,
      version: true,
      state: true,
      total: true,
      failed: true,
      requestedAt: true,
      requestedBy: { select: { fullName: true } },
    },
  });
  return batches.map(({ id, requestedAt, requestedBy, ...batch }) => ({
    ...batch,
    batchId: id,
    value: requestedAt,
    /** On the clock of New York. */
    label: formatNewYork(requestedAt, "dateTime"),
    startedBy: requestedBy.fullName,
  }));
}
