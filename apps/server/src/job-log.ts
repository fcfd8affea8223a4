import type { Services } from "@countinghouse/api/services";
import { jobItems, jobs } from "./metrics/metrics.ts";

export interface JobLog {
  /** Returns the work with a log line each time it gets something done. */
  of(name: string, work: () => Promise<unknown>): () => Promise<unknown>;
  /** Logs that a run of a job failed: at once, and then once a minute while it fails. */
  failed(name: string, error: unknown): void;
}

/** The interval of log lines for a job that keeps failing; it runs every few seconds. */
const SAY_AGAIN_MS = 60_000;

/** `now` is in ms, from a clock that does not jump when the machine's clock is set. */
export function createJobLog(log: Services["log"], now: () => number = () => performance.now()): JobLog {
  const failing = new Map<string, { saidAt: number; rounds: number }>();
  return {
    of: (name, work) => async () => {
      const began = now();
      const result = await work();
      jobs.inc({ job: name, outcome: "OK" });
      const done = countDone(result);
      jobItems.inc({ job: name }, done);
      const failed = failing.get(name);
      failing.delete(name);
      if (failed) log.info({ job: name, failedRounds: failed.rounds }, "job works again");
      if (done > 0) log.info({ job: name, done, ms: Math.round(now() - began) }, "job");
      return result;
    },
    failed: (name, error) => {
      jobs.inc({ job: name, outcome: "FAILED" });
      const known = failing.get(name);
      const rounds = (known?.rounds ?? 0) + 1;
      const isDue = known === undefined || now() - known.saidAt >= SAY_AGAIN_MS;
      failing.set(name, { rounds, saidAt: isDue ? now() : known.saidAt });
      if (isDue) log.error({ job: name, rounds, error: String(error) }, "job failed");
    },
  };
}

/** Returns the number of items done: the result itself, or `applied` of a report. */
function countDone(result: unknown): number {
  if (typeof result === "number") return result;
  const applied = typeof result === "object" && result !== null && "applied" in result ? result.applied : 0;
  return typeof applied === "number" ? applied : 0;
}
