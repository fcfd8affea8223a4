import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { registry } from "./metrics/metrics.ts";
import { isLoopback } from "./production-settings.ts";

/** Each says what does not work, in words, or null. */
export interface HealthChecks {
  /** Asked by /healthz: a process of which this does not hold is to be started anew. */
  whyNotAlive: () => string | null;
  /** Asked by /readyz too. */
  whyNotReady: () => Promise<string | null>;
}

export interface Measured extends HealthChecks {
  /** What /metrics tells, and what whoever asks has to show; without a token only this machine is told. */
  metrics: { token: string | null; scrape: () => Promise<string> };
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

/** The health of a process and what it measures, on a port of their own that browsers do not reach. */
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

/** Compared as hashes of one length, so that the time it takes says nothing of the token. */
const shows = (token: string, authorization = ""): boolean =>
  timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
