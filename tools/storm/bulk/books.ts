import type { Services } from "../../../packages/api/src/services.ts";
import { quotedList } from "../../../packages/api/src/sql-text.ts";
import { PAID_STATES } from "../../../packages/validators/src/payments/states.ts";

const UNPAID = {
  name: "storm.unpaid",
  text: `SELECT count(*)::int AS open FROM unnest($1::int[]) AS s (id)
         WHERE NOT EXISTS (SELECT 1 FROM payment_intent i WHERE i.schedule_id = s.id
           AND i.state IN ${quotedList([...PAID_STATES, "NEEDS_REVIEW"])})`,
};

/** How many of these scheduled payments are neither paid nor left to a person. */
export async function countUnpaid({ db }: Services, scheduleIds: readonly number[]): Promise<number> {
  const [row] = await db.read.sql<{ open: number }>(UNPAID, [scheduleIds]);
  return row?.open ?? scheduleIds.length;
}

const UNSETTLED = {
  name: "storm.unsettled-rows",
  text: `SELECT count(*)::int AS rows FROM bulk_item i LEFT JOIN payment_intent p ON p.id = i.intent_id
         WHERE i.state IN ('WAITING', 'CLAIMED') OR (i.state = 'UNKNOWN' AND p.state <> 'NEEDS_REVIEW')`,
};

/** How many rows of all batches have no final state yet. */
export async function countUnsettledRows({ db }: Services): Promise<number> {
  const [row] = await db.read.sql<{ rows: number }>(UNSETTLED, []);
  return row?.rows ?? 0;
}

interface BatchBooks {
  id: string;
  kind: string;
  state: string;
  total: number;
  /** What the batch counts, and what its rows say. */
  counted: string;
  rows: number;
  summed: string;
  /** Rows that say something else than their payment. */
  untrue: number;
  unexplained: number;
  [column: string]: unknown;
}

const BATCHES = {
  name: "storm.batches",
  text: `SELECT b.id::text AS id, b.kind::text AS kind, b.state::text AS state, b.total,
           concat_ws('/', b.done, b.failed, b.unknown, b.cancelled) AS counted, count(i.id)::int AS rows,
           concat_ws('/', count(*) FILTER (WHERE i.state = 'DONE'), count(*) FILTER (WHERE i.state = 'FAILED'),
             count(*) FILTER (WHERE i.state = 'UNKNOWN'), count(*) FILTER (WHERE i.state = 'CANCELLED')) AS summed,
           (count(*) FILTER (WHERE i.state::text <> CASE
             WHEN p.state IS NULL THEN CASE WHEN i.state IN ('FAILED', 'CANCELLED') THEN i.state::text ELSE '' END
             WHEN p.state IN ${quotedList(PAID_STATES)} THEN 'DONE'
             WHEN p.state = 'NEEDS_REVIEW' THEN 'UNKNOWN' ELSE 'FAILED' END))::int AS untrue,
           (count(*) FILTER (WHERE i.state = 'FAILED' AND i.error_message = ''))::int AS unexplained
         FROM bulk_batch b JOIN bulk_item i ON i.batch_id = b.id
         LEFT JOIN payment_intent p ON p.id = i.intent_id GROUP BY b.id ORDER BY b.requested_at`,
};

/** What is wrong with the batches: one that is not over, or whose counts or rows are not true. A sentence each. */
export async function batchProblems({ db }: Services): Promise<string[]> {
  const batches = await db.read.sql<BatchBooks>(BATCHES, []);
  return batches.flatMap(({ id, kind, state, total, counted, rows, summed, untrue, unexplained }) =>
    [
      state === "COMPLETED" || state === "CANCELLED" ? null : `is ${state}`,
      rows === total ? null : `has ${rows} rows instead of ${total}`,
      counted === summed ? null : `counts ${counted} done/failed/unknown/cancelled, and has ${summed}`,
      untrue === 0 ? null : `has ${untrue} rows that are not what became of their payments`,
      unexplained === 0 ? null : `has ${unexplained} failed rows without a reason`,
    ].flatMap((problem) => (problem === null ? [] : [`${kind} ${id} ${problem}`])),
  );
}

const REASONS = {
  name: "storm.rows-by-reason",
  text: `SELECT CASE WHEN i.state <> 'FAILED' THEN lower(i.state::text)
             ELSE 'failed: ' || regexp_replace(i.error_message, '−?\\$[0-9.,]+[0-9]|•••• [0-9]+', '…', 'g') END AS what,
           count(*)::int AS rows
         FROM bulk_item i GROUP BY 1 ORDER BY 2 DESC, 1`,
};

/** What became of the rows of all batches, the most frequent first; amounts and accounts left out. */
export const rowsByReason = ({ db }: Services) => db.read.sql<{ what: string; rows: number }>(REASONS, []);
