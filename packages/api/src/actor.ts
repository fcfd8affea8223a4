import type { Role } from "@countinghouse/validators/roles";

export interface AdminActor {
  kind: "admin";
  id: string;
  sessionId: string;
  email: string;
  fullName: string;
  role: Role;
}

/** Who acts: a signed-in admin, a visitor who has not signed in, or a job of ours. */
export type Actor = AdminActor | { kind: "visitor"; ip: string } | { kind: "job"; name: string };

/** The actor as it stands in audit events and request keys. */
export function actorKey(actor: Actor): string {
  if (actor.kind === "admin") return `admin:${actor.id}`;
  return actor.kind === "job" ? `job:${actor.name}` : "visitor";
}
