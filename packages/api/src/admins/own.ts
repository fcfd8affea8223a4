import { hashPassword, verifyPassword } from "@countinghouse/db/passwords";
import { STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";
import type {
  ChangeOwnName,
  ChangeOwnPassword,
  EndOwnSession,
} from "@countinghouse/validators/admins/schemas";
import { createGuesses } from "../auth/guesses.ts";
import { forgetDevices } from "../auth/known-devices.ts";
import type { WithLimits } from "../auth/limits.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { whyNotSetPassword } from "./new-password.ts";
import { endAll } from "./staff.ts";

type Requested<Input> = Input & { requestId: string };

/** The actor's open sessions, the last used one first, and which of them this is. */
export async function listOwnSessions({ db, actor, now }: AdminCtx) {
  const at = now();
  const sessions = await db.adminSession.findMany({
    where: { adminId: actor.id, revokedAt: null, idleUntil: { gt: at }, absoluteUntil: { gt: at } },
    orderBy: { rotatedAt: "desc" },
    select: { id: true, createdAt: true, rotatedAt: true, userAgent: true, ip: true },
  });
  return sessions.map((session) => ({ ...session, isThis: session.id === actor.sessionId }));
}

/** Ends one of the actor's sessions, whose browser is not known any more. Throws NOT_FOUND for another's and for one that has ended. */
export function endOwnSession(ctx: AdminCtx, input: Requested<EndOwnSession>) {
  const { sessionId: id } = input;
  const spec = { action: "admins.endOwnSession", capability: "session.use", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { count } = await tx.adminSession.updateMany({
      where: { id, adminId: ctx.actor.id, revokedAt: null },
      data: { revokedAt: now },
    });
    if (count === 0) throw new DomainError("NOT_FOUND", "This session has already ended.");
    await forgetDevices(tx, ctx.actor.id, now, { of: id });
    return {
      result: { message: TEXT.sessionsEnded },
      audit: { subject: { type: "admin_session", id }, after: { ended: true } },
    };
  });
}

/** Changes what the actor is called. Throws CONFLICT when they were changed since. */
export function changeOwnName(ctx: AdminCtx, input: Requested<ChangeOwnName>) {
  const { id } = ctx.actor;
  const { fullName, version } = input;
  const spec = { action: "admins.changeOwnName", capability: "session.use", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const before = await tx.admin.findUniqueOrThrow({ where: { id }, select: { fullName: true } });
    const { count } = await tx.admin.updateMany({
      where: { id, version },
      data: { fullName, version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.adminChanged);
    return {
      result: { message: TEXT.nameChanged },
      audit: { subject: { type: "admin", id }, before, after: { fullName } },
    };
  });
}

/**
 * Changes the actor's password and ends their other sessions and known devices. Throws INVALID for a wrong one and for
 * a new one that is guessed first, and LIMITED after ten.
 */
export async function changeOwnPassword(
  ctx: AdminCtx<WithLimits & WithConsoleUrl>,
  input: Requested<ChangeOwnPassword>,
) {
  const { id, sessionId, email, fullName } = ctx.actor;
  const { requestId } = input;
  const isDone = await ctx.db.commandRequest.count({
    where: { actor: `admin:${id}`, action: "admins.changeOwnPassword", requestId },
  });
  const former = await provePassword(ctx, input.current, isDone > 0);
  const { consoleUrl } = ctx.services;
  const why = await whyNotSetPassword(input.password, { email, fullName, consoleUrl });
  if (why !== null) throw new DomainError("INVALID", why, { field: "password" });
  const passwordHash = await hashPassword(input.password);
  // No digest of a password is kept with the request.
  const spec = {
    action: "admins.changeOwnPassword",
    capability: "session.use",
    input: { requestId },
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { count } = await tx.admin.updateMany({
      where: { id, passwordHash: former, status: "ACTIVE" },
      data: { passwordHash, version: { increment: 1 } },
    });
    if (count === 0) throw new DomainError("CONFLICT", TEXT.adminChanged);
    const ended = await endAll(tx, id, now, sessionId);
    return {
      result: { message: TEXT.passwordChanged },
      audit: { subject: { type: "admin", id }, after: { passwordChanged: true, sessionsEnded: ended } },
    };
  });
}

/**
 * Lets through whoever knows the actor's password; returns the hash it was held against. Guesses count for the session alone, so
 * that those at the sign-in keep nobody from it. Throws INVALID for a wrong one, LIMITED after ten.
 */
export async function provePassword(
  ctx: AdminCtx<WithLimits>,
  current: string,
  isDone = false,
): Promise<string> {
  const { id, email, sessionId } = ctx.actor;
  const guesses = createGuesses(ctx, { email, isKnown: true, from: sessionId });
  // Counted before it is tried, as a sign-in is.
  await guesses.count();
  const { passwordHash } = await ctx.db.admin.findUniqueOrThrow({
    where: { id },
    select: { passwordHash: true },
  });
  if (!isDone && !(await verifyPassword(passwordHash, current)))
    throw new DomainError("INVALID", TEXT.wrongPassword, { field: "current" });
  await guesses.takeBack();
  return passwordHash;
}
