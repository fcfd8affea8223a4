import { setTracing } from "@countinghouse/api/tracing";
import type { Env } from "../env.ts";

/** Starts tracing when the settings name a collector, else loads nothing. Returns the function that sends the rest and stops. */
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
