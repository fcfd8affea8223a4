import { type Actor, actorKey } from "./actor.ts";
import { type AuditAction, FORMER_ACTIONS } from "./audit-actions.ts";

const FORMER_NAMES = new Map<AuditAction, string>(
  Object.entries(FORMER_ACTIONS).map(([former, present]) => [present, former]),
);

/**
 * By what a request is known: the same press is done once. An action that had another name keeps it here for ever: a
 * press that was made under it, or comes to a process of the version before, meets at the same row and is not done again.
 */
export const requestKey = (actor: Actor, action: AuditAction, requestId: string) => ({
  actor: actorKey(actor),
  action: FORMER_NAMES.get(action) ?? action,
  requestId,
});
