import { tendAutomationTimer } from "@countinghouse/api/automation/timed-run";
import { BULK_KINDS, type BulkKind } from "@countinghouse/api/bulk-jobs/engine/bulk-engine";
import { pollBusinesses } from "@countinghouse/api/businesses/poll";
import { linkChains } from "@countinghouse/api/chain/chains";
import { createChainKeeper } from "@countinghouse/api/chain/check";
import { mailDigest } from "@countinghouse/api/deadlines/digest";
import { checkDriftNightly } from "@countinghouse/api/drift/check";
import { workOnUndos } from "@countinghouse/api/imports/undo-work";
import { workOnImports } from "@countinghouse/api/imports/work";
import { pollInstitutions } from "@countinghouse/api/institutions/poll";
import { findDriftedBalances } from "@countinghouse/api/ledger/balances";
import {
  drainOutbox,
  effectWindows,
  handledTopics,
  type OutboxHandlers,
} from "@countinghouse/api/outbox/deliver";
import { fillPaidOn } from "@countinghouse/api/payment-schedules/paid-on";
import { findDriftedSums, foldPortfolio } from "@countinghouse/api/portfolio/kept";
import { endGoneProcesses } from "@countinghouse/api/processes/end-gone";
import { runDaysNightly } from "@countinghouse/api/reconciled-days/keep";
import { pruneAtNight } from "@countinghouse/api/retention/prune";
import type { Services } from "@countinghouse/api/services";
import { foldWork } from "@countinghouse/api/work/kept";
import { type Bell, type BellDatabase, createBell } from "./bell.ts";
import { createJobLog, type JobLog } from "./job-log.ts";
import { createRounds, type Rounds } from "./rounds.ts";
import { createTurns, type Turns } from "./turns.ts";

const OUTBOX = "outbox";
const PAYMENTS = "payments";
const bulkJob = (kind: BulkKind): string => kind.toLowerCase();
/** The bell only wakes: if a wake-up is lost, this look at the tables finds what is due. */
const SWEEP_MS = 2_000;
/** Reports that say of a payment that it never was are of whole days: this often is soon enough. */
const MISSING_MS = 30 * 60_000;
/** How often to look which reports are due to be tried again. */
const REPORT_RETRIES_MS = 5_000;
/** How often to look which businesses are due to be asked about. */
const BUSINESSES_MS = 5_000;
/** How often to look which banks are due to be asked about. */
const INSTITUTIONS_MS = 5_000;
/** How often to look whether payment automation is to run by itself. */
const AUTOMATION_TIMER_MS = 10_000;
/** Audit events are linked to their chain within a second of their commit. */
const AUDIT_MS = 500;
const HEADS_MS = 60_000;
/** How often what changed the sums of the book is folded into them. */
const PORTFOLIO_MS = 15_000;
/** How often it is looked for instalments that were paid before the day of it was kept. */
const PAID_ON_MS = 60_000;
/** How often what changed of what waits for people is folded where nobody looks at it. */
const WORK_MS = 5_000;
const RETENTION_MS = 15 * 60_000;
/** How often to look whether this night's comparisons with the outside are due. */
const NIGHT_MS = 5 * 60_000;
/** The balances are recomputed from the ledger and compared. */
const BALANCES_MS = 6 * 60 * 60_000;
/** How often it is looked whether the database is still the one that was compared with what was sent. */
const VERIFY_MS = 2_000;
/** How often what could not be booked in a recovery is tried again. */
const BOOK_AGAIN_MS = 30_000;
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

interface Work {
  services: Services;
  outbox: OutboxHandlers;
  /** How often the processors are asked for their reports. */
  reportsEveryMs: number;
  /** Whether it compares at night what stands outside, and mails deadlines in the morning. */
  desk?: boolean;
}

/** What wakes the workers of all processes. With `work` this process also works: it delivers the outbox. */
export function startJobs(db: BellDatabase, log: Services["log"], work: Work | null): Jobs {
  const bell = createBell(db, log);
  const rounds = createRounds();
  const workers = work ? startWorkers(bell, work, rounds) : [];
  return {
    wakeOutbox: () => bell.ring(OUTBOX),
    wakePayments: () => bell.ring(PAYMENTS),
    wakeBulkJobs: (kind) => bell.ring(bulkJob(kind)),
    whyNotComingRound: () => rounds.whyNotComingRound(),
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await bell.close();
    },
  };
}

