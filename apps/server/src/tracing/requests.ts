import type { RequestListener } from "node:http";
import { appRouter } from "@countinghouse/api/router";
import { isTracing, traced } from "@countinghouse/api/tracing";

/** What is answered here, as a method and where its addresses begin: the console's own files are none of these. */
export type Route = `${"GET" | "POST"} /${string}`;

/** What a browser or a vendor asks of us; the console's own files are no work of ours. */
const ASKS = /^\/(trpc|api|admin\/file-upload|re-access)\b/;

/** A batch names its calls in its path: each has a span of its own. */
const CALLS = "/trpc/";

/** The route of an address, which may end in any text. */
const routeOf = (paths: readonly string[], path: string): string =>
  paths.find((route) => path === route || path.startsWith(`${route}/`)) ?? "(none)";

/**
 * Each request in a span from its beginning until its answer is sent, named by its route. It goes on with the trace of a proxy that
 * is trusted; what a browser says of traces is not listened to.
 */
export function tracedRequests(
  { trustProxy }: { trustProxy: boolean },
  routes: readonly Route[],
  listener: RequestListener,
): RequestListener {
  // The longest first: one may begin as another does.
  const paths = [...new Set(routes.map((route) => route.slice(route.indexOf("/"))))].toSorted(
    (one, other) => other.length - one.length,
  );
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
    const name = `${request.method} ${routeOf(paths, path)}`;
    void traced(name, { "http.request.method": request.method }, answered, {
      from: [from],
      begins: changesSomething(path) ? "change" : "read",
      kind: "server",
    });
    return undefined;
  };
}

type Procedure = { _def: { type: "query" | "mutation" | "subscription" } };

/** Calls are all made by POST: their procedures say whether they change anything. What is no call is kept as if it did. */
function changesSomething(path: string): boolean {
  if (!path.startsWith(CALLS)) return true;
  const procedures = appRouter._def.procedures as unknown as Record<string, Procedure | undefined>;
  return path
    .slice(CALLS.length)
    .split(",")
    .some((name) => procedures[name]?._def.type === "mutation");
}
