import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createListener } from "../../apps/server/src/app.ts";
import { readEnv } from "../../apps/server/src/env.ts";
import { createServices } from "../../apps/server/src/services.ts";
import type { Services } from "../../packages/api/src/services.ts";
import { createRandom, type Random } from "../../packages/db/src/seed/random.ts";
import { BULK_KINDS } from "../../packages/validators/src/bulk-jobs/rules.ts";
import { startApart } from "../stack/apart.ts";
import { controlSandbox, type SandboxControl } from "../stack/sandbox-control.ts";
import { armLateCalls } from "./faults/late-calls.ts";
import { calmReports, chargeBackSome, spoilReports } from "./faults/reports.ts";
import type { StormPlan, StormReport } from "./plan.ts";
import { openOffice } from "./staff/office.ts";
import { judgeAndProve } from "./staff/proven.ts";
import { reportVerdict } from "./staff/report.ts";
import type { Staff } from "./staff/staff.ts";
import { createVirtualClock, secondsUntil, type VirtualClock } from "./virtual-clock.ts";

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
const PROCESSES = 3;
/** Whoever calls gives up soon: it is the clock of the storm that tells how late an effect is. */
const IMPATIENCE = {
  PROVIDER_TIMEOUT_MS: "400",
  DATABASE_CONNECTIONS: "20",
  BULK_PAYMENTS_AT_ONCE: "6",
};
const ANSWER_WITHIN_MS = 30_000;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** In New York, where days end. */
const BEGINS_AT = "23:40";

/** A stretch of the storm: it ends so long after the beginning, and goes by in steps of so many seconds. */
interface Stretch {
  name: string;
  until: number;
  step: [least: number, most: number];
  /** How likely the processors' reports are read after a step. */
  reports: number;
}

const LATE_CALLS: Stretch = {
  name: "calls take effect late",
  until: 40 * MINUTE,
  step: [15, 90],
  reports: 0.1,
};
const AFTERWARDS: readonly Stretch[] = [
  { name: "the first hours", until: 4 * HOUR, step: [4 * MINUTE, 12 * MINUTE], reports: 0.3 },
  { name: "the first days", until: 30 * HOUR, step: [HOUR, 2 * HOUR], reports: 1 },
  { name: "until all was reported", until: 12 * 24 * HOUR, step: [8 * HOUR, 13 * HOUR], reports: 1 },
];
/** What the reports said was never made is pressed once more, until it shows as made: it takes a few rounds. */
const PRESSED_ON: Omit<Stretch, "until"> = {
  name: "until nothing is left to press",
  step: [8 * HOUR, 13 * HOUR],
  reports: 1,
};
const MOST_PRESSED_ON = 40;

/** What plays: processes in this one, over one database, whose clock is the sandbox's. */
interface Scene {
  plan: StormPlan;
  services: readonly Services[];
  sandbox: SandboxControl;
  clock: VirtualClock;
  random: Random;
  staff: Staff;
}

/**
 * Payments by all doors whose calls take effect up to ten minutes late, by a clock that is set forward, with staff who
 * press again whenever they are let. Twelve days later the processors' books are held against ours.
 */
