import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { IDLE_MINUTES } from "@countinghouse/validators/auth/rules";
import type { VerifyCode } from "@countinghouse/validators/auth/schemas";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import type { VerifyFactor } from "@countinghouse/validators/factors/schemas";
import type { Actor } from "../actor.ts";
import type { AuditAction } from "../audit-actions.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { factorProof } from "../factors/prove.ts";
import { rememberDevice, setDeviceCookie } from "./known-devices.ts";
import type { WithLimits } from "./limits.ts";
import { assertFromHere, setRefreshCookie, type WithConsoleUrl, type WithCookies } from "./refresh-cookie.ts";
import { ABSOLUTE_HOURS } from "./sessions.ts";
import { FAILURES_A_CODE, guessesAt, isCode } from "./sign-in.ts";
import { refreshTokenHash, type WithTokens } from "./tokens.ts";

type SigningInCtx = Ctx<Actor, WithLimits & WithTokens & WithCookies>;

interface Challenge {
  id: string;
  adminId: string;
  codeHash: Uint8Array | null;
}

/**
 * Second step of signing in: the code opens a session. Answers with the access token and sets the refresh cookie.
 * Throws INVALID with `details.reason` ("wrong", "expired" or "used") when the code does not fit, or the admin has a second factor of
 * their own; UNAUTHORIZED where another site asks.
 */
export const verifyCode = (
  ctx: SigningInCtx,
  { challengeId, code }: VerifyCode,
): Promise<{ token: string }> =>
  completeSignIn(ctx, "auth.verifyCode", challengeId, "MAIL", (held) =>
    Promise.resolve(held.codeHash !== null && isCode(ctx, challengeId, code, held.codeHash)),
  );

/** The same by a second factor of the admin's own, or a recovery code. Throws in the same words. */
export async function verifyFactor(
  ctx: Ctx<Actor, WithLimits & WithTokens & WithCookies & WithConsoleUrl>,
  input: VerifyFactor,
): Promise<{ token: string }> {
  const { challengeId, method } = input;
  const challenge = await ctx.db.signInChallenge.findUnique({ where: { id: challengeId } });
  const { vault, consoleUrl } = ctx.services;
  const isRight = challenge && (await factorProof({ db: ctx.db, vault, consoleUrl }, challenge, input));
  return completeSignIn(ctx, "auth.verifyFactor", challengeId, method, (held, tools) =>
    held.codeHash === null && isRight !== null ? isRight(tools) : Promise.resolve(false),
  );
}

async function completeSignIn(
  ctx: SigningInCtx,
  action: AuditAction,
  challengeId: string,
  method: string,
  isRight: (held: Challenge, tools: { tx: Tx; now: Date }) => Promise<boolean>,
): Promise<{ token: string }> {
  // Nobody is signed in by another's page as somebody else.
  assertFromHere(ctx);
  const challenge = await ctx.db.signInChallenge.findUnique({
    where: { id: challengeId },
    select: { codeHash: true, admin: { select: { id: true, email: true, status: true } } },
  });
  if (challenge?.admin.status !== "ACTIVE") throw codeFailed("wrong");
  const { admin } = challenge;
  const guesses = await guessesAt(ctx, admin, challenge.codeHash === null);
  // Counted as a failure before it is tried, like a password.
  await guesses.count();
  const sessionId = randomUUID();
  const refreshToken = ctx.services.tokens.issueRefresh(sessionId);
  const spec = { action, capability: null, input: { requestId: sessionId } } as const;
  let deviceToken = "";
  const refusal = await ctx.command(spec, async ({ tx, now }) => {
    const audited = <Result>(result: Result, after: Record<string, unknown>) => ({
      result,
      audit: { subject: { type: "admin", id: admin.id }, after: { ...after, method, ip: ctx.request.ip } },
    });
    await tx.$executeRaw`SELECT 1 FROM sign_in_challenge WHERE id = ${challengeId}::uuid FOR UPDATE`;
    // Whoever is taken out meanwhile gets no session that would live again later.
    await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${admin.id}::uuid FOR SHARE`;
    const { status } = await tx.admin.findUniqueOrThrow({
      where: { id: admin.id },
      select: { status: true },
    });
    if (status !== "ACTIVE") return audited("wrong" as const, { refused: "disabled" });
    const held = await tx.signInChallenge.findUniqueOrThrow({ where: { id: challengeId } });
    if (held.consumedAt || held.failures >= FAILURES_A_CODE)
      return audited("used" as const, { refused: "used" });
    if (held.expiresAt <= now) return audited("expired" as const, { refused: "expired" });
    if (!(await isRight(held, { tx, now }))) {
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
  await ctx.services.limits.forget("wrongFactorsInARow", admin.id);
  setRefreshCookie(ctx, refreshToken);
  setDeviceCookie(ctx, admin.id, deviceToken);
  return { token: await ctx.services.tokens.issue(admin.id, sessionId) };
}

const codeFailed = (reason: "wrong" | "expired" | "used"): DomainError =>
  new DomainError("INVALID", reason === "expired" ? AUTH_TEXTS.codeExpired : AUTH_TEXTS.codeFailed, {
    reason,
  });
