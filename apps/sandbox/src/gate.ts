import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Context, MiddlewareHandler, Next } from "hono";
import type { HttpFault } from "./faults.ts";
import type { SandboxState } from "./state.ts";
import { LOSE_ANSWER, type Vendor } from "./vendor.ts";

const LONGEST_SILENCE_MS = 120_000;

type HttpContext = Context<{ Bindings: HttpBindings }>;

/** What every call to a vendor passes: it is logged, takes as long as the vendor does, and its fault strikes. */
export function gate(
  vendor: Vendor,
  { faults, lateEffects, calls, pace }: Pick<SandboxState, "faults" | "lateEffects" | "calls" | "pace">,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  return async (c, carryOut) => {
    await lateEffects.catchUp();
    const next: Next = async () => {
      // Read before any waiting: a caller that hangs up meanwhile does not take its order back.
      if (pace.has(vendor.name)) await c.req.arrayBuffer();
      await pace.keep(vendor.name, carryOut);
    };
    const call = { provider: vendor.name, method: c.req.method, path: decodedPath(c.req.url) };
    const body = faults.asksForBody(vendor.name) ? await c.req.text() : "";
    const fault = faults.takeHttp({ ...call, body });
    const record = (status: number | null) => calls.record({ ...call, status, fault: fault?.kind ?? null });
    if (fault && staysSilent(fault)) {
      if (fault.kind.endsWith("AfterEffect")) await next();
      if (fault.kind === "late-effect") {
        await c.req.arrayBuffer();
        lateEffects.add(fault.delayMs, carryOut);
      }
      record(null);
      if (!fault.kind.startsWith("reset")) await outwait(c.env.outgoing);
      else reset(c.env.outgoing);
      return replaceAnswer(c, RESPONSE_ALREADY_SENT);
    }
    if (fault) await answerWithFault(c, next, vendor, fault);
    else await next();
    if (!c.res.headers.has(LOSE_ANSWER)) {
      const isHeard = (fault === undefined || fault.kind === "latency") && !c.env.outgoing.closed;
      if (isHeard) await vendor.heard?.(c.res.clone());
      return record(c.res.status);
    }
    record(null);
    reset(c.env.outgoing);
    return replaceAnswer(c, RESPONSE_ALREADY_SENT);
  };
}

function staysSilent(fault: HttpFault): boolean {
  return fault.kind.startsWith("timeout") || fault.kind.startsWith("reset") || fault.kind === "late-effect";
}

async function answerWithFault(c: HttpContext, next: Next, vendor: Vendor, fault: HttpFault): Promise<void> {
  if (fault.kind === "latency") {
    await sleep(fault.delayMs);
    return next();
  }
  if (fault.kind === "invalidJson") {
    await next();
    const text = await c.res.text();
    return replaceAnswer(c, brokenJson(text, c.res.status));
  }
  if (fault.kind === "html") {
    await next();
    return replaceAnswer(c, htmlPage(c.res.status));
  }
  if (fault.kind === "statusAfterEffect") await next();
  const status = fault.kind === "quota" ? 429 : fault.status;
  replaceAnswer(c, errorAnswer(vendor.errorBody(status), status));
}

function errorAnswer(body: unknown, status: number): Response {
  if (typeof body !== "string") return Response.json(body, { status });
  return new Response(body, { status, headers: { "content-type": "application/xml" } });
}

/** Keeps the line open without a word until the caller gives up. */
async function outwait(outgoing: ServerResponse): Promise<void> {
  if (outgoing.closed) return;
  await once(outgoing, "close", { signal: AbortSignal.timeout(LONGEST_SILENCE_MS) }).catch(() =>
    reset(outgoing),
  );
}

function reset(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

function brokenJson(text: string, status: number): Response {
  const headers = { "content-type": "application/json" };
  return new Response(text.slice(0, Math.max(1, Math.floor(text.length / 2))), { status, headers });
}

/** What something between us and the vendor may answer in its place, with the status of the call. */
function htmlPage(status: number): Response {
  const body = "<!doctype html><html><body><h1>The service is busy</h1></body></html>";
  return new Response(body, { status, headers: { "content-type": "text/html" } });
}

/** Hono merges the headers of an answer into its successor unless it is taken away first. */
function replaceAnswer(c: HttpContext, answer: Response): void {
  c.res = undefined;
  c.res = answer;
}

function decodedPath(url: string): string {
  const { pathname } = new URL(url);
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
