import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createRandom, type Random } from "@countinghouse/db/seed/random";
import { ROLES } from "@countinghouse/validators/roles";
import { DomainError } from "../errors.ts";
import { type DueCustomer, dueCustomer, endRunning, reviewed, startPayments } from "./bulk.ts";
import type { TestApi } from "./harness.ts";
import { withProcessors } from "./payable.ts";
import type { MovedMoney } from "./processors.ts";

const KIND = "BULK_DEBIT";
/** Of each round. */
export const CUSTOMERS = 24;
const LOOK_EVERY_MS = 2;
const MOST_RESETS = 3;

export interface ResetCounts {
  rounds: number;
  resets: number;
  charges: number;
  /** Rows that a reset cancelled before they were sent, and those it found under way. */
  cancelled: number;
  inFlight: number;
  /** Charged more often than once, and not at all. */
  doubled: number;
  lost: number;
}

/**
 * Plays rounds of Reset Job Status: a batch is started, reset at a random moment, and started again with the same list
 * at once, up to three times, while two workers go on with whatever they have. Counts what the processor took.
 */
export async function playResets(
  api: TestApi,
  { rounds, seed, onRound = () => {} }: { rounds: number; seed: number; onRound?: (round: number) => void },
): Promise<ResetCounts> {
  // Made before they are asked for by several at once.
  for (const role of ROLES) await api.admin(role);
  const random = createRandom(seed);
  const counts = { rounds, resets: 0, charges: 0, cancelled: 0, inFlight: 0, doubled: 0, lost: 0 };
  for (let round = 0; round < rounds; round++) {
    await playRound(api, random, counts);
    onRound(round + 1);
  }
  return counts;
}

async function playRound(api: TestApi, random: Random, counts: ResetCounts): Promise<void> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => dueCustomer(api)));
  const processors = withProcessors(api);
  processors.onCall(() => pause(random.int(0, 8)));
  const { bulkJobs } = await api.as("EMPLOYEE");
  const working: Promise<unknown>[] = [];
  const work = () => working.push(...[1, 2].map(() => api.services.bulkJobs.drain(KIND)));
  await startPayments(api, reviewed(KIND, customers));
  work();
  for (let resets = random.int(1, MOST_RESETS); resets > 0; resets--) {
    // A moment of the work and not of the clock, however slow the machine: so many payments later.
    const calls = processors.calls() + random.int(0, CUSTOMERS);
    while (processors.calls() < calls && (await bulkJobs.running({ kind: KIND })).isRunning)
      await pause(LOOK_EVERY_MS);
    const stopped = await bulkJobs.reset({ kind: KIND, requestId: randomUUID() }).catch(() => null);
    // It may have ended in between: then there was nothing to reset.
    if (stopped === null) break;
    counts.resets++;
    counts.cancelled += stopped.cancelled;
    counts.inFlight += stopped.inFlight;
    await startAgain(api, customers);
    work();
  }
  await Promise.all(working);
  await api.services.bulkJobs.drain(KIND);
  await endRunning(api, KIND);
  await compare(api, customers, processors.books, counts);
}

/** Reviews the same list anew as often as a payment that was under way comes to its end between review and start. */
async function startAgain(api: TestApi, customers: readonly DueCustomer[]): Promise<void> {
  for (;;) {
    try {
      await startPayments(api, reviewed(KIND, customers));
      return;
    } catch (error) {
      const details = error instanceof Error && error.cause instanceof DomainError ? error.cause.details : {};
      if (details.confirm !== "changed") throw error;
    }
  }
}

/** Holds the processor's books against what was due, customer by customer. */
async function compare(
  api: TestApi,
  customers: DueCustomer[],
  books: readonly MovedMoney[],
  counts: ResetCounts,
): Promise<void> {
  const attempts = await api.database.read.paymentAttempt.findMany({
    where: { providerKey: { in: books.map(({ key }) => key) } },
    select: { intent: { select: { scheduleId: true } } },
  });
  const charged = Map.groupBy(attempts, ({ intent }) => intent.scheduleId);
  counts.charges += books.length;
  // Money that no payment of ours asked for is doubled too.
  counts.doubled += books.length - charged.size;
  counts.lost += customers.filter(({ scheduleId }) => !charged.has(scheduleId)).length;
}
