import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import type { Services } from "../../packages/api/src/context.ts";
import { createRandom } from "../../packages/db/src/seed/random.ts";
import { PAID_STATES } from "../../packages/validators/src/payment-rules.ts";
import { idsOnceUnknown, idsWaitingForSheet, ourPayments, ownProblems, whenUp } from "./books.ts";
import { type Comparison, compareBooks, compareSheet, type SheetComparison } from "./compare.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { orderPayments, plantDouble } from "./orders.ts";
import type { StormPlan } from "./plan.ts";
import { controlSandbox, type SandboxControl } from "./sandbox.ts";
import type { StormStack } from "./stack.ts";
import { type Havoc, storm } from "./weather.ts";
import { startWorkers, warmUp } from "./workers.ts";

const WORKERS = 3;
const LOOK_EVERY_MS = 500;
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

export interface Outcome {
  comparison: Comparison;
  sheet: SheetComparison;
  havoc: Havoc;
  figures: Figures;
  /** Everything that is wrong, a sentence each. */
  problems: string[];
}

/** Orders the payments, lets the storm pass over the workers, and then holds the sandbox's books against ours. */
export async function runStorm(plan: StormPlan, stack: StormStack): Promise<Outcome> {
  const { env, logDir } = stack;
  const services = createServices(readEnv(env), SILENT, () => {});
  try {
    await warmUp(env, logDir);
    const random = createRandom(plan.seed);
    await orderPayments(services, plan.payments, random);
    plan.say(`${plan.payments} payments ordered`);
    const sandbox = controlSandbox(stack.sandboxOrigin);
    await sandbox.armFaults();
    const startedAt = performance.now();
    const workers = startWorkers(WORKERS, env, logDir);
    let passed: Passed;
    try {
      const havoc = await storm(plan, { services, stack, sandbox, workers, random });
      const seconds = (performance.now() - startedAt) / 1000;
      const faults = await sandbox.calm();
      if (!plan.quick) await sheetWritten(plan, services);
      passed = { havoc, seconds, faults, ownEnds: workers.ownEnds() };
    } finally {
      await workers.stop();
    }
    if (plan.plantDouble) await plantDouble(services);
    return await compare(plan, services, sandbox, passed);
  } finally {
    await services.db.close();
  }
}

/** A row that a killed worker held comes when its lease is over. */
async function sheetWritten({ signal, say }: StormPlan, services: Services): Promise<void> {
  const waiting = () => whenUp(() => idsWaitingForSheet(services), signal);
  for (let looks = 0, { size } = await waiting(); size > 0 && !signal.aborted; { size } = await waiting()) {
    if (looks++ % 20 === 0) say(`${size} rows of the ledger sheet to go`);
    await pause(LOOK_EVERY_MS);
  }
}

interface Passed {
  havoc: Havoc;
  seconds: number;
  faults: number;
  ownEnds: number;
}

async function compare(
  plan: StormPlan,
  services: Services,
  sandbox: SandboxControl,
  passed: Passed,
): Promise<Outcome> {
  const captures = await sandbox.captures();
  const payments = await ourPayments(services);
  const comparison = compareBooks(plan.payments, captures, payments);
  const paidIds = payments
    .filter(({ state }) => (PAID_STATES as readonly string[]).includes(state))
    .map(({ id }) => id);
  const sheet = compareSheet(await sandbox.sheetRowIds(), paidIds, await idsWaitingForSheet(services));
  const takenCents = captures.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const { havoc } = passed;
  const problems = [
    ...comparison.problems,
    ...(await ownProblems(services, takenCents)),
    ...when(sheet.doubled > 0, `${sheet.doubled} rows stand twice in the ledger sheet`),
    ...when(sheet.missing > 0, `${sheet.missing} rows are lost from the ledger sheet`),
    ...when(!plan.quick && sheet.waiting > 0, `${sheet.waiting} rows of the ledger sheet were not delivered`),
    ...when(plan.signal.aborted, "the storm was not over in time"),
    ...when(havoc.kills < plan.kills, `${havoc.kills} kills instead of ${plan.kills}`),
    ...when(havoc.restarts < plan.restarts, `${havoc.restarts} restarts instead of ${plan.restarts}`),
  ];
  const onceUnknown = await idsOnceUnknown(services);
  return {
    comparison,
    sheet,
    havoc,
    problems,
    figures: { ...passed, ...figuresOf(payments, captures, onceUnknown) },
  };
}

const when = (isSo: boolean, problem: string): string[] => (isSo ? [problem] : []);
