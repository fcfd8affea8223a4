import { inspect } from "node:util";
import { linkAuditEvents } from "@countinghouse/api/audit-chain";
import { BULK_KINDS, type BulkKind } from "@countinghouse/api/bulk-jobs/engine/bulk-engine";
import { pollBusinesses } from "@countinghouse/api/businesses/poll";
import { pollInstitutions } from "@countinghouse/api/institutions/poll";
import { findDriftedBalances } from "@countinghouse/api/ledger/balances";
import { drainOutbox, effectWindows, type OutboxHandlers, topicsOf } from "@countinghouse/api/outbox/deliver";
import { endGoneProcesses } from "@countinghouse/api/processes/end-gone";
import type { Services } from "@countinghouse/api/services";
import { writingConnection } from "@countinghouse/db";
import { PgBoss } from "pg-boss";
import { createRounds, type Rounds } from "./rounds.ts";
import { createTurns, type Turns } from "./turns.ts";

const OUTBOX = "outbox";
const PAYMENTS = "payments";
const bulkQueue = (kind: BulkKind): string => kind.toLowerCase();
/** The queue only wakes: if it loses a wake-up, this look at the tables finds what is due. */
const SWEEP_MS = 2_000;
/** Banks report by the day: this often is soon enough. */
const REPORTS_MS = 60_000;
/** Reports that say of a payment that it never was are of whole days: this often is soon enough. */
const MISSING_MS = 30 * 60_000;
/** How often to look which reports are due to be tried again. */
const REPORT_RETRIES_MS = 5_000;
/** How often to look which businesses are due to be asked about. */
const BUSINESSES_MS = 5_000;
/** How often to look which banks are due to be asked about. */
const INSTITUTIONS_MS = 5_000;
/** Audit events are linked to their chain within a second of their commit. */
const AUDIT_MS = 500;
/** The balances are recomputed from the ledger and compared. */
const BALANCES_MS = 6 * 60 * 60_000;
/** How often it is looked whether the database is still the one that was compared with what was sent. */
const VERIFY_MS = 2_000;
/** How often the journal of sent payments is compared all the same, and what is too old deleted. */
const TIDY_MS = 6 * 60 * 60_000;

export interface Jobs {
  /** Wakes the workers of every process after a commit. Losing a wake-up delays, never loses. */
  wakeOutbox(): void;
  wakePayments(): void;
  wakeBulkJobs(kind: BulkKind): void;
  /** The sweeps of this process that have stopped, in words; null when all come round, or it has none. */
  whyNotComingRound(): string | null;
  stop(): Promise<void>;
}

