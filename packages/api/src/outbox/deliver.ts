import type { OutboxTopic, Prisma, Tx } from "@countinghouse/db";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Crm } from "@countinghouse/providers/crm/port";
import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import type { Mailer } from "@countinghouse/providers/mailer/port";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Services } from "../context.ts";
import { MAY_GO_OUT } from "../recovery/gate.ts";
import { deliverAssetReports } from "./deliver-asset-reports.ts";
import { deliverBackfills } from "./deliver-backfills.ts";
import { deliverBusinesses } from "./deliver-businesses.ts";
import { deliverCrm } from "./deliver-crm.ts";
import { deliverEmails } from "./deliver-emails.ts";
import { deliverLedgerRows } from "./deliver-ledger-rows.ts";
import { type EffectWindows, type Leased, leaseFrom, MOST_ATTEMPTS, renewLeases } from "./lease.ts";
import { payloadPlace } from "./queue.ts";

/** The outside systems that messages go to. */
export interface OutboxPorts {
  mailer: Mailer;
  ledgerSheet: LedgerSheet;
  crm: Crm;
  bankLink: BankLink;
  decisioning: Decisioning;
  businessVerification: BusinessVerification;
}

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

/** What came of one message: where it ended up, with what is to be kept of it, or why it did not. */
export type Delivery =
  | { id: string; receipt: string; record?: (tx: Tx, at: Date) => Promise<void> }
  | { id: string; error: unknown };

type DeliveryServices = Pick<Services, "db" | "vault" | "now" | "log" | "registration">;

const CLAIMED_AT_ONCE = 100;
/** The steps of these take several calls each: so many are over before their lease is. */
const FEWER_AT_ONCE: Partial<Record<OutboxTopic, number>> = { BUSINESS: 10 };
const BACKOFF_SECONDS = [2, 5, 15, 60, 300, 900];

/** Makes sure, right before a call that changes something outside, that the message still is this worker's. */
export type Hold = (message: Leased) => Promise<void>;

const holdWith =
  (services: DeliveryServices, effectWindowMs: number): Hold =>
  (message) =>
    renewLeases(services, [message], effectWindowMs);

type Deliver = (ports: OutboxPorts, claimed: Claimed[], services: DeliveryServices) => Promise<Delivery[]>;

const DELIVER: Record<OutboxTopic, Deliver> = {
  EMAIL: ({ mailer }, claimed, services) => deliverEmails(mailer, claimed, holdWith(services, 0)),
  LEDGER_SHEET: ({ ledgerSheet }, claimed, services) => {
    // A worker that was frozen since it claimed, while another one appended, does not append as well.
    const append: LedgerSheet["append"] = async (sheet, rows) => {
      await renewLeases(services, claimed, ledgerSheet.effectWindowMs);
      return ledgerSheet.append(sheet, rows);
    };
    return deliverLedgerRows({ ...ledgerSheet, append }, claimed);
  },
  CRM: ({ crm }, claimed, services) => deliverCrm(crm, claimed, holdWith(services, crm.effectWindowMs)),
  ASSET_REPORT: (ports, claimed, services) =>
    deliverAssetReports(services, ports.bankLink, claimed, holdWith(services, 0)),
  BACKFILL: (ports, claimed, services) => deliverBackfills(services, ports.decisioning, claimed),
  BUSINESS: (ports, claimed, services) => deliverBusinesses(services, ports.businessVerification, claimed),
};

export const OUTBOX_TOPICS = Object.keys(DELIVER) as OutboxTopic[];

/** How long each topic's vendor may still apply a call whose outcome is unknown, in ms. */
export const effectWindows = ({ ledgerSheet, crm }: OutboxPorts): EffectWindows => ({
  EMAIL: 0,
  LEDGER_SHEET: ledgerSheet.effectWindowMs,
  CRM: crm.effectWindowMs,
  ASSET_REPORT: 0,
  BACKFILL: 0,
  BUSINESS: 0,
});

