import { setTimeout as pause } from "node:timers/promises";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import type { Services } from "../../packages/api/src/services.ts";
import { createRandom, type Random } from "../../packages/db/src/seed/random.ts";
import { startApart } from "../stack/apart.ts";
import { controlSandbox } from "../stack/sandbox-control.ts";
import { countUnderWay, whenUp } from "./books.ts";
import { createSetBack, type SetBack } from "./faults/set-back.ts";
import type { RestorePlan, StormReport } from "./plan.ts";
import { type ServerProcess, startProcess } from "./processes.ts";
import { recover } from "./recover.ts";
import { openOffice } from "./staff/office.ts";
import { judgeAndProve } from "./staff/proven.ts";
import { reportVerdict } from "./staff/report.ts";
import type { Staff } from "./staff/staff.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const PROCESSES = 2;
const IMPATIENCE = {
  PROVIDER_TIMEOUT_MS: "1500",
  ACH_SETTLE_MS: "1500",
  CARDS_SETTLE_MS: "1500",
  PAYMENT_CALL_WITHIN_MS: "2000",
  DATABASE_CONNECTIONS: "20",
};
const ANSWER_WITHIN_MS = 6_000;
const ROUND_MS = 300;
/** After the copy payments go on for so long. */
const GO_ON_MS = [1_500, 5_000] as const;
/** What is left after this long, and after the release, shows in the comparison. */
const FINISH_WITHIN_MS = 90_000;
const PACE: [number, number] = [20, 120];

interface Counts {
  rounds: number;
  recoveries: number;
  notReleased: number;
  /** Payments that were at the processors and no more in the database. */
  forgotten: number;
}

interface Scene {
  plan: RestorePlan;
  services: Services;
  setBack: SetBack;
  random: Random;
  staff: Staff;
  signInAgain: () => void;
  processes: ServerProcess[];
  start: () => Promise<void>;
  moved: () => Promise<number>;
  counts: Counts;
}

/**
 * Round after round the database is copied, payments go on by all doors, and it is set back to the copy at a random
 * moment, with processes that were killed, stopped, or know nothing of it. Staff press everything again.
 */
export async function runRestores(
  plan: RestorePlan,
  onDeath: (reason: string) => void,
): Promise<StormReport> {
  plan.say(`Starting a database, the sandbox and ${PROCESSES} servers`);
  const stack = await startApart("restore-storm", 0, onDeath);
  const env = { ...stack.serverEnv, ...IMPATIENCE };
  const services = createServices(readEnv(env), SILENT, () => {});
  const sandbox = controlSandbox(stack.sandboxOrigin);
  const setBack = createSetBack(stack.serverEnv.DATABASE_OWNER_URL ?? "");
  const processes: ServerProcess[] = [];
  let started = 0;
  const start = async () => {
    const one = () => startProcess(`server-${++started}`, env, stack.logDir, onDeath);
    processes.splice(0, processes.length, ...(await Promise.all(Array.from({ length: PROCESSES }, one))));
  };
  try {
    await start();
    const random = createRandom(plan.seed);
    const { wanted, staff, signInAgain } = await openOffice(services, {
      payments: plan.payments,
      isVaried: false,
      random,
      origins: () => processes.map(({ origin }) => origin),
      withinMs: ANSWER_WITHIN_MS,
      signal: plan.signal,
    });
    plan.say(`${wanted.length} payments wanted`);
    await sandbox.setPace(PACE);
    const moved = async () => (await sandbox.captures()).length;
    const counts: Counts = { rounds: 0, recoveries: 0, notReleased: 0, forgotten: 0 };
    const scene = { plan, services, setBack, random, staff, signInAgain, processes, start, moved, counts };
    while (counts.rounds < plan.rounds && !plan.signal.aborted) await playRound(scene);
    await sandbox.calm();
    const books = { services, wanted, captures: () => sandbox.captures() };
    const { judged, isDoubleFound } = await judgeAndProve(books, plan.plantDouble);
    const report = reportVerdict(judged, staff, { lines: resultLines(counts), isDoubleFound });
    return { ...report, problems: [...report.problems, ...findProblems(plan, counts)] };
  } finally {
    await Promise.all(processes.map((each) => each.stop()));
    await setBack.close();
    await services.live.close();
    await services.bulkJobs.stop();
    await services.db.close();
    await stack.stop();
  }
}

