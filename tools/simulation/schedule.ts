import { NotSent, stepIntent } from "../../packages/api/src/payments/engine/machine.ts";
import type { Outage } from "./fates.ts";
import type { Flaws } from "./flaws.ts";
import { createIntents, type Intents, type Press } from "./intents.ts";
import { createInvariants } from "./invariants.ts";
import { drawOutages, drawPresses, flipRules } from "./plot.ts";
import { createProcessor, type ModelProcessor } from "./processor.ts";
import { createReports } from "./reports.ts";
import { END_MS, HOUR, LAST_PRESS_MS, SWEEP_MS } from "./settings.ts";
import { ConnectionLost, createStore, transaction, type WhyNotSend } from "./store.ts";
import { type Actor, type Counts, createWorld, type World, type WorldOptions } from "./world.ts";

const MINUTE = 60_000;

export interface Outcome {
  seed: number;
  /** The first invariant that did not hold; null when all did. */
  broken: string | null;
  counts: Counts;
  /** What happened, line by line; empty unless it was asked for. */
  trace: readonly string[];
}

/** Plays one schedule of presses, workers, faults and reports, the same for the same seed, to its end. */
export async function playSchedule(options: WorldOptions, flaws: Flaws = {}): Promise<Outcome> {
  const world = createWorld(options);
  const rules = flipRules(world);
  const whyNotSend: WhyNotSend = ({ applicationId }) =>
    applicationId === null ? null : (rules.get(applicationId) ?? null);
  const sweeper = createSweeper(
    world,
    () => intents,
    (id) => work(id),
  );
  const intents = createIntents(world, flaws, sweeper.isDue);
  const reports = createReports(world, intents, flaws);
  const outages: readonly Outage[] = drawOutages(world.random);
  const processor: ModelProcessor = createProcessor(world, outages, flaws, {
    onSent: (id) => intents.journal(intents.get(id)),
    onCaptured: reports.tellAbout,
  });
  const invariants = createInvariants(world, intents, processor, reports);
  let workers = 0;

  const work = (intentId: string): void => {
    const worker = world.newActor(`W${++workers}`);
    worker.onGone = (isDead) => intents.free(worker.name, isDead);
    const seen = processor.seenBy(worker);
    const machine = {
      store: createStore(world, intents, whyNotSend, flaws, worker),
      processorFor: () => seen,
      now: () => new Date(world.now()),
      callWithinMs: world.settings.callWithinMs,
    };
    world.scheduler.begin(world.random.pick([0, 0, 1, 100]), () =>
      untilLost(world, async () => {
        await (flaws.step ?? stepIntent)(machine, intentId).catch((error: unknown) => {
          if (!(error instanceof NotSent)) throw error;
        });
      }),
    );
  };

  const presses = drawPresses(world.random);
  const pressAll = (inMs: (at: number) => number): void => {
    presses.forEach((press, index) => {
      world.scheduler.begin(inMs(press.at), () =>
        untilLost(world, () => makeIntent(world, intents, world.newActor(`press ${index + 1}`), press, work)),
      );
    });
  };
  pressAll((at) => at);
  setBackOnce(world, intents, () => pressAll((at) => at % 1000));
  reports.lookInPerson(processor);
  reports.accountFor(processor);
  await world.scheduler.run(END_MS, () => {
    invariants.afterStep();
    return world.whatBroke() !== null;
  });
  if (world.whatBroke() === null) invariants.atEnd();
  return { seed: options.seed, broken: world.whatBroke(), counts: world.counts, trace: world.trace };
}

/** Sets the database back to a copy, perhaps; whoever was at work then is gone, and everybody presses again. */
function setBackOnce({ random, scheduler, settings }: World, intents: Intents, pressAgain: () => void): void {
  if (!random.chance(settings.restoreChance)) return;
  scheduler.after(random.int(0, LAST_PRESS_MS), () => {
    const setBack = intents.copy();
    scheduler.after(random.pick([MINUTE, 20 * MINUTE, 3 * HOUR]), () => {
      setBack();
      pressAgain();
    });
  });
}

async function makeIntent(
  world: World,
  intents: Intents,
  actor: Actor,
  press: Press,
  work: (intentId: string) => void,
): Promise<void> {
  const intent = await transaction(world, actor, () => {
    world.say(() => `${actor.name} asks for ${press.kind} under ${press.requestId}`);
    return intents.create(press);
  });
  if (intent === null) {
    world.counts.refusedPresses++;
    return;
  }
  if (!world.befalls(world.settings.wakeLostChance)) work(intent.id);
}

/** An actor whose connection was lost is gone; that anything else is thrown must not happen. */
async function untilLost({ broken, say }: World, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (error instanceof ConnectionLost) say(() => `the connection is lost ${error.message}`);
    else broken(`a worker threw ${String(error)}`);
  }
}

/** Wakes workers, one or several, for what is due: at every sweep again, because each of them may die. */
function createSweeper(
  { scheduler, random }: World,
  tables: () => Intents,
  work: (intentId: string) => void,
) {
  let nextAt = Infinity;
  const sweep = (): void => {
    nextAt = Infinity;
    const now = scheduler.now();
    const left = tables().all.flatMap(({ id, dueAt }) => (dueAt === null ? [] : [{ id, dueAt }]));
    for (const { id } of left.filter(({ dueAt }) => dueAt <= now))
      for (let more = random.pick([0, 1, 1, 2, 3]); more > 0; more--) work(id);
    if (left.length > 0) isDue(Math.max(now + 1, ...[Math.min(...left.map(({ dueAt }) => dueAt))]));
  };
  const isDue = (dueAt: number): void => {
    const at = dueAt + random.int(1, SWEEP_MS);
    if (at >= nextAt) return;
    nextAt = at;
    scheduler.after(at - scheduler.now(), () => {
      if (nextAt === at) sweep();
    });
  };
  return { isDue };
}
