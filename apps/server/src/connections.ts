import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { UPLOAD_PATH } from "@countinghouse/api/uploads/request";

export interface ConnectionLimits {
  /** How long the head of a request, and a body that is no upload, may be on their way; an upload may pause as long. */
  slowMs: number;
  /** How often the connections are looked through for those. */
  lookEveryMs: number;
  /** How many are open at once. What comes beyond is closed unread. */
  most: number;
}

const LIMITS: ConnectionLimits = { slowMs: 30_000, lookEveryMs: 1_000, most: 2_000 };

/** An HTTP server that ends slow and half-open connections and holds no more than so many. It does not listen yet. */
export function createLimitedServer(listener: RequestListener, limits = LIMITS): Server {
  const options = { headersTimeout: limits.slowMs, connectionsCheckingInterval: limits.lookEveryMs };
  const server = createServer(options, (request, response) => {
    if (request.method !== "GET" && !request.complete) endWhenSlow(request, limits.slowMs);
    listener(request, response);
  });
  server.maxConnections = limits.most;
  return server;
}

/** A large file may take its time over a slow line, but has to keep coming. */
function endWhenSlow(request: IncomingMessage, slowMs: number): void {
  const end = () => {
    if (!request.complete) request.destroy();
  };
  if (request.url === UPLOAD_PATH) {
    request.setTimeout(slowMs, end);
    return;
  }
  const late = setTimeout(end, slowMs);
  request.once("close", () => clearTimeout(late));
}