export async function runSlow(plan: StormPlan, onDeath: (reason: string) => void): Promise<StormReport> {
  plan.say("Starting a database and the sandbox");
  const stack = await startApart("slow-storm", 0, onDeath);
  const sandbox = controlSandbox(stack.sandboxOrigin);
  const clock = createVirtualClock(sandbox);
  const env = readEnv({ ...stack.serverEnv, ...IMPATIENCE });
  const make = () => createServices(env, SILENT, () => {}, undefined, undefined, clock.now);
  const first = make();
  const services = [first, ...Array.from({ length: PROCESSES - 1 }, make)];
  const servers = await Promise.all(services.map(listen));
  try {
    const random = createRandom(plan.seed);
    const { wanted, staff } = await openOffice(first, {
      payments: plan.payments,
      isVaried: true,
      random,
      origins: () => servers.map(serverOrigin),
      withinMs: ANSWER_WITHIN_MS,
      signal: plan.signal,
    });
    plan.say(`${wanted.length} payments wanted`);
    const scene = { plan, services, sandbox, clock, random, staff };
    const { struck, chargedBack } = await play(scene);
    const circumstances = { chargedBack, isDayOver: true };
    const books = { services: first, wanted, captures: () => sandbox.captures(), circumstances };
    const { judged, isDoubleFound } = await judgeAndProve(books, plan.plantDouble);
    const lines = [
      `${struck} calls were not answered, and most took effect up to ten minutes later; ${chargedBack.size} sales charged back for good`,
    ];
    const report = reportVerdict(judged, staff, { lines, isDoubleFound });
    const late = plan.signal.aborted ? ["the storm was not over in time"] : [];
    return { ...report, problems: [...report.problems, ...late] };
  } finally {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    for (const each of services) {
      await each.live.close();
      await each.bulkJobs.stop();
      await each.db.close();
    }
    await stack.stop();
  }
}

async function play(scene: Scene): Promise<{ struck: number; chargedBack: Set<string> }> {
  const { services, sandbox, clock, random } = scene;
  const [first] = services;
  // The day ends, at the processors and here, while calls are late.
  await clock.advance(secondsUntil(BEGINS_AT, clock.now()));
  await armLateCalls(sandbox, random);
  const passed = { seconds: 0 };
  await pass(scene, LATE_CALLS, passed);
  const struck = await sandbox.calm();
  let chargedBack = new Set<string>();
  for (const [index, stretch] of AFTERWARDS.entries()) {
    if (index === 1 && first) chargedBack = await chargeBackSome(first, sandbox, random);
    await pass(scene, stretch, passed);
  }
  for (let left = MOST_PRESSED_ON; left > 0 && (await scene.staff.countToPress()) > 0; left--)
    await pass(scene, { ...PRESSED_ON, until: passed.seconds + 1 }, passed);
  // The processors' books have a return on its day, and a late report would tell of it only after the comparison.
  await calmReports(sandbox);
  await first?.payments.pullReports();
  await first?.payments.retryReports();
  return { struck, chargedBack };
}

/** Lets one stretch pass: staff press, all processes work, and the clock goes on, in turns. */
async function pass(scene: Scene, stretch: Stretch, passed: { seconds: number }): Promise<void> {
  const { plan, sandbox, clock, random, staff } = scene;
  let steps = 0;
  for (; passed.seconds < stretch.until && !plan.signal.aborted; steps++) {
    // At work and at the doors at the same moment, as on any day.
    await Promise.all([staff.pressSome(), work(scene)]);
    await work(scene);
    await spoilReports(sandbox, random);
    if (random.chance(stretch.reports)) await readReports(scene);
    const seconds = random.int(...stretch.step);
    await clock.advance(seconds);
    passed.seconds += seconds;
  }
  const open = await staff.notMade();
  plan.say(`${stretch.name}: ${steps} steps, ${staff.presses()} presses, ${open.length} not shown as made`);
}

/** Every process does what is due. */
async function work({ services }: Scene): Promise<void> {
  await Promise.all(
    services.map(async ({ payments, bulkJobs }) => {
      await payments.drain();
      for (const kind of BULK_KINDS) await bulkJobs.drain(kind);
    }),
  );
}

/** Sometimes two processes read them at the same moment. */
async function readReports({ services, random }: Scene): Promise<void> {
  const readers = random.chance(0.3) ? services.slice(0, 2) : [random.pick(services)];
  await Promise.all(
    readers.map(async ({ payments }) => {
      await payments.pullReports();
      await payments.retryReports();
      await payments.accountForMissing();
    }),
  );
}

async function listen(services: Services): Promise<Server> {
  const server = createServer(createListener(services, { trustProxy: false }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

const serverOrigin = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
