import type { Tx } from "@countinghouse/db";
import { actorKey } from "./actor.ts";
import { type AuditDraft, appendAuditEvents } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";
import type { Core, WriteTools } from "./core.ts";

/** What a job's write hands back. */
export interface Written<Result> {
  result: Result;
  /** Null where nothing was changed. */
  audit: { action: AuditAction; requestId: string; events: AuditDraft[] } | null;
}

/** Without `vendorsOff` the job begins nothing that a vendor does. */
type JobServices = Pick<Core, "db" | "vault" | "now"> & Partial<Pick<Core, "vendorsOff" | "announce">>;

/**
 * The door of jobs that claim their work in the tables. Where `command` keeps a request, to answer it once more, the claim
 * sees to it that the work is done once. One transaction holds what `work` writes and its audit events; what it throws
 * leaves nothing behind, and is thrown as it is.
 */
export const writeAsJob = async <Result>(
  { db, vault, now, vendorsOff = [], announce }: JobServices,
  job: string,
  work: (tools: WriteTools) => Promise<Written<Result>>,
): Promise<Result> => {
  const written = await db.unsafeTransaction(async (tx) => {
    const at = now();
    const { result, audit } = await work({ tx, now: at, vendorsOff });
    if (audit !== null) {
      const { action, requestId, events } = audit;
      const actor = actorKey({ kind: "job", name: job });
      await appendAuditEvents(tx, vault, { at, actor, action, requestId }, events);
    }
    return result;
  });
  announce?.();
  return written;
};

/**
 * What processes keep among themselves: who has claimed what until when, when to look again, whether anything may go out.
 * It says nothing of a customer or of money, and leaves no audit event.
 */
export const coordinate = <Result>(
  { db }: Pick<Core, "db">,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> => db.unsafeTransaction(work);
