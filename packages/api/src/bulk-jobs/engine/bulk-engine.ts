import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@countinghouse/db";
import { BULK_ACH_V1_PAUSE_MS, type BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import { createAnnouncer, type News } from "./announce.ts";
import type { Asking } from "./ask-banks.ts";
import { createBalanceRunner } from "./balance-runner.ts";
import { endHold, findRunning, type RunningBatch } from "./claim.ts";
import type { Runner } from "./outcome.ts";
import { createPace } from "./pace.ts";
import { type CreateRunner, createPaymentRunner, type PaymentServices } from "./payment-runner.ts";
import { work } from "./work.ts";
import { writeOutcomes } from "./write.ts";

/** What a domain receives that has rows worked on. */
export interface WithBulkJobs {
  bulkJobs: BulkEngine;
}

export { BULK_KINDS, type BulkKind } from "@countinghouse/validators/bulk-jobs/rules";

export interface BulkEngine {
  /** Wakes the workers of every process. Losing a wake-up delays, never loses. */
  wake(kind: BulkKind): void;
  /** Tells everybody who watches that something in a batch changed. */
  announce(news: News): void;
  /** Works on what runs of a kind until nothing is left to be claimed. Returns how many rows were done. */
  drain(kind: BulkKind): Promise<number>;
  /** Claims nothing more, lets what was sent come to its end for at most 25 s, and gives the rest back. */
  stop(): Promise<void>;
}

export interface BulkSettings {
  /** Calls a minute to each vendor, for all processes together; 0 is no limit. */
  balancesPerMinute: number;
  cardsPerMinute: number;
  achPerMinute: number;
  /** Rows under way in one process: users whose banks are asked, and payments. */
  balancesAtOnce: number;
  paymentsAtOnce: number;
  /** Between two users of version 1 of the ACH screen, in ms. */
  achV1PauseMs: number;
}

/** How the rows of batches are worked on that belong to other domains. */
export type BatchRunners = Record<"AUTOMATION" | "REVERT", CreateRunner>;

/** Plaid takes 1,200 balances a minute of one client: some are left for the customers' pages. */
export const BULK_DEFAULTS: BulkSettings = {
  balancesPerMinute: 1_100,
  cardsPerMinute: 0,
  achPerMinute: 0,
  balancesAtOnce: 50,
  paymentsAtOnce: 8,
  achV1PauseMs: BULK_ACH_V1_PAUSE_MS,
};

/** What is under way when a process is told to stop has this long (reliability M27). */
const STOP_WITHIN_MS = 25_000;

/** The workers of bulk jobs in one process; any number of processes may have them. `wake` reaches all of them. `runners` are those of other domains. */
export function createBulkEngine(
  services: PaymentServices,
  settings: BulkSettings,
  wake: (kind: BulkKind) => void,
  runners: BatchRunners,
): BulkEngine {
  const stopping = new AbortController();
  const { db } = services;
  const openPace = (name: string, perMinute: number) => createPace(db, name, perMinute, stopping.signal);
  const paces = {
    banks: openPace("bank-balances", settings.balancesPerMinute),
    cards: openPace("cards", settings.cardsPerMinute),
    ach: openPace("ach", settings.achPerMinute),
  };
  const announce = createAnnouncer(services);
  const chooseRunner = (batch: RunningBatch): Runner<Asking> => {
    const { kind } = batch;
    if (kind === "BULK_BALANCE") return createBalanceRunner(services, paces.banks);
    if (kind === "AUTOMATION" || kind === "REVERT") return runners[kind](services, paces, batch);
    return createPaymentRunner(services, paces, { ...batch, kind });
  };
  const drain = async (kind: BulkKind): Promise<number> => {
    await followAll(services, kind, announce);
    let rows = 0;
    const released = await endHold(db, kind, services.now());
    if (released !== null) announce({ batchId: released, kind });
    while (!stopping.signal.aborted) {
      const batch = await findRunning(db, kind);
      const processId = services.registration.id();
      if (batch === null || processId === null || !(await services.recovery.verify())) break;
      const done = await work({
        services,
        processId,
        batch,
        runner: chooseRunner(batch),
        atOnce: kind === "BULK_BALANCE" ? settings.balancesAtOnce : settings.paymentsAtOnce,
        apartMs: kind === "BULK_ACH" && batch.version === 1 ? settings.achV1PauseMs : null,
        stopped: stopping.signal,
        onWritten: () => announce({ batchId: batch.id, kind }),
      });
      if (done === 0) break;
      rows += done;
    }
    return rows;
  };
  const underWay = new Set<Promise<number>>();
  return {
    wake,
    announce,
    drain: (kind) => {
      // Whoever asks once it stops would ask a database that is just being let go of, and may wait for ever.
      if (stopping.signal.aborted) return Promise.resolve(0);
      const draining = drain(kind);
      const ended = draining.finally(() => underWay.delete(ended));
      underWay.add(ended);
      return ended;
    },
    stop: async () => {
      stopping.abort();
      await Promise.race([Promise.allSettled(underWay), pause(STOP_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

/** Rows whose payment was finished by somebody else, or later, follow it now. */
async function followAll(
  services: PaymentServices,
  kind: BulkKind,
  announce: (news: News) => void,
): Promise<void> {
  for (const batchId of await findFollowing(services.db, kind)) {
    await writeOutcomes(services, batchId, []);
    announce({ batchId, kind });
  }
}

async function findFollowing({ read }: Database, kind: BulkKind): Promise<string[]> {
  if (kind === "BULK_BALANCE") return [];
  const batches = await read.sql<{ id: string }>(FOLLOWING, [kind]);
  return batches.map(({ id }) => id);
}

const FOLLOWING = {
  name: "bulkJobs.following",
  text: `SELECT DISTINCT b.id::text AS id FROM bulk_item i JOIN payment_intent p ON p.id = i.intent_id
         JOIN bulk_batch b ON b.id = i.batch_id
         WHERE b.kind = $1::"BulkKind" AND i.intent_id IS NOT NULL AND i.state IN ('CLAIMED', 'UNKNOWN')
           AND payment_row_state(p.state) NOT IN ('CLAIMED', i.state)`,
};
