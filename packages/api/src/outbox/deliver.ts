import type { OutboxTopic, Prisma } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { wordsForStaff } from "@countinghouse/providers/words-for-staff";
import type { Core } from "../core.ts";
import { MAY_GO_OUT } from "../environment/gate.ts";
import { coordinate } from "../job-writes.ts";
import { traced } from "../tracing.ts";
import { type EffectWindows, type Leased, leaseFrom, MOST_ATTEMPTS, renewLeases } from "./lease.ts";
import { payloadPlace } from "./queue.ts";

/** A message claimed for delivery: nobody else works on it until the lease ends. */
export interface Claimed {
  id: string;
  topic: OutboxTopic;
  /** This attempt's number: from 2 on the message may have been delivered already. */
  attempts: number;
  /** A worker claimed it before and left no word of it until its lease ran out. */
  isLeftBehind: boolean;
  payload: unknown;
}

/**
 * What came of one message: where it ended up, with what is to be kept of it, or why it did not. With `isLeftBehind` nothing of it
 * could be kept: it stays leased, and whoever claims it next finds it left behind.
 */
export type Delivery =
  | { id: string; receipt: string }
  | { id: string; error: unknown; isLeftBehind?: boolean };

type DeliveryServices = Pick<Core, "db" | "vault" | "now" | "log" | "registration">;

/** Makes sure, right before a call that changes something outside, that the messages still are this worker's. */
export type Hold = (messages: readonly Leased[]) => Promise<void>;

/** How the messages of one topic are delivered. Each domain has one for its own, and the server puts them together. */
export interface OutboxHandler {
  deliver(
    services: Pick<DeliveryServices, "db" | "vault" | "now">,
    claimed: Claimed[],
    hold: Hold,
  ): Promise<Delivery[]>;
  /** How long the vendor may still apply a call whose outcome is unknown, in ms. */
  effectWindowMs(): number;
  /** The most that a worker claims at once: as many as are delivered before their lease ends. */
  claimedAtOnce: number;
}

export type OutboxHandlers = Record<OutboxTopic, OutboxHandler>;

const BACKOFF_SECONDS = [2, 5, 15, 60, 300, 900];
/** A vendor that asks for a longer pause is asked again after this one. */
const LONGEST_PAUSE_MS = 3_600_000;

/** How long each topic's vendor may still apply a call whose outcome is unknown, in ms. */
export const effectWindows = (handlers: OutboxHandlers): EffectWindows => ({
  EMAIL: handlers.EMAIL.effectWindowMs(),
  LEDGER_SHEET: handlers.LEDGER_SHEET.effectWindowMs(),
  CRM: handlers.CRM.effectWindowMs(),
  ASSET_REPORT: handlers.ASSET_REPORT.effectWindowMs(),
  BACKFILL: handlers.BACKFILL.effectWindowMs(),
  BUSINESS: handlers.BUSINESS.effectWindowMs(),
});

export const handledTopics = (handlers: OutboxHandlers): OutboxTopic[] =>
  Object.keys(handlers) as OutboxTopic[];

/**
 * Delivers what is due of these topics, one batch a topic, until nothing is left; of a lane only what is first in it. Any number of
 * workers may run it: a claim is a lease, counted as an attempt before the call is made, so that a worker killed in
 * the middle leaves a trace. In recovery nothing but mail goes out. Returns how many messages were delivered.
 */
export async function drainOutbox(
  services: DeliveryServices,
  handlers: OutboxHandlers,
  topics: readonly OutboxTopic[] = handledTopics(handlers),
): Promise<number> {
  let delivered = 0;
  for (const topic of topics) {
    const handler = handlers[topic];
    const claimNext = () => claim(services, topic, handler.claimedAtOnce);
    const hold: Hold = (messages) => renewLeases(services, messages, handler.effectWindowMs());
    for (let held = await claimNext(); held.length > 0; held = await claimNext()) {
      const { claimed, unreadable } = openAll(services.vault, held);
      const facts = { "countinghouse.topic": topic, "countinghouse.messages": held.length };
      const from = held.map(({ traceparent }) => traceparent);
      const deliver = () => handler.deliver(services, claimed, hold);
      const deliveries = [...unreadable, ...(await traced(`deliver ${topic}`, facts, deliver, { from }))];
      const attempts = new Map(held.map((message) => [message.id, message.attempts]));
      for (const delivery of deliveries) {
        await writeDown(services, handler, topic, delivery, attempts.get(delivery.id) ?? 1);
        if ("receipt" in delivery) delivered++;
      }
    }
  }
  return delivered;
}

type Held = Omit<Claimed, "payload"> & { payload: Uint8Array; traceparent: string | null };

