import { randomUUID } from "node:crypto";
import { hashPassword } from "@countinghouse/db/passwords";
import { STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";
import type { ForgotPassword, SetPassword } from "@countinghouse/validators/admins/schemas";
import type { Actor } from "../actor.ts";
import { clientKey } from "../auth/client-key.ts";
import type { WithLimits } from "../auth/limits.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import { spendBotCheck, type WithBotCheck } from "../auth/sign-in.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { whyNotSetPassword } from "./new-password.ts";
import { linkHashes, mailPasswordLink } from "./password-links.ts";
import { endAll } from "./staff.ts";

/**
 * Mails a link to set a new password to an admin who can sign in. Whether the address is one of ours is told by nothing: the
 * answer is the same, and who asks too often for one address is not told either. Throws INVALID for a bot check that is wrong
 * or used, LIMITED for too many from one place.
 */
export async function forgotPassword(
  ctx: Ctx<Actor, WithLimits & WithBotCheck & WithConsoleUrl>,
  { email, botCheck }: ForgotPassword,
): Promise<{ message: string }> {
  const { limits } = ctx.services;
  await limits.consume("resetsByAddress", clientKey(ctx.request.ip));
  await spendBotCheck(ctx, botCheck);
  const isSpent = await limits.consume("resetsByAccount", email).then(
    () => false,
    () => true,
  );
  const spec = {
    action: "admins.forgotPassword",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  await ctx.command(spec, async (tools) => {
    const admin = await tools.tx.admin.findUnique({ where: { email } });
    const isSent = admin?.status === "ACTIVE" && !isSpent;
    return {
      result: null,
      audit: {
        subject: { type: "admin", id: admin?.id ?? "unknown" },
        after: { email, ip: ctx.request.ip, isSent },
      },
      outbox: isSent ? [await mailPasswordLink(tools, ctx.services, admin, "reset")] : [],
    };
  });
  return { message: TEXT.resetAsked };
}

/**
 * Sets a password by a mailed link, which works once, and ends every session of the admin; one who was invited can sign in
 * from then on. Throws INVALID for a link that is unknown, used or too old and for a password that is guessed first, LIMITED.
 */
export async function setPassword(
  ctx: Ctx<Actor, WithLimits & WithConsoleUrl>,
  { token, password }: SetPassword,
): Promise<{ message: string }> {
  const { limits, vault, consoleUrl } = ctx.services;
  await limits.consume("resetsByAddress", clientKey(ctx.request.ip));
  const tokenHash = { in: linkHashes(vault, token) };
  const refusal = new DomainError("INVALID", TEXT.linkRefused, { field: "token" });
  // Hashing takes long on purpose: not for a link that does not work.
  const link = await ctx.db.passwordLink.findFirst({
    where: { tokenHash, usedAt: null },
    select: { admin: { select: { email: true, fullName: true } } },
  });
  if (link === null) throw refusal;
  const why = await whyNotSetPassword(password, { ...link.admin, consoleUrl });
  if (why !== null) throw new DomainError("INVALID", why, { field: "password" });
  const passwordHash = await hashPassword(password);
  const spec = {
    action: "admins.setPassword",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  const email = await ctx.command(spec, async ({ tx, now }) => {
    const { count } = await tx.passwordLink.updateMany({
      where: { tokenHash, usedAt: null, expiresAt: { gt: now }, admin: { status: { not: "DISABLED" } } },
      data: { usedAt: now },
    });
    if (count === 0) throw refusal;
    const { admin } = await tx.passwordLink.findFirstOrThrow({
      where: { tokenHash },
      select: { admin: { select: { id: true, email: true, status: true } } },
    });
    const changed = await tx.admin.updateMany({
      where: { id: admin.id, status: { not: "DISABLED" } },
      data: { passwordHash, status: "ACTIVE", version: { increment: 1 } },
    });
    if (changed.count === 0) throw refusal;
    const sessionsEnded = await endAll(tx, admin.id, now);
    return {
      result: admin.email,
      audit: {
        subject: { type: "admin", id: admin.id },
        before: { status: admin.status },
        after: { status: "ACTIVE", passwordSet: true, sessionsEnded, ip: ctx.request.ip },
      },
    };
  });
  await limits.forget("failuresByAccount", email);
  await limits.forget("wrongInARow", email);
  return { message: TEXT.passwordSet };
}
