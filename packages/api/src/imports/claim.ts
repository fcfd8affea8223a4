import type { JobProgress } from "@countinghouse/validators/import/outcome";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

type Services = Pick<Core, "db" | "registration">;

/** An import that this process works on. */
export interface ClaimedImport {
  id: string;
  state: "PLANNING" | "RUNNING";
  processId: string;
}

/**
 * Takes the oldest import that waits for a worker, or whose worker is gone; null where there is none, or where this process may
 * have been declared gone itself.
 */
export async function claimImport({ db, registration }: Services): Promise<ClaimedImport | null> {
  const processId = registration.id();
  if (processId === null) return null;
  const [job] = await coordinate(
    { db },
    (tx) => tx.$queryRaw<Pick<ClaimedImport, "id" | "state">[]>`
      UPDATE import_job SET process_id = ${processId}::uuid
      WHERE id = (SELECT id FROM import_job j WHERE state IN ('PLANNING', 'RUNNING')
          AND (process_id IS NULL OR NOT EXISTS (SELECT FROM process p WHERE p.id = j.process_id AND p.ended_at IS NULL))
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id::text AS id, state::text AS state`,
  );
  return job ? { ...job, processId } : null;
}

/** Says how far it is; false where the import is not this process's to work on any more: it was paused, or taken over. */
export async function keepImport(
  { db }: Services,
  { id, state, processId }: ClaimedImport,
  progress: JobProgress,
): Promise<boolean> {
  const { count } = await coordinate({ db }, (tx) =>
    tx.importJob.updateMany({ where: { id, state, processId }, data: { progress: { ...progress } } }),
  );
  return count === 1;
}

/** Lets go of an import that is not done: whoever claims it next goes on. */
export const releaseImport = ({ db }: Services, { id, processId }: ClaimedImport): Promise<unknown> =>
  coordinate({ db }, (tx) =>
    tx.importJob.updateMany({ where: { id, processId }, data: { processId: null } }),
  );
