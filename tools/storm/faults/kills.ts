import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "../../../packages/api/src/services.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import type { SandboxControl, Span } from "../../stack/sandbox-control.ts";
import { areCallsUnderWay, whenUp } from "../books.ts";
import type { StormStack } from "../kill-stack.ts";
import type { Ordered } from "../ordered.ts";
import type { KillPlan } from "../plan.ts";
import type { Workers } from "../workers.ts";

const KILL_EVERY_MS = { least: 300, most: 900 };
/** Kills keep step with the payments and are no more than this share of them ahead, however slow the machine. */
const LEAD = 0.1;
const CALL_MS = 1500;
const LOOK_EVERY_MS = 500;
const USUAL: Span = [40, 200];
/** Twice this is still less than a worker waits for a processor. */
const SLOW: Span = [300, 650];
const SLOW_IN_HASTE: Span = [200, 400];

interface Surroundings {
  services: Services;
  ordered: Ordered;
  stack: StormStack;
  sandbox: SandboxControl;
  workers: Workers;
  random: Random;
}

export interface Havoc {
  kills: number;
  restarts: number;
  /** When the database was back after each. */
  restartedAt: Date[];
  cuts: number;
}

/** What strikes once so many of the payments have come to an end. */
interface Strike {
  atShare: number;
  run(): Promise<void>;
}

/**
 * Kills workers, strikes the database down and empties its queue, until as much was done as was planned and no payment
 * is without an end. When payments end faster than workers are killed, the processors take their time.
 */
export async function killAndRestart(plan: KillPlan, surroundings: Surroundings): Promise<Havoc> {
  const { ordered, sandbox } = surroundings;
  const havoc: Havoc = { kills: 0, restarts: 0, restartedAt: [], cuts: 0 };
  const strikes = planStrikes(plan, surroundings, havoc);
  const killing = new AbortController();
  const progress = { ended: 0 };
  const isDue = () => havoc.kills < plan.kills * (progress.ended + LEAD) + 1;
  const kills = killNowAndThen(surroundings, havoc, isDue, AbortSignal.any([plan.signal, killing.signal]));
  const slow = plan.quick ? SLOW_IN_HASTE : SLOW;
  let pace = "";
  try {
    for (let looks = 0; !plan.signal.aborted; looks++) {
      const open = await whenUp(() => ordered.countOpen(), plan.signal);
      const ended = (plan.payments - open) / plan.payments;
      progress.ended = ended;
      const struck = havoc.kills / plan.kills;
      if (looks % 10 === 0)
        plan.say(`${open} payments to go, ${havoc.kills} kills, ${havoc.restarts} restarts`);
      const wanted = ended > struck ? "slow" : "usual";
      if (wanted !== pace) await sandbox.setPace(wanted === "slow" ? slow : USUAL);
      pace = wanted;
      const [next] = strikes;
      if (next && ended >= next.atShare) {
        strikes.shift();
        await next.run();
      } else if (open === 0 && struck >= 1 && strikes.length === 0) break;
      await pause(LOOK_EVERY_MS);
    }
  } finally {
    killing.abort();
    await kills;
  }
  return havoc;
}

/** The restarts, one gentler than the other, at even distances; wake-ups are cut in the middle. */
function planStrikes(plan: KillPlan, { services, stack }: Surroundings, havoc: Havoc): Strike[] {
  const restarts = Array.from(
    { length: plan.restarts },
    (_, index): Strike => ({
      atShare: (index + 1) / (plan.restarts + 1),
      run: async () => {
        await stack.crashDatabase(index % 2 === 0 ? "SIGQUIT" : "SIGKILL");
        havoc.restarts++;
        havoc.restartedAt.push(new Date());
      },
    }),
  );
  const cut: Strike = {
    atShare: 0.5,
    run: async () => {
      await whenUp(() => cutListeners(services), plan.signal);
      havoc.cuts++;
    },
  };
  return [...restarts, cut].sort((one, other) => one.atShare - other.atShare);
}

/** Cuts every connection that hears wake-ups: what is said until it is there again is lost. */
async function cutListeners({ db }: Services): Promise<void> {
  await db.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'listen work'",
  );
}

/** Nobody is killed in idleness: a worker that is struck down each time before it begins proves nothing. */
async function killNowAndThen(
  { services, ordered, workers, random }: Surroundings,
  havoc: Havoc,
  isDue: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await pause(random.int(KILL_EVERY_MS.least, KILL_EVERY_MS.most));
    if (!isDue()) continue;
    const isTime = await areCallsUnderWay(services, ordered.prefix, CALL_MS).catch(() => true);
    if (isTime && !signal.aborted && workers.killOne(random)) havoc.kills++;
  }
}
