import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import type { Services } from "../../packages/api/src/services.ts";
import { createRandom } from "../../packages/db/src/seed/random.ts";
import { PAID_STATES } from "../../packages/validators/src/payments/states.ts";
import { controlSandbox, type SandboxControl } from "../stack/sandbox-control.ts";
import {
  endsOfProcesses,
  idsOnceUnknown,
  idsWaitingForSheet,
  ourPayments,
  ownProblems,
  whenUp,
} from "./books.ts";
import { orderBulk } from "./bulk/bulk.ts";
import { customersFor } from "./bulk/due.ts";
import { compareSheet, type SheetComparison } from "./compare.ts";
import { type Havoc, killAndRestart } from "./faults/kills.ts";
import { type Figures, stormFigures } from "./figures.ts";
import { bringImportedBook, importedProblems } from "./imported-book.ts";
import { type StormStack, startStormStack } from "./kill-stack.ts";
import { reportKills } from "./kill-words.ts";
import type { Ordered, Verdict } from "./ordered.ts";
import { orderPayments } from "./orders.ts";
import type { KillPlan, StormReport } from "./plan.ts";
import { plantDouble } from "./plant-double.ts";
import { type Kill, lastCuts, recordTakes } from "./takes.ts";
import { type OwnEnds, type Span, startWorkers, warmUp } from "./workers.ts";

const WORKERS = 3;
const LOOK_EVERY_MS = 500;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export interface Outcome {
  verdict: Verdict;
  sheet: SheetComparison;
  havoc: Havoc;
  figures: Figures;
  /** Whether a double that was planted after the comparison was found by it; null when none was. */
  isDoubleFound: boolean | null;
  /** Everything that is wrong, a sentence each. */
  problems: string[];
}

const CUSTOMERS = 300;
const HASTE_CUSTOMERS = 60;

/** Payments while workers are killed and PostgreSQL is struck down. */
export async function runKills(plan: KillPlan, onDeath: (reason: string) => void): Promise<StormReport> {
  plan.say("Starting a database and the sandbox");
  const stack = await startStormStack(plan, countCustomers(plan), onDeath);
  try {
    return reportKills(await play(plan, stack));
  } finally {
    await stack.stop();
  }
}

/** In haste fewer: they take longer to make than to charge. */
/** They stand beside those of whom something is ordered, with accounts and cards, and nothing of theirs is sent. */
const IMPORTED_CUSTOMERS = 60;

/** How many customers there have to be for it. */
export function countCustomers({ bulk, quick, payments }: KillPlan): number {
  if (bulk) return customersFor(payments);
  return quick ? HASTE_CUSTOMERS : CUSTOMERS;
}

/** Orders the payments, lets the storm pass over the workers, and then holds the sandbox's books against ours. */
export async function play(plan: KillPlan, stack: StormStack): Promise<Outcome> {
  const { env, logDir } = stack;
  const services = createServices(readEnv(env), SILENT, () => {});
  try {
    await warmUp(env, logDir);
    const random = createRandom(plan.seed);
    const ordered = plan.bulk
      ? await orderBulk(plan, services, random)
      : await orderPayments(services, plan.payments, random);
    plan.say(`${plan.payments} ${plan.bulk ? "customers are due" : "payments ordered"}`);
    await bringImportedBook(services, { seed: plan.seed, customers: IMPORTED_CUSTOMERS });
    await recordTakes(stack.env.DATABASE_OWNER_URL ?? "");
    const sandbox = controlSandbox(stack.sandboxOrigin);
    await sandbox.armFaults();
    await sandbox.findCardsByKey();
    const startedAt = performance.now();
    const workers = startWorkers(WORKERS, env, logDir);
    let passed: Passed;
    try {
      const surroundings = { services, ordered, stack, sandbox, workers, random };
      const [havoc] = await together(plan, (signal) => [
        killAndRestart({ ...plan, signal }, surroundings),
        ordered.attend(signal),
      ]);
      const seconds = (performance.now() - startedAt) / 1000;
      const faults = await sandbox.calm();
      await ordered.finish(plan.signal);
      if (!plan.quick) await sheetWritten(plan, services);
      passed = {
        havoc,
        seconds,
        faults,
        ownEnds: workers.ownEnds(),
        kills: workers.kills(),
        unattended: workers.unattended(),
      };
    } finally {
      await workers.stop();
    }
    if (plan.plantDouble) await plantDouble(services, ordered.prefix);
    const books = { services, ordered, sandbox };
    const outcome = await compare(plan, books, passed);
    return plan.plantDouble ? outcome : { ...outcome, ...(await proven(books, outcome)) };
  } finally {
    await services.db.close();
  }
}

