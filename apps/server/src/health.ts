import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";

/** Each says what does not work, in words, or null. */
export interface HealthChecks {
  /** Asked by /healthz: a process of which this does not hold is to be started anew. */
  whyNotAlive: () => string | null;
  /** Asked by /readyz too. */
  whyNotReady: () => Promise<string | null>;
}

/** `/healthz` and `/readyz`: 200, or 503 with what does not work. */
export function createHealthRoutes({ whyNotAlive, whyNotReady }: HealthChecks): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => {
    const reason = whyNotAlive();
    return reason === null ? c.json({ ok: true }) : c.json({ ok: false, reason }, 503);
  });
  app.get("/readyz", async (c) => {
    const reason = whyNotAlive() ?? (await whyNotReady());
    return reason === null ? c.json({ ok: true }) : c.json({ ok: false, reason }, 503);
  });
  return app;
}

/** The health of a process that serves nothing else. */
export const createHealthListener = (checks: HealthChecks): RequestListener =>
  getRequestListener(createHealthRoutes(checks).fetch);
