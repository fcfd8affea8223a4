/** A sweep that does not come round for this long beyond its time has stopped. */
const PATIENCE_MS = 60_000;

/** Whether what a worker does again and again still comes round. */
export interface Rounds {
  /**
   * The same work, watched: it comes round when it ends without an error. Work that lasts as long as there is something
   * to do may also be under way.
   */
  watch(
    sweep: { name: string; everyMs: number; mayLast: boolean },
    work: () => Promise<unknown>,
  ): () => Promise<void>;
  /** The sweeps that have stopped, in words; null when there are none. */
  whyNotComingRound(): string | null;
}

interface Watched {
  name: string;
  mostMs: number;
  mayLast: boolean;
  lastAt: number;
  isUnderWay: boolean;
}

/** `now` is in ms, and does not jump when the clock of the machine is set. */
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
