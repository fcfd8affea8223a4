import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { isFilePath } from "./multipart.ts";

export interface ConnectionLimits {
  /** The longest time for receiving the head of a request, or a body without a file. */
  slowMs: number;
  /** The fewest bytes of a file that have to arrive in each such time. */
  leastBytes: number;
  /** The interval of the check for such connections. */
  lookEveryMs: number;
  /** The most open connections. Further ones are closed unread. */
  most: number;
  /** The most connections without a session. A new one closes the oldest of them; the rest is for signed-in admins. */
  mostOfVisitors: number;
  /** The most connections without a session from one address. */
  mostOfAddress: number;
}

const LIMITS: ConnectionLimits = {
  slowMs: 30_000,
  leastBytes: 30_000,
  lookEveryMs: 1_000,
  most: 4_000,
  mostOfVisitors: 3_000,
  mostOfAddress: 200,
};

/** The limits behind a proxy, where all connections come from the address of the proxy. */
export const LIMITS_BEHIND_PROXY: ConnectionLimits = { ...LIMITS, mostOfAddress: LIMITS.mostOfVisitors };

/** Returns an HTTP server that closes slow and half-open connections and limits their number. It does not listen yet. */
export function createLimitedServer(listener: RequestListener, limits = LIMITS): Server {
  const options = {
    headersTimeout: limits.slowMs,
    // Node's default would cut off a file after five minutes.
    requestTimeout: 0,
    connectionsCheckingInterval: limits.lookEveryMs,
  };
  const server = createServer(options, (request, response) => {
    if (hasBody(request) && !request.complete) endWhenSlow(request, response, limits);
    listener(request, response);
  });
  server.maxConnections = limits.most;
  limitVisitors(server, limits);
  return server;
}

/** The function that removes a connection from those of visitors. */
const leaveVisitors = new WeakMap<Socket, () => void>();

/** Protects the connection of a signed-in admin: it is not closed to make room for visitors. */
export const keepConnection = ({ socket }: Pick<IncomingMessage, "socket">): void =>
  leaveVisitors.get(socket)?.();

function limitVisitors(server: Server, { mostOfVisitors, mostOfAddress }: ConnectionLimits): void {
  // In the order of arrival.
  const all = new Set<Socket>();
  const byAddress = new Map<string, Set<Socket>>();
  server.on("connection", (socket: Socket) => {
    const address = socket.remoteAddress ?? "";
    const same = byAddress.get(address) ?? new Set();
    byAddress.set(address, same);
    const leave = () => {
      all.delete(socket);
      same.delete(socket);
      if (same.size === 0) byAddress.delete(address);
    };
    all.add(socket);
    same.add(socket);
    leaveVisitors.set(socket, leave);
    socket.once("close", leave);
    if (same.size > mostOfAddress) closeOldest(same);
    if (all.size > mostOfVisitors) closeOldest(all);
  });
}

function closeOldest(sockets: ReadonlySet<Socket>): void {
  const [oldest] = sockets;
  if (oldest === undefined) return;
  leaveVisitors.get(oldest)?.();
  oldest.destroy();
}

/** A timer for each request without a body would cost more than this check. */
const hasBody = ({ method, headers }: IncomingMessage): boolean =>
  method !== "GET" || "content-length" in headers || "transfer-encoding" in headers;

/** A large file may be slow, but must keep arriving. A refused file is read until the second check after its answer. */
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
      // The answer was sent before the last check, so the sender had time to receive it.
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