/**
 * Delivers what is due of these topics, one batch a topic, until nothing is left; of a lane only what is first in it. Any number of
 * workers may run it: a claim is a lease, counted as an attempt before the call is made, so that a worker killed in
 * the middle leaves a trace. In recovery nothing but mail goes out. Returns how many messages were delivered.
 */
export async function drainOutbox(
  services: DeliveryServices,
  ports: OutboxPorts,
  topics: readonly OutboxTopic[] = OUTBOX_TOPICS,
): Promise<number> {
  let delivered = 0;
  for (const topic of topics) {
    for (let held = await claim(services, topic); held.length > 0; held = await claim(services, topic)) {
      const { claimed, unreadable } = openAll(services.vault, held);
      const deliveries = [...unreadable, ...(await DELIVER[topic](ports, claimed, services))];
      const attempts = new Map(held.map((message) => [message.id, message.attempts]));
      for (const delivery of deliveries) {
        await writeDown(services, ports, topic, delivery, attempts.get(delivery.id) ?? 1);
        if ("receipt" in delivery) delivered++;
      }
    }
  }
  return delivered;
}

type Held = Omit<Claimed, "payload"> & { payload: Uint8Array };

/** Nothing for a process that is not known, or was declared gone. */
async function claim({ db, now, registration }: DeliveryServices, topic: OutboxTopic): Promise<Held[]> {
  const processId = registration.id();
  if (processId === null) return [];
  const at = now();
  const leasedUntil = leaseFrom(at);
  const most = FEWER_AT_ONCE[topic] ?? CLAIMED_AT_ONCE;
  return db.unsafeTransaction(
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
      RETURNING message.id, message.topic, message.attempts, message.payload,
        found.leased_until IS NOT NULL AS "isLeftBehind"`,
  );
}

/** Opens what is held. One message that cannot be read does not keep the others from being delivered. */
function openAll(vault: Services["vault"], held: Held[]): { claimed: Claimed[]; unreadable: Delivery[] } {
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
  ports: OutboxPorts,
  topic: OutboxTopic,
  delivery: Delivery,
  attempts: number,
): Promise<void> {
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
          ...failure(delivery.error, at, attempts, effectWindows(ports)[topic]),
          leasedUntil: null,
          processId: null,
        };
  // A delivered mail may have held a one-time code: nothing is left of it.
  if (topic === "EMAIL" && data.state === "DELIVERED")
    data.payload = vault.seal(payloadPlace(delivery.id), "null");
  const mayTell = "receipt" in delivery ? {} : { attempts };
  await db.unsafeTransaction(async (tx) => {
    await tx.outboxMessage.updateMany({ where: { id: delivery.id, state: "QUEUED", ...mayTell }, data });
    if ("receipt" in delivery) await delivery.record?.(tx, at);
  });
  if ("error" in delivery)
    log.warn({ outboxId: delivery.id, topic, attempts, error: data.lastError }, "not delivered");
}

function failure(error: unknown, at: Date, attempts: number, vendorWindowMs: number) {
  const kind = error instanceof ProviderError ? error.kind : "unavailable";
  const said = error instanceof Error ? error.message : String(error);
  // A NUL can not be kept: not to write down the failure would hold up every other message.
  const lastError = said.replaceAll("\0", "");
  const effectWindowMs = kind === "unknown" ? vendorWindowMs : 0;
  // What a person had tried again after so many failures gets as many tries once more.
  const tries = attempts % MOST_ATTEMPTS;
  if (kind === "refused" || tries === 0) {
    // Before then a person's retry would look for what may still be on its way.
    return { state: "FAILED" as const, lastError, nextAt: new Date(at.getTime() + effectWindowMs) };
  }
  const backoffSeconds = BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length) - 1] ?? 0;
  return { lastError, nextAt: new Date(at.getTime() + effectWindowMs + backoffSeconds * 1000) };
}
