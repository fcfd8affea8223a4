import { randomUUID } from "node:crypto";
import type { Database, Statement } from "@countinghouse/db";
import type { VerifyCode } from "@countinghouse/validators/auth/schemas";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import { GENERAL_MESSAGES } from "@countinghouse/validators/messages";
import type { Role } from "@countinghouse/validators/roles";
import type { Actor, AdminActor } from "../actor.ts";
import type { AdminCtx, Ctx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import { rememberDevice, setDeviceCookie } from "./known-devices.ts";
import type { WithLimits } from "./limits.ts";
import type { WithCookies } from "./refresh-cookie.ts";
import { clearRefreshCookie, setRefreshCookie } from "./refresh-cookie.ts";
import { codeHash, FAILURES_A_CODE, guessesAt } from "./sign-in.ts";
import type { WithTokens } from "./tokens.ts";
import { refreshTokenFor, refreshTokenHash, sessionOfRefreshToken } from "./tokens.ts";

const IDLE_MINUTES = 60;
const ABSOLUTE_HOURS = 12;
/** Two tabs may refresh at the same moment: the token before is still taken for this long. */
const GRACE_SECONDS = 10;

/**
 * Second step of signing in: the code opens a session. Answers with the access token and sets the refresh cookie.
 * Throws INVALID with `details.reason` ("wrong", "expired" or "used") when the code does not fit.
 */
export async function verifyCode(
  ctx: Ctx<Actor, WithLimits & WithTokens & WithCookies>,
  input: VerifyCode,
): Promise<{ token: string }> {
  const challenge = await ctx.db.signInChallenge.findUnique({
    where: { id: input.challengeId },
    select: { admin: { select: { id: true, email: true, status: true } } },
  });
  if (challenge?.admin.status !== "ACTIVE") throw codeFailed("wrong");
  const { admin } = challenge;
  const guesses = await guessesAt(ctx, admin.email, true);
  await guesses.count();
  const sessionId = randomUUID();
  const refreshToken = refreshTokenFor(sessionId);
  const spec = { action: "auth.verifyCode", capability: null, input: { requestId: sessionId } } as const;
  let deviceToken = "";
  const refusal = await ctx.command(spec, async ({ tx, now }) => {
    const audited = <Result>(result: Result, after: Record<string, unknown>) => ({
      result,
      audit: { subject: { type: "admin", id: admin.id }, after: { ...after, ip: ctx.request.ip } },
    });
    await tx.$executeRaw`SELECT 1 FROM sign_in_challenge WHERE id = ${input.challengeId}::uuid FOR UPDATE`;
    // Whoever is taken out meanwhile gets no session that would live again later.
    await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${admin.id}::uuid FOR SHARE`;
    const { status } = await tx.admin.findUniqueOrThrow({
      where: { id: admin.id },
      select: { status: true },
    });
    if (status !== "ACTIVE") return audited("wrong" as const, { refused: "disabled" });
    const held = await tx.signInChallenge.findUniqueOrThrow({ where: { id: input.challengeId } });
    if (held.consumedAt || held.failures >= FAILURES_A_CODE)
      return audited("used" as const, { refused: "used" });
    if (held.expiresAt <= now) return audited("expired" as const, { refused: "expired" });
    if (Buffer.compare(held.codeHash, codeHash(ctx, input.challengeId, input.code)) !== 0) {
      await tx.signInChallenge.update({ where: { id: held.id }, data: { failures: { increment: 1 } } });
      return audited("wrong" as const, { refused: "wrong" });
    }
    await tx.signInChallenge.update({ where: { id: held.id }, data: { consumedAt: now } });
    const device = await rememberDevice(ctx, tx, admin.id, now);
    deviceToken = device.token;
    await tx.adminSession.create({
      data: {
        id: sessionId,
        adminId: admin.id,
        refreshHash: refreshTokenHash(refreshToken),
        rotatedAt: now,
        idleUntil: new Date(now.getTime() + IDLE_MINUTES * 60_000),
        absoluteUntil: new Date(now.getTime() + ABSOLUTE_HOURS * 3_600_000),
        userAgent: ctx.request.userAgent.slice(0, 300),
        ip: ctx.request.ip,
        deviceId: device.id,
      },
    });
    return audited(null, { sessionId });
  });
  if (refusal !== null) throw codeFailed(refusal);
  await guesses.takeBack();
  await guesses.forgetRow();
  setRefreshCookie(ctx, refreshToken);
  setDeviceCookie(ctx, admin.id, deviceToken);
  return { token: await ctx.services.tokens.issue(admin.id, sessionId) };
}

/**
 * A new access token for the session in the refresh cookie, whose token is rotated. A refresh token that was
 * already rotated away was stolen or replayed: its session is revoked. Throws UNAUTHORIZED.
 */
export async function refresh(ctx: Ctx<Actor, WithTokens & WithCookies>): Promise<{ token: string }> {
  const presented = ctx.request.refreshToken;
  if (presented === null || !ctx.request.sameSite) throw unauthorized();
  const id = sessionOfRefreshToken(presented);
  const known = id && (await ctx.db.adminSession.findUnique({ where: { id, revokedAt: null } }));
  const session = known && (await rotate(ctx, known.id, refreshTokenHash(presented)));
  if (!session) {
    clearRefreshCookie(ctx);
    throw unauthorized();
  }
  if (session.refreshToken !== null) setRefreshCookie(ctx, session.refreshToken);
  return { token: await ctx.services.tokens.issue(session.adminId, session.id) };
}

/** Rotates the token of a live session under its row lock; within the grace period the newer token stays. */
async function rotate(ctx: Ctx, sessionId: string, hash: Uint8Array<ArrayBuffer>) {
  const next = refreshTokenFor(sessionId);
  const spec = { action: "auth.refresh", capability: null, input: { requestId: randomUUID() } } as const;
  const kept = await ctx.command(spec, async ({ tx, now }) => {
    const audited = <Result>(result: Result, outcome: string) => ({
      result,
      audit: { subject: { type: "admin_session", id: sessionId }, after: { outcome, ip: ctx.request.ip } },
    });
    const [held] = await tx.$queryRaw<HeldSession[]>`
      SELECT s.admin_id AS "adminId", s.refresh_hash = ${hash} AS "isCurrent",
             s.previous_refresh_hash IS NOT DISTINCT FROM ${hash} AS "isPrevious", s.rotated_at AS "rotatedAt",
             s.revoked_at IS NULL AND s.idle_until > ${now} AND s.absolute_until > ${now}
               AND a.status = 'ACTIVE' AS "isLive"
      FROM admin_session s JOIN admin a ON a.id = s.admin_id WHERE s.id = ${sessionId}::uuid FOR UPDATE OF s`;
    if (!held?.isLive) return audited(null, "ended");
    const { adminId, isCurrent, isPrevious, rotatedAt } = held;
    const isInGrace = isPrevious && now.getTime() - rotatedAt.getTime() <= GRACE_SECONDS * 1000;
    if (!isCurrent && !isInGrace) {
      await tx.adminSession.update({ where: { id: sessionId }, data: { revokedAt: now } });
      return audited(null, "revoked: an old refresh token was used");
    }
    const rotation = { refreshHash: refreshTokenHash(next), previousRefreshHash: hash, rotatedAt: now };
    const idleUntil = new Date(now.getTime() + IDLE_MINUTES * 60_000);
    await tx.adminSession.update({
      where: { id: sessionId },
      data: { ...(isCurrent ? rotation : {}), idleUntil },
    });
    return audited({ id: sessionId, adminId, isCurrent }, "refreshed");
  });
  return kept && { ...kept, refreshToken: kept.isCurrent ? next : null };
}

interface HeldSession {
  adminId: string;
  isCurrent: boolean;
  isPrevious: boolean;
  rotatedAt: Date;
  isLive: boolean;
}

/** Ends the session everywhere: its access token is refused from the next request on. */
export async function signOut(ctx: AdminCtx<WithCookies>): Promise<{ message: string }> {
  const { sessionId } = ctx.actor;
  const spec = {
    action: "auth.signOut",
    capability: "session.use",
    input: { requestId: randomUUID() },
  } as const;
  await ctx.command(spec, async ({ tx, now }) => {
    await tx.adminSession.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now } });
    return {
      result: null,
      audit: { subject: { type: "admin_session", id: sessionId }, after: { signedOut: true } },
    };
  });
  clearRefreshCookie(ctx);
  ctx.request.answer.set("clear-site-data", '"cache"');
  return { message: AUTH_TEXTS.signedOut };
}

const SESSION_ACTOR: Statement = {
  name: "auth.session-actor",
  text: `SELECT a.id, a.email, a.full_name, a.role FROM admin_session s JOIN admin a ON a.id = s.admin_id
         WHERE s.id = $1 AND a.id = $2 AND s.revoked_at IS NULL AND s.idle_until > $3 AND s.absolute_until > $3
           AND a.status = 'ACTIVE'`,
};

/**
 * Who a request comes from: the admin of its bearer token, with the role as it stands in the database now, or a
 * visitor when the token is missing, wrong or expired, the session revoked or the admin disabled.
 */
export async function actorOf(
  { db, tokens, now }: Pick<Core, "db" | "now"> & WithTokens,
  bearer: string | null,
  ip: string,
): Promise<Actor> {
  const claims = bearer === null ? null : await tokens.verify(bearer);
  const admin = claims && (await adminOfSession({ db, now }, claims));
  return admin ?? { kind: "visitor", ip };
}

/** The admin of a session, or null when the session is revoked or over, another's, or the admin disabled. */
export async function adminOfSession(
  { db, now }: { db: Pick<Database, "read">; now: () => Date },
  claims: { adminId: string; sessionId: string },
): Promise<AdminActor | null> {
  const [row] = await db.read.sql<{ id: string; email: string; full_name: string; role: Role }>(
    SESSION_ACTOR,
    [claims.sessionId, claims.adminId, now()],
  );
  if (!row) return null;
  return {
    kind: "admin",
    id: row.id,
    sessionId: claims.sessionId,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
  };
}

const codeFailed = (reason: "wrong" | "expired" | "used"): DomainError =>
  new DomainError("INVALID", AUTH_TEXTS.codeFailed, { reason });

const unauthorized = (): DomainError => new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
