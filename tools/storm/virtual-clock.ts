import type { SandboxControl } from "../stack/sandbox-control.ts";

/** The time of a storm: real time, plus what it was set forward by, here and at the vendors alike. */
export interface VirtualClock {
  now: () => Date;
  /** By whole seconds. */
  advance(seconds: number): Promise<void>;
}

/** A clock that the sandbox's goes along with. */
export function createVirtualClock(sandbox: Pick<SandboxControl, "advance">): VirtualClock {
  let advancedMs = 0;
  return {
    now: () => new Date(Date.now() + advancedMs),
    advance: async (seconds) => {
      await sandbox.advance(seconds);
      advancedMs += seconds * 1000;
    },
  };
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  timeZone: "America/New_York",
  hour: "2-digit",
  minute: "2-digit",
});
const DAY_MINUTES = 24 * 60;

/** How long it is from `now` until the clocks in New York show this time (HH:MM), in whole minutes as seconds. */
export function secondsUntil(time: string, now: Date): number {
  const toMinutes = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));
  return ((toMinutes(time) - toMinutes(TIME.format(now)) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES) * 60;
}