/** Does things side by side; when one of them fails, the others are over too. */
async function together<Parts extends unknown[]>(
  { signal }: KillPlan,
  start: (signal: AbortSignal) => { [Part in keyof Parts]: Promise<Parts[Part]> },
): Promise<Parts> {
  const failed = new AbortController();
  const parts = start(AbortSignal.any([signal, failed.signal]));
  try {
    return await Promise.all(parts);
  } catch (error) {
    failed.abort();
    await Promise.allSettled(parts);
    throw error;
  }
}

/** A row that a killed worker held comes when its lease is over. */
async function sheetWritten({ signal, say }: KillPlan, services: Services): Promise<void> {
  const waiting = () => whenUp(() => idsWaitingForSheet(services), signal);
  for (let looks = 0, { size } = await waiting(); size > 0 && !signal.aborted; { size } = await waiting()) {
    if (looks++ % 20 === 0) say(`${size} rows of the ledger sheet to go`);
    await pause(LOOK_EVERY_MS);
  }
}

interface Books {
  services: Services;
  ordered: Ordered;
  sandbox: SandboxControl;
}

/** Once everything was compared a double is planted, which the same comparison has to find. */
async function proven(
  { services, ordered, sandbox }: Books,
  { verdict, problems }: Outcome,
): Promise<Pick<Outcome, "isDoubleFound" | "problems">> {
  await plantDouble(services, ordered.prefix);
  const again = await ordered.judge(await sandbox.captures(), await ourPayments(services, ordered.prefix));
  const isDoubleFound = again.comparison.doubled === verdict.comparison.doubled + 1;
  return {
    isDoubleFound,
    problems: [...problems, ...when(!isDoubleFound, "a double that was planted afterwards was not found")],
  };
}

interface Passed {
  havoc: Havoc;
  seconds: number;
  faults: number;
  ownEnds: OwnEnds;
  kills: readonly Kill[];
  unattended: readonly Span[];
}

async function compare(
  plan: KillPlan,
  { services, ordered, sandbox }: Books,
  passed: Passed,
): Promise<Outcome> {
  const captures = await sandbox.captures();
  const payments = await ourPayments(services, ordered.prefix);
  const verdict = await ordered.judge(captures, payments);
  const paidIds = payments
    .filter(({ state }) => (PAID_STATES as readonly string[]).includes(state))
    .map(({ id }) => id);
  const sheet = compareSheet(await sandbox.sheetRowIds(), paidIds, await idsWaitingForSheet(services));
  const takenCents = captures.reduce(
    (sum, { direction, amountCents }) => sum + (direction === "in" ? amountCents : -amountCents),
    0,
  );
  const { havoc, ownEnds } = passed;
  const problems = [
    ...verdict.comparison.problems,
    ...verdict.problems,
    ...(await ownProblems(services, ordered.prefix, takenCents)),
    ...(await importedProblems(services)),
    ...when(sheet.doubled > 0, `${sheet.doubled} rows stand twice in the ledger sheet`),
    ...when(sheet.missing > 0, `${sheet.missing} rows are lost from the ledger sheet`),
    ...when(!plan.quick && sheet.waiting > 0, `${sheet.waiting} rows of the ledger sheet were not delivered`),
    ...when(ownEnds.working > 0, `${ownEnds.working} workers ended by themselves at their work`),
    ...when(plan.signal.aborted, "the storm was not over in time"),
    ...when(havoc.kills < plan.kills, `${havoc.kills} kills instead of ${plan.kills}`),
    ...when(havoc.restarts < plan.restarts, `${havoc.restarts} restarts instead of ${plan.restarts}`),
  ];
  const onceUnknown = await idsOnceUnknown(services);
  const cuts = {
    at: [...passed.kills.map(({ at }) => at), ...havoc.restartedAt],
    last: await lastCuts(services, passed.kills, havoc.restartedAt),
    endedAt: await endsOfProcesses(services),
    unattended: passed.unattended,
  };
  return {
    verdict,
    sheet,
    havoc,
    problems,
    isDoubleFound: null,
    figures: {
      ...passed,
      ...stormFigures(payments, captures, onceUnknown, cuts, services.payments),
    },
  };
}

const when = (isSo: boolean, problem: string): string[] => (isSo ? [problem] : []);
