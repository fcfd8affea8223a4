import type { Actor } from "@countinghouse/api/actor";
import { createCtx, type RequestFacts } from "@countinghouse/api/context";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import type { HttpBindings } from "@hono/node-server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { Hono } from "hono";
import { type CallOptions, requestFacts } from "./calls.ts";
import { bearer, readCaller } from "./procedures/caller.ts";
import { logRequest } from "./request-log.ts";
import { createUnread } from "./unread.ts";

/** At run time the router has its procedures in a flat map, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>;
const SUBSCRIPTIONS = new Set(
  Object.keys(PROCEDURES).filter((path) => PROCEDURES[path]?._def.type === "subscription"),
);

type Bindings = { Bindings: HttpBindings };

/**
 * Returns the routes that answer subscriptions as server-sent events. They are the only calls by GET: the input names a batch and a place in
 * it, and the token is in a header.
 */
export function createSubscriptionRoutes(services: Services, options: CallOptions): Hono<Bindings> {
  const routes = new Hono<Bindings>();
  const unread = createUnread(services);
  const refusals = new Map<string, Promise<Refusal>>();
  /** Returns the answer of tRPC to a caller without a token. Each path has one answer, so a flood costs little. */
  const refuseVisitor = (path: string, facts: RequestFacts) => {
    const made = refusals.get(path) ?? makeRefusal(services, path, facts);
    refusals.set(path, made);
    return made;
  };
  routes.get("/trpc/*", async (c, next) => {
    if (!SUBSCRIPTIONS.has(c.req.path.slice("/trpc/".length)) || c.req.query("batch")) return next();
    const began = performance.now();
    const { incoming, outgoing } = c.env;
    const facts = requestFacts(incoming, services, options);
    if (bearer(incoming) === null) {
      unread.count("UNAUTHORIZED", "GET /trpc");
      return c.body(...(await refuseVisitor(c.req.path, facts)));
    }
    let actor: Actor | null = null;
    let outcome = "OK";
    // The line is logged at the end: a stream lasts as long as its page is open.
    outgoing.once("close", () => {
      const procedure = c.req.path.slice("/trpc/".length);
      const { correlationId } = facts;
      logRequest(services, { procedure, actor, outcome, began, correlationId, isStream: true });
    });
    const answer = await fetchRequestHandler({
      endpoint: "/trpc",
      router: appRouter,
      req: c.req.raw,
      createContext: async () => {
        actor = await readCaller(services, incoming, facts.ip);
        return createCtx(services, actor, facts);
      },
      onError: ({ error }) => {
        outcome = error.code;
      },
    });
    answer.headers.set("x-correlation-id", facts.correlationId);
    return answer;
  });
  return routes;
}

type Refusal = [body: string, status: 200, headers: Record<string, string>];

async function makeRefusal(services: Services, path: string, facts: RequestFacts): Promise<Refusal> {
  const { ip } = facts;
  const answer = await fetchRequestHandler({
    endpoint: "/trpc",
    router: appRouter,
    req: new Request(`http://localhost${path}`, { headers: { accept: "text/event-stream" } }),
    createContext: () => createCtx(services, { kind: "visitor", ip }, { ...facts, correlationId: "" }),
  });
  return [await answer.text(), 200, Object.fromEntries(answer.headers)];
}
