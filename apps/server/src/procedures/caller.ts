import type { IncomingMessage } from "node:http";
import type { Actor } from "@countinghouse/api/actor";
import { readActor } from "@countinghouse/api/auth/sessions";
import type { Services } from "@countinghouse/api/services";
import { keepConnection } from "../connections.ts";

/** Returns the access token of a request, or null. */
export const bearer = ({ headers }: IncomingMessage): string | null =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;

/**
 * Returns the sender of a request: the admin of its session, or a visitor. `read` looks the session up. Protects the connection of an admin
 * from being closed to make room for visitors.
 */
export async function readCaller(
  services: Services,
  request: IncomingMessage,
  ip: string,
  read: (token: string | null, ip: string) => Promise<Actor> = (token) => readActor(services, token, ip),
): Promise<Actor> {
  const actor = await read(bearer(request), ip);
  if (actor.kind === "admin") keepConnection(request);
  return actor;
}
