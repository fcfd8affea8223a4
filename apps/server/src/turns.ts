export interface Turns {
  /** Runs the work once more, and resolves at its end. Calls that come while a run waits share that run. */
  next(): Promise<void>;
  /** Begins no further run, and resolves when the current one ends. */
  stop(): Promise<void>;
}

/** Runs `work` one run after the other, for any number of calls. Passes its errors to `onError`. */
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
