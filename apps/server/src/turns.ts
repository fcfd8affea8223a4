export interface Turns {
  /** Has the work done once more; resolves when that is over. While one turn waits, everybody who asks gets that one. */
  next(): Promise<void>;
  /** Begins no further turn, and resolves when the one under way is over. */
  stop(): Promise<void>;
}

/** Does `work` one turn after the other, however often it is asked for meanwhile. What it throws goes to `onError`. */
export function createTurns(work: () => Promise<unknown>, onError: (error: unknown) => void): Turns {
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let isStopped = false;
  const turn = async (): Promise<void> => {
    if (isStopped) return;
    try {
      await work();
    } catch (error) {
      onError(error);
    }
  };
  return {
    next: () => {
      waiting ??= running.then(() => {
        waiting = null;
        running = turn();
        return running;
      });
      return waiting;
    },
    stop: async () => {
      isStopped = true;
      await (waiting ?? running);
    },
  };
}
