import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const AGAIN_MS = 100;
/** More would wait for one another instead. */
const MOST_UNDER_WAY = 6;

export interface Waits {
  writes: number;
  p50Seconds: number;
  p99Seconds: number;
  mostSeconds: number;
}

export interface Probe {
  /** Begins no more, and waits for what was begun. */
  stop(): Promise<Waits>;
}

/**
 * Begins a small write every so often, whether the ones before have ended or not, and measures how long it is until it
 * went through, pressed again for as long as it does not.
 */
export function startProbe(write: (requestId: string) => Promise<unknown>, everyMs: number): Probe {
  const stopping = new AbortController();
  const waits: number[] = [];
  const under = new Set<Promise<void>>();
  const begin = async (): Promise<void> => {
    const requestId = randomUUID();
    const begunAt = performance.now();
    while (
      !(await write(requestId).then(
        () => true,
        () => false,
      ))
    )
      await pause(AGAIN_MS);
    waits.push((performance.now() - begunAt) / 1000);
  };
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      if (under.size < MOST_UNDER_WAY) {
        const one = begin().finally(() => under.delete(one));
        under.add(one);
      }
      await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await loop;
      await Promise.all(under);
      waits.sort((one, other) => one - other);
      const quantile = (share: number) => waits[Math.ceil(share * waits.length) - 1] ?? 0;
      return {
        writes: waits.length,
        p50Seconds: quantile(0.5),
        p99Seconds: quantile(0.99),
        mostSeconds: quantile(1),
      };
    },
  };
}
