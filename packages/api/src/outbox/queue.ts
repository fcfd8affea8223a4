import { randomUUID } from "node:crypto";
import type { OutboxTopic, Tx } from "@countinghouse/db";
import type { SealedPlace, Vault } from "@countinghouse/db/vault";
import { carriedTrace } from "../tracing.ts";
import { VENDOR_OF_TOPIC, type Vendor } from "../vendors-off.ts";

/**
 * Something that must happen outside. Each domain makes its own (`crmDraft`, `emailDraft` …), with a message that its
 * delivery can read.
 */
export interface OutboxDraft {
  topic: OutboxTopic;
  /** Names what may be delivered only once. */
  dedupeKey: string;
  /** Messages of one lane go out in the order they were queued, one at a time; those of none side by side. */
  lane?: string;
  message: object;
}

/**
 * Writes outbox messages in the transaction that decided them. Their payload is sealed: it may hold a code. What would go to
 * a vendor that is off is not written: it would wait for ever.
 */
export async function queueOutbox(
  tx: Tx,
  vault: Vault,
  now: Date,
  drafts: OutboxDraft[],
  vendorsOff: readonly Vendor[] = [],
): Promise<void> {
  const due = drafts.filter(({ topic }) => {
    const vendor = VENDOR_OF_TOPIC[topic];
    return vendor === null || !vendorsOff.includes(vendor);
  });
  if (due.length === 0) return;
  const traceparent = carriedTrace();
  await tx.outboxMessage.createMany({
    data: due.map(({ topic, dedupeKey, lane, message }) => {
      const id = randomUUID();
      return {
        id,
        topic,
        dedupeKey,
        payload: vault.seal(payloadPlace(id), JSON.stringify(message)),
        nextAt: now,
        traceparent,
        ...(lane !== undefined && { lane }),
      };
    }),
  });
}

/** Where the sealed payload of a message lives. */
export const payloadPlace = (id: string): SealedPlace => ({
  table: "outbox_message",
  column: "payload",
  rowId: id,
});
