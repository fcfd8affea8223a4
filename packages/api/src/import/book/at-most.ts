/**
 * Runs work side by side, no more than so many at once. What fails is thrown by the next `begin`, or at the end: then nothing
 * is under way any more.
 */
export function atMost(number: number): {
  /** Resolves once the work has begun, which is when there is room. */
  begin(work: () => Promise<void>): Promise<void>;
  ended(): Promise<void>;
} {
  const running = new Set<Promise<void>>();
  let failure: { error: unknown } | null = null;
  const throwFailure = () => {
    if (failure !== null) throw failure.error;
  };
  return {
    async begin(work) {
      while (running.size >= number) await Promise.race(running);
      throwFailure();
      const own = work()
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => running.delete(own));
      running.add(own);
    },
    async ended() {
      await Promise.all(running);
      throwFailure();
    },
  };
}
