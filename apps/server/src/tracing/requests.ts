import type { RequestListener } from "node:http";
import { appRouter } from "@countinghouse/api/router";
import { isTracing, traced } from "@countinghouse/api/tracing";

/** What a browser or a vendor asks of us; the console's own files are no work of ours. */
const ASKS = /^\/(trpc|api|admin\/file-upload|re-access)\b/;

/**
 * Each request in a span from its beginning until its answer is sent. It goes on with the trace of a proxy that is trusted;
 * what a browser says of traces is not listened to.
 */
export const tracedRequests =
  ({ trustProxy }: { trustProxy: boolean }, listener: RequestListener): RequestListener =>
  (request, response) => {
    const [path = ""] = (request.url ?? "").split("?");
    const isWork = request.method === "POST" || ASKS.test(path);
    if (!isTracing() || !isWork) return listener(request, response);
    const from = trustProxy ? (request.headers.traceparent?.toString() ?? null) : null;
    const answered = () =>
      new Promise<void>((resolve) => {
        response.once("close", resolve);
        listener(request, response);
      });
    // A batch names its calls in its path: each has a span of its own.
    const name = `${request.method} ${path.startsWith("/trpc/") ? "/trpc" : path}`;
    void traced(name, { "http.request.method": request.method }, answered, {
      from: [from],
      begins: changesSomething(path) ? "change" : "read",
      kind: "server",
    });
    return undefined;
  };

type Procedure = { _def: { type: "query" | "mutation" | "subscription" } };

/** Calls are all made by POST: their procedures say whether they change anything. What is no call is kept as if it did. */
function changesSomething(path: string): boolean {
  if (!path.startsWith("/trpc/")) return true;
  const procedures = appRouter._def.procedures as unknown as Record<string, Procedure | undefined>;
  return path
    .slice("/trpc/".length)
    .split(",")
    .some((name) => procedures[name]?._def.type === "mutation");
}