/** Nothing for a process that is not known, or was declared gone. */
async function claim(
  { db, now, registration }: DeliveryServices,
  topic: OutboxTopic,
  most: number,
): Promise<Held[]> {
  const processId = registration.id();
  if (processId === null) return [];
  const at = now();
  const leasedUntil = leaseFrom(at);
  return coordinate(
    { db },
    (tx) => tx.$queryRaw<Held[]>`
      WITH found AS MATERIALIZED (
        SELECT id, leased_until FROM outbox_message AS due
        WHERE (topic = 'EMAIL' OR ${MAY_GO_OUT}) AND state = 'QUEUED' AND topic = ${topic}::"OutboxTopic" AND next_at <= ${at}
          AND (leased_until IS NULL OR leased_until < ${at})
          AND NOT EXISTS (SELECT 1 FROM process WHERE id = ${processId}::uuid AND ended_at IS NOT NULL)
          AND (lane = '' OR NOT EXISTS (
            SELECT 1 FROM outbox_message AS earlier
            WHERE earlier.lane = due.lane AND earlier.position < due.position AND earlier.state = 'QUEUED'))
        ORDER BY created_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
      UPDATE outbox_message AS message SET attempts = message.attempts + 1, leased_until = ${leasedUntil},
        process_id = ${processId}::uuid
      FROM found WHERE message.id = found.id
      RETURNING message.id, message.topic, message.attempts, message.payload, message.traceparent,
        found.leased_until IS NOT NULL AS "isLeftBehind"`,
  );
}

/** Opens what is held. One message that cannot be read does not keep the others from being delivered. */
function openAll(vault: Core["vault"], held: Held[]): { claimed: Claimed[]; unreadable: Delivery[] } {
  const claimed: Claimed[] = [];
  const unreadable: Delivery[] = [];
  for (const message of held) {
    try {
      const payload: unknown = JSON.parse(vault.open(payloadPlace(message.id), message.payload));
      claimed.push({ ...message, payload });
    } catch (cause) {
      // The cause may quote the payload: it is not told further.
      unreadable.push({ id: message.id, error: new Error("The message cannot be read.", { cause }) });
    }
  }
  return { claimed, unreadable };
}

/**
 * Writes down what came of a message: delivered, due again later, or for a person to look at. What failed is for whoever
 * has the message to tell: a worker whose lease ended before has no say.
 */
async function writeDown(
  { db, vault, now, log }: DeliveryServices,
  handler: OutboxHandler,
  topic: OutboxTopic,
  delivery: Delivery,
  attempts: number,
): Promise<void> {
  if ("error" in delivery)
    log.warn({ outboxId: delivery.id, topic, attempts, error: saidBy(delivery.error) }, "not delivered");
  if ("error" in delivery && delivery.isLeftBehind === true) return;
  const at = now();
  const data: Prisma.OutboxMessageUpdateManyMutationInput =
    "receipt" in delivery
      ? {
          state: "DELIVERED",
          deliveredAt: at,
          receipt: delivery.receipt,
          lastError: "",
          leasedUntil: null,
          processId: null,
        }
      : {
          ...failure(delivery.error, at, attempts, handler.effectWindowMs()),
          leasedUntil: null,
          processId: null,
        };
  // A delivered mail may have held a one-time code: nothing is left of it.
  if (topic === "EMAIL" && data.state === "DELIVERED")
    data.payload = vault.seal(payloadPlace(delivery.id), "null");
  const mayTell = "receipt" in delivery ? {} : { attempts };
  await coordinate({ db }, (tx) =>
    tx.outboxMessage.updateMany({ where: { id: delivery.id, state: "QUEUED", ...mayTell }, data }),
  );
}

const saidBy = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function failure(error: unknown, at: Date, attempts: number, vendorWindowMs: number) {
  const kind = error instanceof ProviderError ? error.kind : "unavailable";
  // A NUL can not be kept: not to write down the failure would hold up every other message.
  const lastError = wordsForStaff(saidBy(error).replaceAll("\0", ""));
  const effectWindowMs = kind === "unknown" ? vendorWindowMs : 0;
  // What a person had tried again after so many failures gets as many tries once more.
  const tries = attempts % MOST_ATTEMPTS;
  if (kind === "refused" || tries === 0) {
    // Before then a person's retry would look for what may still be on its way.
    return { state: "FAILED" as const, lastError, nextAt: new Date(at.getTime() + effectWindowMs) };
  }
  const backoffMs = (BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length) - 1] ?? 0) * 1000;
  const askedForMs = (error instanceof ProviderError ? error.retryAfterMs : undefined) ?? 0;
  const pauseMs = Math.max(backoffMs, Math.min(askedForMs, LONGEST_PAUSE_MS));
  return { lastError, nextAt: new Date(at.getTime() + effectWindowMs + pauseMs) };
}
