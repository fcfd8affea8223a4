import { whyNotWithoutFactor } from "@countinghouse/validators/factors/rules";
import { type Capability, type Role, whyNotCapable } from "@countinghouse/validators/roles";
import { DomainError } from "./errors.ts";

export interface AdminActor {
  kind: "admin";
  id: string;
  sessionId: string;
  email: string;
  fullName: string;
  role: Role;
  /** Whether the role needs a second factor and there is none: nothing may be done but to add one. */
  mustAddFactor?: boolean;
}

/** Who acts: a signed-in admin, a visitor who has not signed in, or a job of ours. */
export type Actor = AdminActor | { kind: "visitor"; ip: string } | { kind: "job"; name: string };

/** The actor as it stands in audit events and request keys. */
export function actorKey(actor: Actor): string {
  if (actor.kind === "admin") return `admin:${actor.id}`;
  return actor.kind === "job" ? `job:${actor.name}` : "visitor";
}

/** Why an admin may not do this, or null: the role lacks the capability, or first needs a second factor. */
export const whyNotAllowed = (
  { role, mustAddFactor = false }: AdminActor,
  capability: Capability,
): string | null =>
  whyNotCapable(role, capability) ??
  (capability === "session.use" ? null : whyNotWithoutFactor(mustAddFactor));

/** Refuses an admin who may not do this, in the words of `whyNotAllowed`. Throws FORBIDDEN. */
export function assertAllowed(actor: AdminActor, capability: Capability): void {
  const whyNot = whyNotAllowed(actor, capability);
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
}