/** Connects to the job queue. With `work` this process also works: it delivers the outbox. */
export async function startJobs(
  databaseUrl: string,
  log: Services["log"],
  work: { services: Services; outbox: OutboxHandlers } | null,
): Promise<Jobs> {
  const boss = new PgBoss({ ...writingConnection(databaseUrl), useListenNotify: true });
  boss.on("error", (error) => log.warn({ error: errorText(error) }, "job queue"));
  await boss.start();
  for (const name of [OUTBOX, PAYMENTS, ...BULK_KINDS.map(bulkQueue)]) {
    const queue = { heartbeatSeconds: 10, retryLimit: 0, notify: true };
    await boss.createQueue(name, { policy: "short", ...queue });
    // A queue made by an earlier release keeps its settings otherwise.
    await boss.updateQueue(name, queue);
  }
  const wake = (name: string) => () => {
    boss.send(name, {}).catch((error: unknown) => log.warn({ error: String(error) }, "wake-up lost"));
  };
  const rounds = createRounds();
  const workers = work ? await startWorkers(boss, work.services, work.outbox, rounds) : [];
  return {
    wakeOutbox: wake(OUTBOX),
    wakePayments: wake(PAYMENTS),
    wakeBulkJobs: (kind) => wake(bulkQueue(kind))(),
    whyNotComingRound: () => rounds.whyNotComingRound(),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function startWorkers(boss: PgBoss, services: Services, outbox: OutboxHandlers, rounds: Rounds) {
  const startWorker = workerWatchedBy(rounds);
  const startEvery = everyWatchedBy(rounds);
  return [
    await startOutbox(boss, services, outbox, rounds),
    await startWorker(boss, PAYMENTS, services.log, () => services.payments.drain()),
    ...(await Promise.all(
      BULK_KINDS.map((kind) =>
        startWorker(boss, bulkQueue(kind), services.log, () => services.bulkJobs.drain(kind)),
      ),
    )),
    startEvery(SWEEP_MS, services.log, "processes", () => endGoneProcesses(services, effectWindows(outbox))),
    startEvery(REPORTS_MS, services.log, "reports", () => services.payments.pullReports()),
    startEvery(MISSING_MS, services.log, "missing payments", () => services.payments.accountForMissing()),
    startEvery(REPORT_RETRIES_MS, services.log, "report retries", () => services.payments.retryReports()),
    startEvery(BUSINESSES_MS, services.log, "businesses", () => pollBusinesses(services)),
    startEvery(INSTITUTIONS_MS, services.log, "bank status", () => pollInstitutions(services)),
    startEvery(VERIFY_MS, services.log, "recovery", () => services.recovery.verify()),
    startEvery(TIDY_MS, services.log, "journal", () => services.recovery.tidy()),
    startEvery(BALANCES_MS, services.log, "balances", () => checkBalances(services)),
    startEvery(AUDIT_MS, services.log, "audit", () => linkAuditEvents(services.db), { mayLast: false }),
  ];
}

/** Each topic has turns of its own: a code that somebody waits for does not stand behind a vendor that is slow. */
async function startOutbox(boss: PgBoss, services: Services, outbox: OutboxHandlers, rounds: Rounds) {
  const topics = topicsOf(outbox).map((topic) => {
    const sweep = { name: `${OUTBOX} ${topic}`, everyMs: SWEEP_MS, mayLast: true };
    return createTurns(
      rounds.watch(sweep, () => drainOutbox(services, outbox, [topic])),
      (error) => services.log.error({ topic, error: String(error) }, OUTBOX),
    );
  });
  const wakeAll = () => Promise.resolve(topics.forEach((turns) => void turns.next()));
  await boss.work(OUTBOX, { pollingIntervalSeconds: 2 }, wakeAll);
  const sweeps = topics.map((turns) => every(SWEEP_MS, turns));
  return { stop: () => Promise.all(sweeps.map((sweep) => sweep.stop())) };
}

/** Does `work` at every wake-up and every sweep, one after the other. */
const workerWatchedBy =
  (rounds: Rounds) =>
  async (boss: PgBoss, name: string, log: Services["log"], work: () => Promise<unknown>) => {
    const sweep = { name, everyMs: SWEEP_MS, mayLast: true };
    const turns = createTurns(rounds.watch(sweep, work), (error) =>
      log.error({ error: String(error) }, name),
    );
    await boss.work(name, { pollingIntervalSeconds: 2 }, () => turns.next());
    return every(SWEEP_MS, turns);
  };

/** Does `work` now and then, one after the other. Where outside systems are asked it lasts as long as they take. */
const everyWatchedBy =
  (rounds: Rounds) =>
  (ms: number, log: Services["log"], name: string, work: () => Promise<unknown>, { mayLast = true } = {}) => {
    const watched = rounds.watch({ name, everyMs: ms, mayLast }, work);
    return every(
      ms,
      createTurns(watched, (error) => log.error({ error: String(error) }, name)),
    );
  };

function every(ms: number, turns: Turns) {
  void turns.next();
  const sweep = setInterval(() => void turns.next(), ms);
  return {
    stop: () => {
      clearInterval(sweep);
      return turns.stop();
    },
  };
}

/** A cached balance that is not the sum of its entries is a fault of ours: somebody has to look. */
async function checkBalances({ db, log }: Services): Promise<void> {
  for (const drifted of await findDriftedBalances(db.read))
    log.error(drifted, "a balance is not its ledger's");
}

/** The queue also throws plain objects that carry the error. */
const errorText = (error: unknown): string => (error instanceof Error ? String(error) : inspect(error));
