import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

type Services = Pick<Core, "db" | "registration">;

/** An undo that this process works on. */
export interface ClaimedUndo {
  id: string;
  state: "CHECKING" | "RUNNING";
  processId: string;
}

/** Takes the oldest undo that waits for a worker, or whose worker is gone; null where there is none. */
export async function claimUndo({ db, registration }: Services): Promise<ClaimedUndo | null> {
  const processId = registration.id();
  if (processId === null) return null;
  const [undo] = await coordinate(
    { db },
    (tx) => tx.$queryRaw<Pick<ClaimedUndo, "id" | "state">[]>`
      UPDATE import_undo SET process_id = ${processId}::uuid
      WHERE job_id = (SELECT job_id FROM import_undo u WHERE state IN ('CHECKING', 'RUNNING')
          AND (process_id IS NULL OR NOT EXISTS (SELECT FROM process p WHERE p.id = u.process_id AND p.ended_at IS NULL))
        ORDER BY created_at, job_id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING job_id::text AS id, state::text AS state`,
  );
  return undo ? { ...undo, processId } : null;
}

/** Lets go of an undo that is not done: whoever claims it next goes on. */
export const releaseUndo = ({ db }: Services, { id, processId }: ClaimedUndo): Promise<unknown> =>
  coordinate({ db }, (tx) =>
    tx.importUndo.updateMany({ where: { jobId: id, processId }, data: { processId: null } }),
  );

/** What a look has counted before it was stopped is counted anew. */
export const beginAnew = ({ db }: Services, { id, processId }: ClaimedUndo): Promise<unknown> =>
  coordinate({ db }, (tx) =>
    tx.importUndo.updateMany({ where: { jobId: id, processId }, data: { progress: {} } }),
  );
