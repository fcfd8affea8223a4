import type { Outcome } from "./outcome.ts";

/** Rows worth a transaction of their own. */
const AT_LEAST = 100;
/** Rows written in one transaction: while one is under way, more gather than were waited for. */
const AT_MOST = 500;
/** A row waits no longer than this for others to be written with it. */
const AT_LATEST_MS = 200;

export interface Writer {
  add(outcome: Outcome): void;
  /** Resolves when all that was added is written. */
  flush(): Promise<void>;
}

/**
 * Gathers what comes of rows and hands it to `write` a hundred at a time, one time after the other. Where a write takes
 * long, the next one takes all that came meanwhile: a slow database is asked less often, not later and later.
 */
export function createWriter(write: (outcomes: readonly Outcome[]) => Promise<void>): Writer {
  const gathered: Outcome[] = [];
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  const wait = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      void start();
    }, AT_LATEST_MS);
  };
  const writeGathered = async (): Promise<void> => {
    do await write(gathered.splice(0, AT_MOST));
    while (gathered.length >= AT_LEAST);
  };
  const start = (): Promise<void> => {
    if (gathered.length === 0) return writing ?? Promise.resolve();
    writing ??= writeGathered().finally(() => {
      writing = null;
      if (gathered.length > 0) wait();
    });
    return writing;
  };
  const isBusy = (): boolean => writing !== null || gathered.length > 0;
  return {
    add: (outcome) => {
      gathered.push(outcome);
      if (gathered.length >= AT_LEAST) void start();
      else wait();
    },
    flush: async () => {
      while (isBusy()) await start();
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
