import type { OutboxTopic, Tx } from "@countinghouse/db";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

const LEASE_SECONDS = 120;
/** After this many failures a person has to look: about a day and a half. */
export const MOST_ATTEMPTS = 150;
/** A call that goes out later than this after its lease was renewed might still be on its way when the lease ends. */
const SOON_MS = (LEASE_SECONDS * 1000) / 2;

/** A message in the hands of a worker: its attempt's number tells whether it still is in the hands of that one. */
export interface Leased {
  id: string;
  attempts: number;
}

/** Thrown to a worker that was away for longer than its lease: another one has the message, or will. */
export class LeaseLost extends Error {
  constructor() {
    super("The lease of this message ended before its work was done.");
  }
}

/** Until when a worker that claims a message at this time has it to itself. */
export const leaseFrom = (at: Date, furtherMs = 0): Date =>
  new Date(at.getTime() + LEASE_SECONDS * 1000 + furtherMs);

/** In this transaction, and while it lasts, nobody else has the messages. Throws LeaseLost when somebody had one since. */
export async function holdLeases(tx: Tx, messages: readonly Leased[], leasedUntil: Date): Promise<void> {
  const held = await tx.outboxMessage.updateMany({
    where: { state: "QUEUED", OR: messages.map(({ id, attempts }) => ({ id, attempts })) },
    data: { leasedUntil },
  });
  if (held.count < messages.length) throw new LeaseLost();
}

/**
 * Renews the leases right before a call that must not be made twice, so that whoever takes a message over later finds
 * what came of the call: it is over, and `effectWindowMs` too, before the lease is. Throws LeaseLost when somebody else took
 * one over already, or when this took so long that the call could outlive the lease.
 */
export async function renewLeases(
  { db, now }: Pick<Core, "db" | "now">,
  messages: readonly Leased[],
  effectWindowMs: number,
): Promise<void> {
  const at = now();
  await coordinate({ db }, (tx) => holdLeases(tx, messages, leaseFrom(at, effectWindowMs)));
  throwUnlessSoon(at, now());
}

/** Throws LeaseLost when so much time went by since a lease was renewed that a call sent now could outlive it. */
export function throwUnlessSoon(renewedAt: Date, now: Date): void {
  if (now.getTime() - renewedAt.getTime() > SOON_MS) throw new LeaseLost();
}

/** How long the vendors of topics may still apply a call that was cut off, in ms. */
export type EffectWindows = Record<OutboxTopic, number>;

/** What may be asked or sent twice at the same moment: to have it late is worse. */
const MAY_COME_TWICE: readonly OutboxTopic[] = ["EMAIL", "BACKFILL"];

/**
 * Frees the messages of processes that are gone. Where their calls may go on, since only of the `dead` it is certain that they
 * make none, that is what may come twice; the rest is left to its lease. What the dead had comes once the vendor can not
 * be applying it any more. Returns how many were freed.
 */
export async function freeMessages(
  tx: Tx,
  { gone, dead }: { gone: readonly string[]; dead: readonly string[] },
  effectWindowMs: EffectWindows,
  now: Date,
): Promise<number> {
  const free = (processIds: readonly string[], topics: readonly OutboxTopic[]) => tx.$executeRaw`
    UPDATE outbox_message m SET leased_until = ${now}::timestamptz - interval '1 ms', process_id = NULL,
      next_at = greatest(m.next_at, ${now}::timestamptz + t.window_ms * interval '1 ms')
    FROM (SELECT * FROM unnest(${[...topics]}::text[], ${topics.map((topic) => effectWindowMs[topic])}::int[])
        AS t (topic, window_ms)) t,
      (SELECT id FROM outbox_message WHERE process_id = ANY (${[...processIds]}::uuid[]) AND state = 'QUEUED'
        FOR UPDATE SKIP LOCKED) held
    WHERE m.id = held.id AND m.topic::text = t.topic`;
  const topics = Object.keys(effectWindowMs) as OutboxTopic[];
  return (await free(dead, topics)) + (await free(gone, MAY_COME_TWICE));
}
