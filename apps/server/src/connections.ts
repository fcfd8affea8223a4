import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { isFilePath } from "./multipart.ts";

export interface ConnectionLimits {
  /** How long the head of a request, and a body that brings no file, may be on their way. */
  slowMs: number;
  /** So many bytes of a file have to come in each such time. */
  leastBytes: number;
  /** How often the connections are looked through for those. */
  lookEveryMs: number;
  /** How many are open at once. What comes beyond is closed unread. */
  most: number;
}

const LIMITS: ConnectionLimits = {
  slowMs: 30_000,
  leastBytes: 30_000,
  lookEveryMs: 1_000,
  most: 2_000,
};

/** An HTTP server that ends slow and half-open connections and holds no more than so many. It does not listen yet. */
export function createLimitedServer(listener: RequestListener, limits = LIMITS): Server {
  const options = {
    headersTimeout: limits.slowMs,
    // Else a file that keeps coming would be cut off after five minutes.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.lookEveryMs,
  };
  const server = createServer(options, (request, response) => {
    if (hasBody(request) && !request.complete) endWhenSlow(request, response, limits);
    listener(request, response);
  });
  server.maxConnections = limits.most;
  return server;
}

/** A timer for each request that has none would cost more than to look. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" || "content-length" in headers || "transfer-encoding" in headers;

/** A large file may take its time over a slow line, but has to keep coming, and to be waited for: one that was refused is read no longer. */
function endWhenSlow(
  request: IncomingMessage,
  response: ServerResponse,
  { slowMs, leastBytes }: ConnectionLimits,
): void {
  const end = () => {
    if (!request.complete) request.destroy();
  };
  if (isFilePath(request.url)) {
    let seen = request.socket.bytesRead;
    let wasAnswered = false;
    const looking = setInterval(() => {
      const { bytesRead } = request.socket;
      // Answered at the look before: it had the time to hear so.
      if (wasAnswered || bytesRead - seen < leastBytes) end();
      seen = bytesRead;
      wasAnswered = response.writableEnded;
    }, slowMs);
    request.once("close", () => clearInterval(looking));
    return;
  }
  const late = setTimeout(end, slowMs);
  request.once("close", () => clearTimeout(late));
}
