import type { World } from "./world.ts";

/** What becomes of one call. Times are ms from its beginning. */
export interface Fate {
  name: string;
  /** When the caller has its answer, or has given up. */
  overAfterMs: number;
  /** "none": the caller cannot tell what happened. */
  answer: "paid" | "refused" | "none";
  /** When the request reaches the processor and how long that works on it; null when it never does. */
  arrival: { afterMs: number; takesMs: number; isDeclined: boolean } | null;
}

/** A stretch of virtual time in which the processor cannot be reached. */
export interface Outage {
  from: number;
  to: number;
}

/**
 * Draws what becomes of a call. Most of what takes effect does so before the effect window has passed that begins when
 * the call is over, but some of it does later, and nothing but the reports of the day tells that it never will.
 */
export function drawFate(world: World, isOut: boolean): Fate {
  const { random, settings, counts } = world;
  const { callMs, effectWindowMs } = settings;
  const quick = random.pick([1, 20, 1000]);
  const isDeclined = random.chance(0.15);
  if (!isOut && !world.befalls(settings.processorFaultChance)) {
    const arrival = { afterMs: 0, takesMs: random.pick([0, quick]), isDeclined };
    // An answer comes after its effect, never at the same moment.
    const overAfterMs = arrival.takesMs + random.pick([1, 50]);
    return isDeclined
      ? { name: "declined", overAfterMs, answer: "refused", arrival }
      : { name: "paid", overAfterMs, answer: "paid", arrival };
  }
  counts.faults++;
  const overAfterMs = random.pick([quick, callMs]);
  if (isOut || random.chance(0.15))
    return random.chance(0.5)
      ? { name: "not reached, for certain", overAfterMs: quick, answer: "refused", arrival: null }
      : { name: "time-out, never arrives", overAfterMs: callMs, answer: "none", arrival: null };
  const inTime = overAfterMs + effectWindowMs - 1;
  const latest = random.chance(0.5) ? inTime : inTime + settings.lateEffectMs;
  switch (random.int(0, 3)) {
    case 0:
      return { name: "rejected, nothing kept", overAfterMs: quick, answer: "refused", arrival: null };
    case 1:
      return { name: "lost on the way", overAfterMs, answer: "none", arrival: null };
    case 2: {
      const arrival = { afterMs: 0, takesMs: random.int(0, overAfterMs), isDeclined };
      return { name: "answer lost, or 5xx, after the effect", overAfterMs, answer: "none", arrival };
    }
    default: {
      const afterMs = random.chance(0.5) ? 0 : random.int(0, latest);
      const takesMs = random.chance(0.3) ? latest - afterMs : random.int(0, latest - afterMs);
      if (afterMs + takesMs > inTime) counts.lateEffects++;
      const arrival = { afterMs, takesMs, isDeclined };
      return { name: "given up, takes effect late", overAfterMs, answer: "none", arrival };
    }
  }
}
