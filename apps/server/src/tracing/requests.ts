import type { IncomingMessage, RequestListener } from "node:http";
import { appRouter } from "@countinghouse/api/router";
import { isTracing, traced } from "@countinghouse/api/tracing";

/** A route as a method and the start of its addresses, without those of the console's files. */
export type Route = `${"GET" | "POST"} /${string}`;

/** The paths of requests that are traced; the console's files are not. */
const ASKS = /^\/(trpc|api|admin\/file-upload|re-access)\b/;

/** The start of paths with calls. Each call of a batch has its own span. */
const CALLS = "/trpc/";

/** Returns a function that names the route of a request. An address can end in any text, so an unknown one is "(none)". */
export function createRouteNames(
  routes: readonly Route[],
): (request: Pick<IncomingMessage, "method" | "url">) => string {
  // Longest first, because one route can be the start of another.
  const paths = [...new Set(routes.map((route) => route.slice(route.indexOf("/"))))].toSorted(
    (one, other) => other.length - one.length,
  );
  return ({ method, url = "" }) => {
    const [path = ""] = url.split("?");
    const known = paths.find((route) => path === route || path.startsWith(`${route}/`));
    return `${method} ${known ?? "(none)"}`;
  };
}

/**
 * Wraps the listener so that each request has a span until its answer is sent, named by its route. The span continues the trace of a
 * trusted proxy, and ignores trace headers of browsers.
 */
export function tracedRequests(
  { trustProxy }: { trustProxy: boolean },
  nameOf: ReturnType<typeof createRouteNames>,
  listener: RequestListener,
): RequestListener {
  return (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const isWork = request.method === "POST" || ASKS.test(path);
    if (!isTracing() || !isWork) return listener(request, response);
    const from = trustProxy ? (request.headers.traceparent?.toString() ?? null) : null;
    const answered = () =>
      new Promise<void>((resolve) => {
        response.once("close", resolve);
        listener(request, response);
      });
    void traced(nameOf(request), { "http.request.method": request.method }, answered, {
      from: [from],
      begins: changesSomething(path) ? "change" : "read",
      kind: "server",
    });
    return undefined;
  };
}

type Procedure = { _def: { type: "query" | "mutation" | "subscription" } };

/** Returns true for a call of a mutation, and for a request that is no call. All calls use POST, so the procedure decides. */
function changesSomething(path: string): boolean {
  if (!path.startsWith(CALLS)) return true;
  const procedures = appRouter._def.procedures as unknown as Record<string, Procedure | undefined>;
  return path
    .slice(CALLS.length)
    .split(",")
    .some((name) => procedures[name]?._def.type === "mutation");
}
