import type { Tx } from "@countinghouse/db";
import { MOST_RETRIES } from "@countinghouse/validators/chargebacks/rules";
import { coordinate } from "../../job-writes.ts";
import { applyReport, type ReportServices, type ReportTools } from "./apply.ts";
import { toReported } from "./reported.ts";

/** What came of reports that were tried again. */
export interface Retried {
  applied: number;
  /** Those that could not be applied this time either. */
  left: number;
}

/** Reports that are read together. */
const READ_AT_ONCE = 200;

/**
 * Takes what waits for a retry, to be tried by hand: all but what was tried since `readAt`. Of two who press at the same
 * moment one takes each report. Returns the ids; each counts as an attempt from here on.
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

/** Takes what is due; from MOST_RETRIES attempts on nothing is (specification 2, section 9). */
const claimDue = (tx: Tx, now: Date): Promise<number> => tx.$executeRaw`
  UPDATE processor_event SET stage = 'RETRY', attempts = attempts + 1, tried_at = ${now}, next_try_at = NULL
  WHERE id IN (SELECT id FROM processor_event
    WHERE stage <> 'RETRY' AND applied_at IS NULL AND deleted_at IS NULL
      AND attempts < ${MOST_RETRIES} AND next_try_at <= ${now}
    ORDER BY id FOR UPDATE)`;

/**
 * Tries again what is taken for a retry, each report in transactions of its own: these, or all of them and what is due
 * besides. Another process may do the same at the same moment, and one that died is followed up here: a report is tried
 * once for each time it was taken.
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
