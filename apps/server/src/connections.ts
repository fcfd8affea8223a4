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
  /** How long the head of a request, and a body that brings no file, may be on their way. */
  slowMs: number;
  /** So many bytes of a file have to come in each such time. */
  leastBytes: number;
  /** How often the connections are looked through for those. */
  lookEveryMs: number;
  /** How many are open at once. What comes beyond is closed unread. */
  most: number;
  /** How many of those have shown no session. The oldest of them makes room for one more: the rest is for who is signed in. */
  mostOfVisitors: number;
  /** How many of those come from one address. */
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

/** The limits of a server that browsers reach through a proxy: all connections come from the address of that. */
export const LIMITS_BEHIND_PROXY: ConnectionLimits = { ...LIMITS, mostOfAddress: LIMITS.mostOfVisitors };

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
  limitVisitors(server, limits);
  return server;
}

/** What takes a connection out of those of visitors. */
const leaveVisitors = new WeakMap<Socket, () => void>();

/** Keeps the connection of a request open: who is signed in makes no room for visitors. */
export const keepConnection = ({ socket }: Pick<IncomingMessage, "socket">): void =>
  leaveVisitors.get(socket)?.();

function limitVisitors(server: Server, { mostOfVisitors, mostOfAddress }: ConnectionLimits): void {
  // In the order in which they came.
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
