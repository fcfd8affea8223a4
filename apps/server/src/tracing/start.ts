import { setTracing } from "@countinghouse/api/tracing";
import type { Env } from "../env.ts";

/** Begins to trace where the settings say to whom; loads nothing of it otherwise. Returns what sends the rest at the end. */
export async function startTracing({ tracing }: Pick<Env, "tracing">): Promise<() => Promise<void>> {
  if (tracing === null) return () => Promise.resolve();
  const { createOpenTelemetry } = await import("./open-telemetry.ts");
  const running = createOpenTelemetry(tracing);
  setTracing(running);
  return async () => {
    setTracing(null);
    await running.stop();
  };
}