async function playRound(scene: Scene): Promise<void> {
  const { plan, setBack, random, staff, processes, start, counts } = scene;
  const share = (counts.rounds + 1) / plan.rounds;
  await setBack.copy();
  const atCopy = await scene.moved();
  const lastPresses = await pressFor(staff, share, random.int(...GO_ON_MS));
  const fate = random.pick(["killed", "stopped", "unaware"] as const);
  const before = fate === "unaware" ? [] : [...processes];
  await Promise.all(before.map((each) => (fate === "killed" ? each.kill() : each.stop())));
  await setBack.restore();
  const forgotten = (await scene.moved()) - atCopy;
  if (fate !== "unaware") await start();
  await lastPresses.ended;
  scene.signInAgain();
  // They know of nothing, and press everything at once.
  await staff.pressSome(share);
  const report = await recoverAndCount(scene);
  counts.rounds++;
  counts.forgotten += forgotten;
  const left = await finish(scene, share);
  plan.say(
    `round ${counts.rounds}: ${forgotten} payments forgotten, processes ${fate}, ${report}, ${left} to go`,
  );
}

/** Recovers where that has to be done, and says in words what there was. */
async function recoverAndCount({ plan, services, staff, counts }: Scene): Promise<string> {
  const { reasons, isReleased } = await recover(services, staff.press, plan.signal);
  if (reasons.length > 0) counts.recoveries++;
  if (!isReleased) counts.notReleased++;
  return reasons.length === 0 ? "no recovery" : `recovery (${reasons.join(", ")})`;
}

/** Presses for so long; the last presses are still under way then. */
async function pressFor(staff: Staff, share: number, ms: number): Promise<{ ended: Promise<void> }> {
  const until = performance.now() + ms;
  for (;;) {
    const ended = staff.pressSome(share);
    await Promise.race([ended, pause(Math.max(0, until - performance.now()))]);
    if (performance.now() >= until) return { ended };
    await pause(ROUND_MS);
  }
}

/**
 * Presses until all that is wanted so far shows as made or nothing more comes of it; returns how much does not. What was
 * sent by a process that knew of nothing may turn up later than the rest, and has to be released once more.
 */
async function finish(scene: Scene, share: number): Promise<number> {
  const { plan, services, staff } = scene;
  const until = performance.now() + FINISH_WITHIN_MS;
  for (;;) {
    await staff.pressSome(share);
    const again = await recoverAndCount(scene);
    if (again !== "no recovery") plan.say(`once more: ${again}`);
    const left = await staff.countToPress(share);
    const underWay = await whenUp(() => countUnderWay(services), plan.signal);
    if ((left === 0 && underWay === 0) || performance.now() >= until || plan.signal.aborted) return left;
    await pause(ROUND_MS);
  }
}

const resultLines = ({ rounds, recoveries, forgotten }: Counts): string[] => [
  `${rounds} times the database was set back, ${recoveries} recoveries; ${forgotten} payments had gone out since the copies`,
];

function findProblems(plan: RestorePlan, { rounds, notReleased }: Counts): string[] {
  return [
    ...(rounds < plan.rounds ? [`${rounds} rounds instead of ${plan.rounds}`] : []),
    ...(notReleased > 0
      ? [`${notReleased} times it was not found out that the database was set back, or not released`]
      : []),
    ...(plan.signal.aborted ? ["the storm was not over in time"] : []),
  ];
}
