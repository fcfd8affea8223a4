import type { Clock } from "./clock.ts";

const KEPT_CALLS = 1000;

/** One call a vendor received. `status` is null when no answer was given. */
export interface Call {
  at: string;
  provider: string;
  method: string;
  path: string;
  status: number | null;
  fault: string | null;
}

/** What was asked of the vendors, newest first; counts go on when old calls are forgotten. */
export interface CallLog {
  record(call: Omit<Call, "at">): void;
  list(): readonly Call[];
  /** Calls received per provider, faulted ones included. */
  counts(): Record<string, number>;
  clear(): void;
}

/** An empty log. */
export function createCallLog(clock: Clock): CallLog {
  let calls: Call[] = [];
  let counts: Record<string, number> = {};
  return {
    record: (call) => {
      calls = [{ at: clock.now().toISOString(), ...call }, ...calls].slice(0, KEPT_CALLS);
      counts[call.provider] = (counts[call.provider] ?? 0) + 1;
    },
    list: () => calls,
    counts: () => ({ ...counts }),
    clear: () => {
      calls = [];
      counts = {};
    },
  };
}
