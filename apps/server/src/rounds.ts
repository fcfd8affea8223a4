/** A sweep that is later than its interval by this time counts as stopped. */
const PATIENCE_MS = 60_000;

/** Detects sweeps of a worker that no longer complete. */
export interface Rounds {
  /**
   * Returns the work with a watch: each run that ends without an error counts. With `mayLast` a run that is under way never counts as
   * stopped.
   */
  watch(
    sweep: { name: string; everyMs: number; mayLast: boolean },
    work: () => Promise<unknown>,
  ): () => Promise<void>;
  /** Returns the names of stopped sweeps in a sentence, or null. */
  whyNotComingRound(): string | null;
}

interface Watched {
  name: string;
  mostMs: number;
  mayLast: boolean;
  lastAt: number;
  isUnderWay: boolean;
}

/** `now` is in ms, from a clock that does not jump when the machine's clock is set. */
export function createRounds(now: () => number = () => performance.now()): Rounds {
  const sweeps: Watched[] = [];
  const hasStopped = ({ mayLast, isUnderWay, lastAt, mostMs }: Watched) =>
    !(mayLast && isUnderWay) && now() - lastAt > mostMs;
  return {
    watch: ({ name, everyMs, mayLast }, work) => {
      const sweep: Watched = {
        name,
        mayLast,
        mostMs: everyMs + PATIENCE_MS,
        lastAt: now(),
        isUnderWay: false,
      };
      sweeps.push(sweep);
      return async () => {
        sweep.isUnderWay = true;
        try {
          await work();
          sweep.lastAt = now();
        } finally {
          sweep.isUnderWay = false;
        }
      };
    },
    whyNotComingRound: () => {
      const stopped = sweeps.filter(hasStopped).map(({ name }) => name);
      return stopped.length === 0 ? null : `Not come round for a minute: ${stopped.join(", ")}.`;
    },
  };
}
