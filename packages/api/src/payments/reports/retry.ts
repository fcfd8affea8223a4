import type { Tx } from "@countinghouse/db";
import { MOST_RETRIES } from "@countinghouse/validators/chargebacks/rules";
import { coordinate } from "../../job-writes.ts";
import { applyReport, type ReportServices, type ReportTools } from "./apply.ts";
import { toReported } from "./reported.ts";

/** The result of a retry. */
export interface Retried {
  applied: number;
  /** Reports that could not be applied this time either. */
  left: number;
}

/** Reports in one query. */
const READ_AT_ONCE = 200;

/**
 * Claims the waiting reports for a retry by hand, except those tried since `readAt`. When two admins click at the same moment, one
 * of them gets each report. Returns the ids; each claim counts as an attempt.
 */
export async function claimByHand(tx: Tx, now: Date, readAt: Date): Promise<string[]> {
  const claimed = await tx.$queryRaw<{ id: string }[]>`
    UPDATE processor_event SET stage = 'RETRY', attempts = attempts + 1, tried_at = ${now}, next_try_at = NULL
    WHERE id IN (SELECT id FROM processor_event
      WHERE stage <> 'RETRY' AND applied_at IS NULL AND deleted_at IS NULL AND kind <> 'SETTLEMENT'
        AND (tried_at IS NULL OR tried_at < ${readAt})
      ORDER BY id FOR UPDATE)
    RETURNING id::text`;
  return claimed.map(({ id }) => id);
}

/** Claims the reports that are due. A report with MOST_RETRIES attempts is never due (specification 2, section 9). */
const claimDue = (tx: Tx, now: Date): Promise<number> => tx.$executeRaw`
  UPDATE processor_event SET stage = 'RETRY', attempts = attempts + 1, tried_at = ${now}, next_try_at = NULL
  WHERE id IN (SELECT id FROM processor_event
    WHERE stage <> 'RETRY' AND applied_at IS NULL AND deleted_at IS NULL
      AND attempts < ${MOST_RETRIES} AND next_try_at <= ${now}
    ORDER BY id FOR UPDATE)`;

/**
 * Retries claimed reports, each in transactions of its own: the reports of these ids, or all claimed reports and those that are
 * due. Another process may do the same at the same moment, and reports that a dead process claimed are retried here. A report is
 * tried once for each claim.
 */
export async function retryReports(
  services: ReportServices,
  tools: ReportTools,
  ids?: readonly string[],
): Promise<Retried> {
  const { db, now } = services;
  const retried: Retried = { applied: 0, left: 0 };
  const taken = ids === undefined ? await takeDue() : [...ids];
  for (let from = 0; from < taken.length; from += READ_AT_ONCE) {
    const rows = await db.read.processorEvent.findMany({
      where: { id: { in: taken.slice(from, from + READ_AT_ONCE) }, stage: "RETRY" },
      orderBy: [{ happenedOn: "asc" }, { id: "asc" }],
    });
    for (const row of rows) {
      const result = await applyReport(services, toReported(row), tools, row);
      if (result === "applied") retried.applied++;
      if (result === "problem" || result === "known-problem") retried.left++;
    }
  }
  return retried;

  async function takeDue(): Promise<string[]> {
    const at = now();
    const due = { stage: { not: "RETRY" }, nextTryAt: { lte: at }, deletedAt: null } as const;
    if ((await db.read.processorEvent.count({ where: due })) > 0)
      await coordinate({ db }, (tx) => claimDue(tx, at));
    const rows = await db.read.processorEvent.findMany({
      where: { stage: "RETRY", deletedAt: null },
      orderBy: [{ happenedOn: "asc" }, { id: "asc" }],
      select: { id: true },
    });
    return rows.map(({ id }) => id);
  }
}
