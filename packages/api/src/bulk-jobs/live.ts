import { type FollowBulkJobs, formatEventId, parseEventId } from "@countinghouse/validators/bulk-jobs/live";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { assertAllowed } from "../actor.ts";
import { adminOfSession } from "../auth/sessions.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import type { WithLive } from "../live/live.ts";
import type { WithWorkPulse, WorkNews } from "../work/pulse.ts";
import { type Batch, listTrayBatches } from "./batches.ts";
import { listBulkRows } from "./rows.ts";

/** Rows told at once; a batch of ten thousand comes in ten parts. */
const ROWS_AT_ONCE = 1_000;
/** However fast a batch runs, its rows are told so often and no more; the jobs of the tray more seldom. */
const ROWS_EVERY_MS = 250;
const JOBS_EVERY_MS = 1_000;

export interface BulkJobsNews {
  /** The jobs of the tray, as they are now. */
  jobs: Batch[];
  /** What changed in the watched batch; null where none is watched. */
  changes: Awaited<ReturnType<typeof listBulkRows>> | null;
  /** What waits for a person. */
  work: WorkNews;
}

/** The jobs of the tray: whatever runs, and what this admin started and ended within the hour. With it what waits for a person. */
export const bulkJobsTray = (ctx: AdminCtx<WithWorkPulse>) => readTray(ctx, undefined);

const readTray = async (
  ctx: AdminCtx<WithWorkPulse>,
  notices: number | undefined,
): Promise<{ jobs: Batch[]; work: WorkNews }> => {
  const [jobs, work] = await Promise.all([
    listTrayBatches(ctx),
    ctx.services.workPulse.read(ctx.actor.id, notices),
  ]);
  return { jobs, work };
};

/**
 * What is new of bulk jobs and of what waits for a person, for as long as it is listened to: at first all that is not known yet, then what changes,
 * within a second of its commit in whatever process. Each news has the id to go on from. Throws LIMITED when the
 * admin listens too often already, NOT_FOUND, and UNAUTHORIZED or FORBIDDEN as soon as the session or the right ends.
 */
export async function* followBulkJobs(
  ctx: AdminCtx<WithLive & WithWorkPulse>,
  { watched, lastEventId }: FollowBulkJobs,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ id: string; news: BulkJobsNews }> {
  const follower = ctx.services.live.follow(ctx.actor.id, signal);
  try {
    let after = lastEventId ? parseEventId(lastEventId) : (watched?.after ?? null);
    let told = "";
    for (;;) {
      await refuseWhenOver(ctx);
      const { jobs, work } = await readTray(ctx, ctx.services.live.notices());
      const changes =
        watched && (await listBulkRows(ctx, { ...watched, show: "ALL", after, limit: ROWS_AT_ONCE }));
      const now = JSON.stringify([jobs, changes?.batch, work]);
      if (now !== told || changes?.rows.length) {
        after = changes?.cursor ?? after;
        yield { id: formatEventId(after ?? { change: 0, position: 0 }), news: { jobs, changes, work } };
      }
      told = now;
      if (!changes?.more) await follower.next(watched ? ROWS_EVERY_MS : JOBS_EVERY_MS);
    }
  } finally {
    follower.close();
  }
}

/** A stream outlives the token it began with, never the session, and never the right to read. */
async function refuseWhenOver({ actor, db, now }: AdminCtx): Promise<void> {
  const admin = await adminOfSession(
    { db: { read: db }, now },
    { adminId: actor.id, sessionId: actor.sessionId },
  );
  if (admin === null) throw new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
  assertAllowed(admin, "bulkJobs.read");
}
