export interface TestClock {
  now: () => Date;
  /** The moment that much later, without going there. */
  in(step: { minutes?: number; seconds?: number; hours?: number }): Date;
  advance(step: { minutes?: number; seconds?: number; hours?: number }): void;
}

/** A clock that stands still until it is moved. It begins at ten in the morning in New York. */
export function createTestClock(start = new Date("2026-11-20T15:00:00Z")): TestClock {
  let at = start.getTime();
  const ms = ({ hours = 0, minutes = 0, seconds = 0 }) => ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return {
    now: () => new Date(at),
    in: (step) => new Date(at + ms(step)),
    advance: (step) => {
      at += ms(step);
    },
  };
}
