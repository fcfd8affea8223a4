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
/** Wake-ups can be lost, so this poll of the tables finds due work. */
const SWEEP_MS = 2_000;
/** The interval of the check for payments that never existed. Its reports cover whole days. */
const MISSING_MS = 30 * 60_000;
/** The interval of the check for reports that are due for a retry. */
const REPORT_RETRIES_MS = 5_000;
/** The interval of the check for businesses that are due for a request. */
const BUSINESSES_MS = 5_000;
/** The interval of the check for banks that are due for a request. */
const INSTITUTIONS_MS = 5_000;
/** The interval of the check whether the timed run of payment automation is due. */
const AUTOMATION_TIMER_MS = 10_000;
/** The interval of linking audit events: each is linked within a second of its commit. */
const AUDIT_MS = 500;
const HEADS_MS = 60_000;
/** The interval of adding changes to the sums of the book. */
const PORTFOLIO_MS = 15_000;
/** The interval of the check for instalments that were paid before their day of payment was stored. */
const PAID_ON_MS = 60_000;
/** The interval of updating the work queue while no one views it. */
const WORK_MS = 5_000;
const RETENTION_MS = 15 * 60_000;
/** The interval of the check whether the comparisons of this night are due. */
const NIGHT_MS = 5 * 60_000;
/** The interval of comparing balances with the ledger. */
const BALANCES_MS = 6 * 60 * 60_000;
/** The interval of the check whether the database is still the one that was compared with the sent payments. */
const VERIFY_MS = 2_000;
/** The interval of retries of payments that a recovery could not book. */
const BOOK_AGAIN_MS = 30_000;
/** The interval of the regular comparison of the journal of sent payments, which also deletes old entries. */
const TIDY_MS = 6 * 60 * 60_000;

export interface Jobs {
  /** Wakes the workers of every process after a commit. A lost wake-up delays the work, but never loses it. */
  wakeOutbox(): void;
  wakePayments(): void;
  wakeBulkJobs(kind: BulkKind): void;
  /** Returns the stopped sweeps of this process in words; null when all run, or when it has none. */
  whyNotComingRound(): string | null;
  stop(): Promise<void>;
}

interface Work {
  services: Services;
  outbox: OutboxHandlers;
  /** The interval of requests for the processors' reports. */
  reportsEveryMs: number;
  /** True when the process compares vendors with the console at night and mails the deadlines in the morning. */
  desk?: boolean;
}

/** Returns the functions that wake the workers of all processes. With `work` this process runs jobs and delivers the outbox. */
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
  /** Starts a job that claims rows by the clock of this process, so it does nothing while that clock may be wrong. */
  const startWhileKnown = (everyMs: number, name: string, work: () => Promise<unknown>) =>
    startEvery(everyMs, name, async () => {
      if (services.registration.id() !== null) await work();
    });
  // Each topic has its own runs, so that a sign-in code does not wait for a slow vendor.
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

/** Starts the nightly jobs one interval after the start, when a sandbox has its data. */
function startDesk(services: Services, startEvery: ReturnType<typeof everyWatchedBy>) {
  const rounds = { atOnce: false };
  return [
    startEvery(NIGHT_MS, "digest", () => mailDigest(services), rounds),
    startEvery(NIGHT_MS, "drift", () => checkDriftNightly(services), rounds),
    startEvery(NIGHT_MS, "reconciled days", () => runDaysNightly(services), rounds),
  ];
}

/** Runs `work` at an interval, one run after the other. A run with requests to vendors lasts until all are answered. */
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

/** Logs each cached balance or sum that differs from the ledger: a defect that a person has to examine. */
async function checkBalances({ db, log }: Services): Promise<void> {
  for (const drifted of await findDriftedBalances(db.read))
    log.error(drifted, "a balance is not its ledger's");
  for (const drifted of await findDriftedSums(db.read))
    log.error(drifted, "a sum of the overview is not that of the books");
}
