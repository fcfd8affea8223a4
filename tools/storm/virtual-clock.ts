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
