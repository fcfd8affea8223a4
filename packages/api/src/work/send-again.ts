import type { OutboxTopic } from "@countinghouse/db";
import { MOST_MESSAGES_AGAIN, topicOfFailed, whyNotSendAgain } from "@countinghouse/validators/work/rules";
import type { SendAgain } from "@countinghouse/validators/work/schemas";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { overtaken } from "../outbox/overtaken.ts";
import { sendFailedAgain } from "../outbox/send-once-more.ts";
import { refuseOff, VENDOR_OF_TOPIC } from "../vendors-off.ts";
import { takeItem } from "./handle.ts";

interface Failed {
  id: string;
  topic: OutboxTopic;
  dedupeKey: string;
  lane: string;
  attempts: number;
  lastError: string;
  payload: Uint8Array;
}

/**
 * Queues again all messages that failed for one reason, MOST_MESSAGES_AGAIN at most. Their attempts are counted on, so that
 * what was done after all is looked for first, and not before the vendor can no longer be doing it. What was overtaken by a
 * later change of the same kind is set aside: sent now, it would set that back. Throws RULE where a message is not what is to be sent
 * again, NOT_FOUND once nothing failed for that reason, CONFLICT while somebody else holds the item.
 */
export async function sendAgain(ctx: AdminCtx, input: SendAgain & { requestId: string }) {
  const { key } = input;
  const spec = { action: "work.sendAgain", capability: "work.handle", input } as const;
  const result = await ctx.command(spec, async ({ tx, now }) => {
    await takeItem(tx, { kind: "FAILED_MESSAGE", key }, now, ctx.actor.id);
    refuseWhen(whyNotSendAgain(topicOfFailed(key)));
    const failed = await tx.$queryRaw<Failed[]>`
      SELECT m.id::text AS id, m.topic, m.dedupe_key AS "dedupeKey", m.lane, m.attempts, m.last_error AS "lastError", m.payload
      FROM outbox_message m
      WHERE m.state = 'FAILED' AND m.deleted_at IS NULL AND m.topic::text || ':' || md5(m.last_error) = ${key}
      ORDER BY m.position LIMIT ${MOST_MESSAGES_AGAIN} FOR UPDATE`;
    const vendor = failed[0] ? VENDOR_OF_TOPIC[failed[0].topic] : null;
    if (vendor !== null) refuseOff(vendor, ctx.services);
    const late = await overtaken(tx, ctx.services.vault, failed);
    const again = failed.filter(({ id }) => !late.has(id));
    await sendFailedAgain(
      tx,
      now,
      again.map(({ id }) => id),
    );
    await tx.outboxMessage.updateMany({ where: { id: { in: [...late] } }, data: { deletedAt: now } });
    const [first, ...rest] = failed.map(({ id, dedupeKey, attempts, lastError }) => ({
      subject: { type: "outbox_message", id },
      before: { state: "FAILED", dedupeKey, attempts, lastError },
      after: late.has(id) ? { deletedAt: now, why: "overtaken" } : { state: "QUEUED" },
    }));
    return {
      result: { again: again.length, overtaken: late.size },
      audit: [found(first, "No message failed for this reason."), ...rest],
    };
  });
  ctx.services.wakeOutbox();
  return result;
}
