import type { BulkBatchState, BulkItemState, Tx } from "@countinghouse/db";
import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import { saveLinkStates } from "../../bank-links/ask.ts";
import { keptAccounts } from "../../bank-links/balances.ts";
import type { Core } from "../../core.ts";
import { writeAsJob } from "../../job-writes.ts";
import type { AskedUser, Outcome } from "./outcome.ts";
import { type Moved, waitForSecond } from "./second-attempt.ts";

export type WriteServices = Pick<Core, "db" | "vault" | "now">;

interface Held {
  id: string;
  kind: BulkKind;
  state: BulkBatchState;
  change: number;
}

/**
 * Writes what came of rows, and what became of the payments of the batch, in one transaction that counts and marks
 * them: the batch is held from its beginning, so that its numbers are committed in order. Rows whose claim was given to
 * another worker, or that were cancelled, stay as they are. Returns how the batch stands, null where nothing changed.
 */
export function writeOutcomes(
  services: WriteServices,
  batchId: string,
  outcomes: readonly Outcome[],
): Promise<BulkBatchState | null> {
  return writeAsJob(services, "bulk-jobs", async ({ tx, now: at }) => {
    const asked = outcomes.flatMap((each) => each.asked ?? []);
    await keepAnswers(tx, asked, at);
    const held = await hold(tx, batchId);
    const rows = await writeRows(tx, held, outcomes, at);
    const again = held.kind === "AUTOMATION" ? await waitForSecond(tx, held, at) : [];
    const moves =
      held.kind === "BULK_BALANCE" ? rows : [...rows, ...again, ...(await followPayments(tx, held, at))];
    if (moves.length === 0 && outcomes.length === 0) return { result: null, audit: null };
    const after = await count(tx, held, moves, at);
    const isOver = after === "COMPLETED" && held.state !== "COMPLETED";
    const events = [
      ...(asked.length > 0
        ? [{ subject: batchSubject(held), after: { askedUserIds: asked.map((each) => each.userId) } }]
        : []),
      ...(isOver
        ? [{ subject: batchSubject(held), before: { state: held.state }, after: { state: after } }]
        : []),
    ];
    return {
      result: after,
      audit: { action: `bulkJobs.run.${held.kind}`, requestId: held.id, events },
    };
  });
}

const batchSubject = ({ id }: Held) => ({ type: "bulk-batch", id });

async function hold(tx: Tx, batchId: string): Promise<Held> {
  const [held] = await tx.$queryRaw<Held[]>`
    UPDATE bulk_batch SET change = change + 1 WHERE id = ${batchId}::uuid
    RETURNING id::text AS id, kind::text AS kind, state::text AS state, change`;
  if (held === undefined) throw new Error(`There is no batch ${batchId}.`);
  return held;
}

const writeRows = (tx: Tx, { change }: Held, outcomes: readonly Outcome[], at: Date) =>
  outcomes.length === 0
    ? Promise.resolve([])
    : tx.$queryRaw<Moved[]>`
  UPDATE bulk_item i SET error_code = r."errorCode", error_message = r."errorMessage", result = r.accounts,
    change = ${change}, state = CASE r.state WHEN 'FOLLOW' THEN i.state ELSE r.state::"BulkItemState" END,
    finished_at = CASE r.state WHEN 'FOLLOW' THEN NULL ELSE ${at}::timestamptz END
  FROM jsonb_to_recordset(${JSON.stringify(outcomes.map(asRow))}::jsonb) AS r (id uuid, claim uuid, state text,
    "errorCode" text, "errorMessage" text, accounts jsonb)
  WHERE i.id = r.id AND i.state = 'CLAIMED' AND i.claimed_by = r.claim
    AND (r.state = 'FOLLOW' OR i.intent_id IS NULL)
  RETURNING 'CLAIMED' AS from, i.state::text AS to`;

const asRow = ({ item: { id, claim }, asked: _answers, ...row }: Outcome) => ({ id, claim, ...row });

/** Rows follow their payments, whoever finished those. */
const followPayments = (tx: Tx, { id, change }: Held, at: Date) => tx.$queryRaw<Moved[]>`
  UPDATE bulk_item i SET state = f.state, change = ${change}, last4 = f.last4, error_code = f.code,
    error_message = f.message, finished_at = CASE f.state WHEN 'UNKNOWN' THEN NULL ELSE ${at}::timestamptz END
  FROM (SELECT b.id, b.state AS before, p.instrument_last4 AS last4, p.failure_code AS code,
      p.failure_message AS message, payment_row_state(p.state) AS state
    FROM bulk_item b JOIN payment_intent p ON p.id = b.intent_id
    WHERE b.batch_id = ${id}::uuid AND b.intent_id IS NOT NULL AND b.state IN ('CLAIMED', 'UNKNOWN')
      AND payment_row_state(p.state) <> 'CLAIMED') f
  WHERE i.id = f.id AND i.state = f.before AND f.state <> f.before
  RETURNING f.before::text AS from, i.state::text AS to`;

async function count(tx: Tx, { id }: Held, moves: readonly Moved[], at: Date): Promise<BulkBatchState> {
  const more = (state: BulkItemState): number =>
    moves.filter(({ from, to }) => from !== to && to === state).length -
    moves.filter(({ from, to }) => from !== to && from === state).length;
  const [done, failed, unknown] = [more("DONE"), more("FAILED"), more("UNKNOWN")];
  const [batch] = await tx.$queryRaw<{ state: BulkBatchState }[]>`
    UPDATE bulk_batch b SET last_progress_at = ${at}, done = b.done + ${done}, failed = b.failed + ${failed},
      unknown = b.unknown + ${unknown}, state = CASE WHEN o.is_over THEN 'COMPLETED' ELSE b.state END,
      finished_at = CASE WHEN o.is_over THEN ${at} ELSE b.finished_at END
    FROM (SELECT id, state IN ('RUNNING', 'PAUSED')
        AND done + failed + unknown + cancelled + ${done + failed + unknown} = total AS is_over
      FROM bulk_batch WHERE id = ${id}::uuid) o
    WHERE b.id = o.id RETURNING b.state::text AS state`;
  return batch?.state ?? "CANCELLED";
}

/** What banks said, kept as the customer's page keeps it, and whether their links work. */
async function keepAnswers(tx: Tx, asked: readonly AskedUser[], at: Date): Promise<void> {
  if (asked.length === 0) return;
  const records = asked.flatMap(({ userId, answers, last4 }) =>
    answers.answered.map(({ link, answer }) => ({
      userId,
      bankLinkId: link.id,
      accounts: keptAccounts(answer, last4),
    })),
  );
  const answers = {
    answered: asked.flatMap((each) => each.answers.answered),
    failed: asked.flatMap((each) => each.answers.failed),
  };
  await saveLinkStates(tx, answers, at);
  await tx.$executeRaw`
    INSERT INTO balance_record (user_id, bank_link_id, accounts, created_at)
    SELECT r."userId", r."bankLinkId", r.accounts, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(records)}::jsonb) AS r ("userId" int, "bankLinkId" int, accounts jsonb)`;
}