function startWorkers(bell: Bell, { services, outbox, reportsEveryMs, desk = false }: Work, rounds: Rounds) {
  const jobLog = createJobLog(services.log);
  const chains = createChainKeeper(services);
  const startEvery = everyWatchedBy(rounds, jobLog);
  const sweep = (name: string, work: () => Promise<unknown>) => {
    const watched = rounds.watch({ name, everyMs: SWEEP_MS, mayLast: true }, jobLog.of(name, work));
    return createTurns(watched, (error) => jobLog.failed(name, error));
  };
  /** What claims without the name of this process, by its clock alone: nothing is done while that is not known to be right. */
  const startWhileKnown = (everyMs: number, name: string, work: () => Promise<unknown>) =>
    startEvery(everyMs, name, async () => {
      if (services.registration.id() !== null) await work();
    });
  // Each topic has turns of its own: a code that somebody waits for does not stand behind a vendor that is slow.
  const topics = handledTopics(outbox).map((topic) =>
    sweep(`${OUTBOX} ${topic}`, () => drainOutbox(services, outbox, [topic])),
  );
  const payments = sweep(PAYMENTS, () => services.payments.drain());
  const bulk = BULK_KINDS.map((kind) => ({
    name: bulkJob(kind),
    turns: sweep(bulkJob(kind), () => services.bulkJobs.drain(kind)),
  }));
  bell.hear(
    new Map([
      [OUTBOX, () => topics.forEach((turns) => void turns.next())],
      [PAYMENTS, () => void payments.next()],
      ...bulk.map(({ name, turns }) => [name, () => void turns.next()] as const),
    ]),
  );
  return [
    ...[...topics, payments, ...bulk.map(({ turns }) => turns)].map((turns) => every(SWEEP_MS, turns)),
    startEvery(SWEEP_MS, "processes", () => endGoneProcesses(services, effectWindows(outbox))),
    startEvery(reportsEveryMs, "reports", () => services.payments.pullReports()),
    startEvery(MISSING_MS, "missing payments", () => services.payments.accountForMissing()),
    startEvery(REPORT_RETRIES_MS, "report retries", () => services.payments.retryReports()),
    startWhileKnown(BUSINESSES_MS, "businesses", () => pollBusinesses(services)),
    startWhileKnown(INSTITUTIONS_MS, "bank status", () => pollInstitutions(services)),
    startWhileKnown(SWEEP_MS, "imports", () => workOnImports(services)),
    startWhileKnown(SWEEP_MS, "import undos", () => workOnUndos(services)),
    startWhileKnown(AUTOMATION_TIMER_MS, "automation timer", () => tendAutomationTimer(services)),
    startWhileKnown(SWEEP_MS, "approvals", () => services.approvals.tend()),
    startEvery(VERIFY_MS, "recovery", () => services.recovery.verify()),
    startEvery(BOOK_AGAIN_MS, "recovery booking", () =>
      services.recovery.bookWaiting((kind) => services.payments.leftAloneMs(kind)),
    ),
    startEvery(TIDY_MS, "journal", () => services.recovery.tidy()),
    startEvery(BALANCES_MS, "balances", () => checkBalances(services)),
    startEvery(PORTFOLIO_MS, "portfolio", () => foldPortfolio(services)),
    startEvery(PAID_ON_MS, "paid instalments", () => fillPaidOn(services)),
    startEvery(WORK_MS, "work queue", () => foldWork(services)),
    startEvery(AUDIT_MS, "audit", () => linkChains(services), { mayLast: false }),
    startEvery(HEADS_MS, "chain heads", () => chains.keepHeads()),
    startEvery(RETENTION_MS, "retention", () => pruneAtNight(services)),
    startEvery(HEADS_MS, "chain check", () => chains.checkNightly()),
    ...(desk ? startDesk(services, startEvery) : []),
  ];
}

/** Begins one round after the start: what a sandbox is told of at the start is there by then. */
function startDesk(services: Services, startEvery: ReturnType<typeof everyWatchedBy>) {
  const rounds = { atOnce: false };
  return [
    startEvery(NIGHT_MS, "digest", () => mailDigest(services), rounds),
    startEvery(NIGHT_MS, "drift", () => checkDriftNightly(services), rounds),
    startEvery(NIGHT_MS, "reconciled days", () => runDaysNightly(services), rounds),
  ];
}

/** Does `work` now and then, one after the other. Where outside systems are asked it lasts as long as they take. */
const everyWatchedBy =
  (rounds: Rounds, jobLog: JobLog) =>
  (ms: number, name: string, work: () => Promise<unknown>, { mayLast = true, atOnce = true } = {}) => {
    const watched = rounds.watch({ name, everyMs: ms, mayLast }, jobLog.of(name, work));
    return every(
      ms,
      createTurns(watched, (error) => jobLog.failed(name, error)),
      atOnce,
    );
  };

function every(ms: number, turns: Turns, atOnce = true) {
  if (atOnce) void turns.next();
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
  for (const drifted of await findDriftedSums(db.read))
    log.error(drifted, "a sum of the overview is not that of the books");
}
