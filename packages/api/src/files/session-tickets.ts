import type { Capability } from "@countinghouse/validators/roles";
import superjson, { type SuperJSONResult } from "superjson";
import { whyNotAllowed } from "../actor.ts";
import type { AuditAction } from "../audit-actions.ts";
import { adminOfSession } from "../auth/sessions.ts";
import type { AdminCtx } from "../context.ts";
import type { Core } from "../core.ts";
import { requestKey } from "../request-key.ts";
import { EXPIRED_LINK, INVALID_LINK } from "./stored.ts";
import { openTicket, sealTicket, type TicketKind } from "./tickets.ts";

/** What was granted by a command, and to whom the ticket for it is of use. */
interface Grant {
  kind: TicketKind;
  action: AuditAction;
  capability: Capability;
}

/** A ticket for what the command of `requestId` granted, good for the session that asked and until `expiresAt`. */
export function sealSessionTicket(
  ctx: AdminCtx,
  kind: TicketKind,
  requestId: string,
  expiresAt: Date,
): string {
  const ids = [ctx.actor.id, ctx.actor.sessionId, requestId];
  return sealTicket(ctx.services.vault, { kind, ids, expiresAt });
}

/**
 * What the command behind a ticket answered. Whoever holds the ticket must still be signed in, in the same session, and
 * still allowed to.
 */
export async function openSessionTicket(
  services: Pick<Core, "db" | "vault" | "now">,
  { kind, action, capability }: Grant,
  ticket: string,
): Promise<{ ok: true; granted: unknown } | typeof EXPIRED_LINK | typeof INVALID_LINK> {
  const opened = openTicket(services.vault, kind, ticket, services.now());
  if (!opened.ok) return opened.reason === "expired" ? EXPIRED_LINK : INVALID_LINK;
  const [adminId = "", sessionId = "", requestId = ""] = opened.ids;
  const admin = await adminOfSession(services, { adminId, sessionId });
  if (!admin || whyNotAllowed(admin, capability) !== null) return INVALID_LINK;
  const key = requestKey(admin, action, requestId);
  const done = await services.db.read.commandRequest.findUnique({ where: { actor_action_requestId: key } });
  if (!done) return INVALID_LINK;
  return { ok: true, granted: superjson.deserialize(done.result as unknown as SuperJSONResult) };
}
