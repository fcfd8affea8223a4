import type { OutboxTopic, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import { MOST_MESSAGES_AGAIN, topicOfFailed, whyNotSendAgain } from "@countinghouse/validators/work/rules";
import type { SendAgain } from "@countinghouse/validators/work/schemas";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { payloadPlace } from "../outbox/queue.ts";
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
    await tx.$executeRaw`
      UPDATE outbox_message SET state = 'QUEUED', last_error = '', next_at = greatest(next_at, ${now}), leased_until = NULL
      WHERE id = ANY(${again.map(({ id }) => id)}::uuid[])`;
    await tx.outboxMessage.updateMany({ where: { id: { in: [...late] } }, data: { deletedAt: now } });
    const [first, ...rest] = failed.map(({ id, dedupeKey, attempts, lastError }) => ({
      subject: { type: "outbox_message", id },
      before: { state: "FAILED", dedupeKey, attempts, lastError },
      after: late.has(id) ? { deletedAt: now, why: "overtaken" } : { state: "QUEUED" },
    }));
    return {
      result: { again: again.length, overtaken: late.size },
      audit: [found(first, "Nothing failed for this reason."), ...rest],
    };
  });
  ctx.services.wakeOutbox();
  return result;
}

const Step = z.object({ step: z.string() });

/** The ids of those whose lane was told a later value since: a note is no value, and is never overtaken. */
async function overtaken(tx: Tx, vault: Vault, failed: readonly Failed[]): Promise<ReadonlySet<string>> {
  const lanes = [...new Set(failed.flatMap(({ lane }) => (lane === "" ? [] : [lane])))];
  if (lanes.length === 0) return new Set();
  const told = await tx.outboxMessage.findMany({
    where: { lane: { in: lanes }, deletedAt: null },
    orderBy: { position: "asc" },
    select: { id: true, lane: true, payload: true },
  });
  const newest = new Map<string, string>();
  const names = new Map(told.map((message) => [message.id, `${message.lane}:${readStep(vault, message)}`]));
  for (const { id } of told) newest.set(names.get(id) ?? "", id);
  return new Set(
    failed.flatMap(({ id }) => {
      const name = names.get(id) ?? "";
      return name === "" || name.endsWith(":note") || newest.get(name) === id ? [] : [id];
    }),
  );
}

function readStep(vault: Vault, { id, payload }: { id: string; payload: Uint8Array }): string {
  try {
    return Step.parse(JSON.parse(vault.open(payloadPlace(id), payload))).step;
  } catch {
    return id;
  }
}
