import { randomUUID } from "node:crypto";
import type { OutboxState, Statement } from "@countinghouse/db";
import type { GetFactsLookup, RetryFactsLookup } from "@countinghouse/validators/decisions/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { lockApplication } from "../locks.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";
import { lookupDraft } from "./message.ts";
import { DECIDING_FLOWS, FINISHED_OUTCOMES } from "./missing-facts.ts";

/** Whether the missing facts are still being looked up, or could not be; null when nothing is looked up. */
export type FactsLookup = "PENDING" | "FAILED" | null;

/** A finished decision on an application that lacks facts, and how far their look-up is. */
interface Gap {
  applicationId: number;
  decisionId: number;
  messageId: string | null;
  state: OutboxState | null;
}

/** Names the one look-up of a decision: what was asked once is not asked again. */
const lookupKey = (decisionId: number): string => `backfill:${decisionId}`;

/** The newest applications of the user, of the customer's first user, and of the one they came back under last. */
const GAPS: Statement = {
  name: "decisions.gaps",
  text: `SELECT a.id AS "applicationId", d.id AS "decisionId", m.id::text AS "messageId", m.state::text AS state
    FROM (SELECT id FROM users WHERE id = $1
      UNION SELECT ref_user_id FROM users WHERE id = $1
      UNION SELECT ${RENEWAL_ID_SQL} FROM users u WHERE u.id = $1) AS asked (user_id)
    JOIN LATERAL (SELECT * FROM application WHERE user_id = asked.user_id ORDER BY id DESC LIMIT 1) a ON true
    JOIN LATERAL (SELECT id FROM decision WHERE application_id = a.id AND flow_type = ANY($2)
      AND outcome = ANY($3) AND evaluation_token <> '' ORDER BY created_at DESC, id DESC LIMIT 1) d ON true
    LEFT JOIN outbox_message m ON m.dedupe_key = 'backfill:' || d.id
    WHERE a.is_smb IS NULL OR a.init_high_risk IS NULL
      OR (a.decline_reason = '' AND a.alloy_status = 'Denied')`,
};

const readGaps = (ctx: AdminCtx, userId: number): Promise<Gap[]> =>
  ctx.db.sql<Gap>(GAPS, [userId, DECIDING_FLOWS, FINISHED_OUTCOMES]);

/**
 * Has the facts that the newest applications of a customer lack looked up at the decision engine, where a decision is
 * finished and nobody has begun it yet, and says how far that is. It waits for the beginning only.
 */
export async function lookUpFacts(ctx: AdminCtx, userId: number): Promise<FactsLookup> {
  const gaps = await readGaps(ctx, userId);
  for (const gap of gaps.filter(({ state }) => state === null)) await begin(ctx, gap);
  return lookupStanding(gaps.map(({ state }) => state ?? "QUEUED"));
}

/** A look-up that was done and found nothing to write down is no longer waited for. */
function lookupStanding(states: readonly (OutboxState | null)[]): FactsLookup {
  if (states.includes("FAILED")) return "FAILED";
  return states.includes("QUEUED") ? "PENDING" : null;
}

/** Two who look at the same moment begin it once. */
async function begin(ctx: AdminCtx, { applicationId, decisionId }: Gap): Promise<void> {
  const input = { requestId: randomUUID(), applicationId, decisionId };
  const spec = { action: "decisions.lookUpFacts", capability: "decisions.read", input } as const;
  const begun = ctx.command(spec, async ({ tx }) => {
    await lockApplication(tx, applicationId);
    const dedupeKey = lookupKey(decisionId);
    if ((await tx.outboxMessage.count({ where: { dedupeKey } })) > 0)
      throw new DomainError("CONFLICT", "These facts are looked up already.");
    return {
      result: null,
      audit: { subject: { type: "application", id: applicationId }, after: { decisionId } },
      outbox: [lookupDraft(dedupeKey, { applicationId, decisionId })],
    };
  });
  await begun.catch((error: unknown) => {
    if (!(error instanceof DomainError && error.code === "CONFLICT")) throw error;
  });
}

/** How far the look-up of what the newest applications of a customer lack is. Begins nothing. */
export async function getFactsLookup(ctx: AdminCtx, { userId }: GetFactsLookup) {
  const gaps = await readGaps(ctx, userId);
  return { lookup: lookupStanding(gaps.map(({ state }) => state)) };
}

/** Queues the look-ups again that failed. Throws RULE when none did. */
export function retryFactsLookup(ctx: AdminCtx, input: RetryFactsLookup & { requestId: string }) {
  const { userId } = input;
  const spec = { action: "decisions.retryFacts", capability: "decisions.retryFacts", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const gaps = await readGaps(ctx, userId);
    const failed = gaps.flatMap(({ messageId, state }) =>
      messageId !== null && state === "FAILED" ? [messageId] : [],
    );
    const { count } = await tx.outboxMessage.updateMany({
      where: { id: { in: failed }, state: "FAILED" },
      data: { state: "QUEUED", nextAt: now, attempts: 0 },
    });
    if (count === 0) throw new DomainError("RULE", "There is no look-up that failed.");
    return {
      result: { lookedUp: count },
      audit: {
        subject: { type: "user", id: userId },
        before: { state: "FAILED" },
        after: { state: "QUEUED", lookedUp: count },
      },
    };
  });
}
