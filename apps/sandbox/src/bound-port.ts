import { once } from "node:events";
import type { Server } from "node:net";

/** The port a server listens on, once it does; rejects when it cannot. */
export async function boundPort(server: Server): Promise<number> {
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string")
    throw new Error("The server does not listen on a port.");
  return address.port;
}
