import { once } from "node:events";
import { createServer } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { boundPort } from "./bound-port.ts";

export interface HttpServer {
  port: number;
  close(): Promise<void>;
}

/** Serves an app; rejects when the port is taken. Port 0 = any free one. */
export async function startHttpServer(
  app: Hono<{ Bindings: HttpBindings }>,
  { host, port }: { host: string; port: number },
): Promise<HttpServer> {
  const answer = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  // On a busy machine a caller takes up a connection again that was about to be closed.
  server.keepAliveTimeout = 120_000;
  return {
    port: await boundPort(server.listen(port, host)),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
