import { randomUUID } from "node:crypto";
import type { Database, Statement } from "@countinghouse/db";
import { IDLE_MINUTES } from "@countinghouse/validators/auth/rules";
import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import type { Role } from "@countinghouse/validators/roles";
import type { Actor, AdminActor } from "../actor.ts";
import type { AdminCtx, Ctx } from "../context.ts";
import type { Core } from "../core.ts";
import { DomainError } from "../errors.ts";
import type { WithCookies } from "./refresh-cookie.ts";
import { assertFromHere, clearRefreshCookie, setRefreshCookie } from "./refresh-cookie.ts";
import type { WithTokens } from "./tokens.ts";
import { refreshTokenHash, sessionOfRefreshToken } from "./tokens.ts";

/** How long a session goes on at the longest. */
export const ABSOLUTE_HOURS = 12;
/** Two tabs may refresh at the same moment: the token before is still taken for this long. */
const GRACE_SECONDS = 10;

/**
 * A new access token for the session in the refresh cookie, whose token is rotated. A refresh token that was
 * already rotated away was stolen or replayed: its session is revoked. One that we never gave out is nobody's, and leaves the
 * session that it names alone. Throws UNAUTHORIZED.
 */
export async function refresh(ctx: Ctx<Actor, WithTokens & WithCookies>): Promise<{ token: string }> {
  const presented = ctx.request.refreshToken;
  if (presented === null) throw unauthorized();
  assertFromHere(ctx);
  const id = sessionOfRefreshToken(presented);
  const hash = refreshTokenHash(presented);
  // What an earlier release or a former key has made is told by its hash alone.
  const isOurs = ctx.services.tokens.hasIssued(presented) ? {} : { OR: givenOutAs(hash) };
  const known = id && (await ctx.db.adminSession.findUnique({ where: { id, revokedAt: null, ...isOurs } }));
  const session = known && (await rotate(ctx, known.id, hash));
  if (!session) {
    clearRefreshCookie(ctx);
    throw unauthorized();
  }
  if (session.refreshToken !== null) setRefreshCookie(ctx, session.refreshToken);
  return { token: await ctx.services.tokens.issue(session.adminId, session.id) };
}

const givenOutAs = (hash: Uint8Array<ArrayBuffer>) => [{ refreshHash: hash }, { previousRefreshHash: hash }];

/** Rotates the token of a live session under its row lock; within the grace period the newer token stays. */
async function rotate(ctx: Ctx<Actor, WithTokens>, sessionId: string, hash: Uint8Array<ArrayBuffer>) {
  const next = ctx.services.tokens.issueRefresh(sessionId);
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
  return { message: GENERAL_MESSAGES.signedOut };
}

/** Whose session it is, of which admin, now; nothing where it does not count. */
export const SESSION_ACTOR: Statement = {
  name: "auth.session-actor",
  text: `SELECT a.id, a.email, a.full_name, a.role, least(s.idle_until, s.absolute_until) AS until,
           EXISTS (SELECT FROM factor_demand d WHERE d.role = a.role AND d.is_demanded) AND NOT EXISTS
             (SELECT FROM second_factor f WHERE f.admin_id = a.id AND f.confirmed_at IS NOT NULL) AS must_add_factor
         FROM admin_session s JOIN admin a ON a.id = s.admin_id
         WHERE s.id = $1 AND a.id = $2 AND s.revoked_at IS NULL AND s.idle_until > $3 AND s.absolute_until > $3
           AND a.status = 'ACTIVE'`,
};

/**
 * Who a request comes from: the admin of its bearer token, with the role as it stands in the database now, or a
 * visitor when the token is missing, wrong or expired, the session revoked or the admin disabled.
 */
export async function readActor(
  { db, tokens, now }: Pick<Core, "db" | "now"> & WithTokens,
  bearer: string | null,
  ip: string,
): Promise<Actor> {
  const claims = bearer === null ? null : await tokens.verify(bearer);
  const admin = claims && (await adminOfSession({ db, now }, claims));
  return admin ?? { kind: "visitor", ip };
}

/** The admin of a session, or null when the session is revoked or over, another's, or the admin disabled. */
export const adminOfSession = async (
  from: { db: Pick<Database, "read">; now: () => Date },
  claims: SessionClaims,
): Promise<AdminActor | null> => (await readSession(from, claims))?.admin ?? null;

export interface SessionClaims {
  adminId: string;
  sessionId: string;
}

/** A session that counts now: whose it is, and until when it does if nothing ends it before. */
export interface LiveSession {
  admin: AdminActor;
  until: Date;
}

/** The session as the database has it now, or null where it does not count. */
export async function readSession(
  { db, now }: { db: Pick<Database, "read">; now: () => Date },
  claims: SessionClaims,
): Promise<LiveSession | null> {
  const [row] = await db.read.sql<{
    id: string;
    email: string;
    full_name: string;
    role: Role;
    until: Date;
    must_add_factor: boolean;
  }>(SESSION_ACTOR, [claims.sessionId, claims.adminId, now()]);
  if (!row) return null;
  const admin = {
    kind: "admin",
    id: row.id,
    sessionId: claims.sessionId,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    mustAddFactor: row.must_add_factor,
  } as const;
  return { admin, until: row.until };
}

const unauthorized = (): DomainError => new DomainError("UNAUTHORIZED", GENERAL_MESSAGES.unauthorizedUser);
