import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { registry } from "./metrics/metrics.ts";
import { isLoopback } from "./production-settings.ts";

/** The checks of a process. Each returns the problem in words, or null. */
export interface HealthChecks {
  /** The check of /healthz. A process with a problem has to be restarted. */
  whyNotAlive: () => string | null;
  /** The additional check of /readyz. */
  whyNotReady: () => Promise<string | null>;
}

export interface Measured extends HealthChecks {
  /** The metrics, and the bearer token for them. Without a token only this machine may read them. */
  metrics: { token: string | null; scrape: () => Promise<string> };
}

/** Returns the routes `/healthz` and `/readyz`: 200, or 503 with the problem. */
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

/** Returns the listener for health and metrics, on a port that browsers cannot reach. */
export function createHealthListener({ metrics, ...checks }: Measured): RequestListener {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.route("/", createHealthRoutes(checks));
  app.get("/metrics", async (c) => {
    const { token, scrape } = metrics;
    const address = c.env.incoming.socket.remoteAddress ?? "";
    const isAllowed =
      token === null ? isLoopback(healthUrl(address)) : shows(token, c.req.header("authorization"));
    if (!isAllowed) return c.json({ error: "Unauthorized" }, 401);
    c.header("content-type", registry.contentType);
    return c.body(await scrape());
  });
  const answer = getRequestListener(app.fetch);
  return (request, response) => void answer(request, response);
}

const healthUrl = (address: string): string => `http://${address.includes(":") ? `[${address}]` : address}`;

/** Compares hashes of equal length, so that the time does not reveal the token. */
const shows = (token: string, authorization = ""): boolean =>
  timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
