import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import { createCommand } from "../../packages/api/src/command.ts";
import { lockPayer } from "../../packages/api/src/payments/begin-payment.ts";
import type { Services } from "../../packages/api/src/services.ts";
import { connect } from "../../packages/db/src/index.ts";
import { createRandom } from "../../packages/db/src/seed/random.ts";
import { startApart } from "../stack/apart.ts";
import { controlSandbox } from "../stack/sandbox-control.ts";
import { countUnderWay, whenUp } from "./books.ts";
import { type Freezes, freezeNowAndThen } from "./faults/freezes.ts";
import type { FreezePlan, StormReport } from "./plan.ts";
import { startProbe, type Waits } from "./probe.ts";
import { startProcess } from "./processes.ts";
import { openOffice } from "./staff/office.ts";
import { judgeAndProve } from "./staff/proven.ts";
import { reportVerdict } from "./staff/report.ts";
import type { Staff } from "./staff/staff.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const PROCESSES = 3;
/** A frozen process sleeps longer than anything is waited for. */
const IMPATIENCE = {
  PROVIDER_TIMEOUT_MS: "1500",
  ACH_SETTLE_MS: "1500",
  CARDS_SETTLE_MS: "1500",
  PAYMENT_CALL_WITHIN_MS: "2000",
  DATABASE_CONNECTIONS: "20",
};
/** What a browser would wait for is longer; whoever presses again sooner is the harder case. */
const ANSWER_WITHIN_MS = 4_000;
const PROBE_EVERY_MS = 250;
const PROBE_WITHIN_SECONDS = 10;
const ROUND_MS = 400;
/** Of what is wanted so much is known ahead of the freezes. */
const AHEAD = 0.1;
const NOTES_AT_ONCE = 4;
const PACE: [number, number] = [20, 120];

/**
 * Payments by all doors of three of the server's own processes, which are frozen and woken at random; meanwhile another
 * process writes, and measures how long it waits.
 */
export async function runFreezes(plan: FreezePlan, onDeath: (reason: string) => void): Promise<StormReport> {
  plan.say(`Starting a database, the sandbox and ${PROCESSES} servers`);
  const stack = await startApart("freeze-storm", 0, onDeath);
  const env = { ...stack.serverEnv, ...IMPATIENCE };
  const services = createServices(readEnv(env), SILENT, () => {});
  const database = connect(stack.serverEnv.DATABASE_OWNER_URL ?? "", { size: 1 });
  const sandbox = controlSandbox(stack.sandboxOrigin);
  const start = (n: number) => startProcess(`server-${n}`, env, stack.logDir, onDeath);
  const processes = [await start(1), ...(await Promise.all([2, 3].map(start)))];
  try {
    const random = createRandom(plan.seed);
    const { wanted, staff } = await openOffice(services, {
      payments: plan.payments,
      isVaried: false,
      random,
      origins: () => processes.map(({ origin }) => origin),
      withinMs: ANSWER_WITHIN_MS,
      signal: plan.signal,
    });
    plan.say(`${wanted.length} payments wanted`);
    await sandbox.setPace(PACE);
    const probe = startProbe(
      (requestId) => writeOn(services, random.pick(wanted).customer.userId, requestId),
      PROBE_EVERY_MS,
    );
    const freezes: Freezes = { freezes: 0, inTransaction: 0, longestSeconds: 0 };
    const freezing = freezeNowAndThen(plan, { database, processes, random }, freezes);
    await Promise.all([freezing, pressUntil(plan, { services, staff, freezes, freezing })]);
    const waits = await probe.stop();
    await sandbox.calm();
    const books = { services, wanted, captures: () => sandbox.captures() };
    const { judged, isDoubleFound } = await judgeAndProve(books, plan.plantDouble);
    const report = reportVerdict(judged, staff, { lines: resultLines(freezes, waits), isDoubleFound });
    return { ...report, problems: [...report.problems, ...findProblems(plan, freezes, waits)] };
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
    await database.close();
    await stack.stop();
  }
}

/** A small write that needs what a payment needs: the customer to itself, and an event in the audit. */
function writeOn(services: Services, userId: number, requestId: string): Promise<unknown> {
  const command = createCommand(services, { kind: "job", name: "storm" });
  const spec = { action: "storm.write", capability: null, input: { requestId, userId } } as const;
  return command(spec, async ({ tx }) => {
    await lockPayer(tx, userId);
    return { result: null, audit: { subject: { type: "user", id: userId } } };
  });
}

interface Office {
  services: Services;
  staff: Staff;
  freezes: Freezes;
  /** Ends when everybody is awake for good. */
  freezing: Promise<void>;
}

/** Staff press on while it freezes, more and more of it, and afterwards until all of it is made or left to a person. */
async function pressUntil(plan: FreezePlan, { services, staff, freezes, freezing }: Office): Promise<void> {
  const state = { isFreezing: true };
  void freezing.finally(() => {
    state.isFreezing = false;
  });
  const isOver = async (): Promise<boolean> =>
    (await staff.countToPress()) === 0 && (await whenUp(() => countUnderWay(services), plan.signal)) === 0;
  for (let rounds = 0; !plan.signal.aborted; rounds++) {
    const share = Math.min(1, AHEAD + freezes.freezes / plan.freezes);
    await Promise.all([staff.pressSome(share), staff.writeNotes(NOTES_AT_ONCE)]);
    if (rounds % 20 === 0)
      plan.say(
        `${freezes.freezes} freezes, ${staff.presses()} presses, ${(await staff.notMade()).length} to go`,
      );
    if (!state.isFreezing && (await isOver())) return;
    await pause(ROUND_MS);
  }
}

const resultLines = (
  { freezes, inTransaction, longestSeconds }: Freezes,
  { writes, p50Seconds, p99Seconds, mostSeconds }: Waits,
): string[] => [
  `${freezes} times a process was frozen, for ${longestSeconds.toFixed(0)} s at most, ${inTransaction} times in the middle of a transaction`,
  `${writes} writes of another process waited ${p50Seconds.toFixed(2)} s (p50), ${p99Seconds.toFixed(1)} s (p99), ${mostSeconds.toFixed(1)} s at most`,
];

function findProblems(plan: FreezePlan, { freezes }: Freezes, { mostSeconds }: Waits): string[] {
  return [
    ...(mostSeconds <= PROBE_WITHIN_SECONDS
      ? []
      : [`a write waited ${mostSeconds.toFixed(1)} s for a frozen process, not ${PROBE_WITHIN_SECONDS} s`]),
    ...(freezes < plan.freezes ? [`${freezes} freezes instead of ${plan.freezes}`] : []),
    ...(plan.signal.aborted ? ["the storm was not over in time"] : []),
  ];
}
