import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { hashPassword } from "@countinghouse/db/passwords";
import { STAFF_TEXTS as TEXT } from "@countinghouse/validators/admins/rules";
import type { ForgotPassword, SetPassword } from "@countinghouse/validators/admins/schemas";
import type { Actor } from "../actor.ts";
import { passBotCheck, type WithBotCheck } from "../auth/bot-check.ts";
import { clientKey } from "../auth/client-key.ts";
import { rememberDevice, setDeviceCookie } from "../auth/known-devices.ts";
import type { WithLimits } from "../auth/limits.ts";
import type { WithConsoleUrl, WithCookies } from "../auth/refresh-cookie.ts";
import { knownDeviceAt } from "../auth/sign-in.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { whyNotSetPassword } from "./new-password.ts";
import { linkHashes, mailPasswordLink, wasJustMailed } from "./password-links.ts";
import { endAll } from "./staff.ts";

/** The answer takes so long whatever was done for it: how long that took tells nothing of the address. */
const ANSWERED_AFTER_MS = 300;

/**
 * Mails a link to set a new password to an admin who can sign in, unless one was mailed in the last ten minutes: so that nobody who
 * asks for somebody else keeps them from theirs, or fills their mailbox, and whoever reads it sets no password more often. Whether the address is one of ours is told by nothing: words
 * and time are the same. Throws INVALID for a bot check that is wrong or used, LIMITED for too many from one place.
 */
export async function forgotPassword(
  ctx: Ctx<Actor, WithLimits & WithBotCheck & WithConsoleUrl>,
  { email, botCheck }: ForgotPassword,
): Promise<{ message: string }> {
  await passBotCheck(ctx, { what: "reset", device: await knownDeviceAt(ctx, email) }, botCheck);
  const spec = {
    action: "admins.forgotPassword",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  const done = ctx.command(spec, async (tools) => {
    const { tx, now } = tools;
    // Of two who ask at once one waits for the other's link, at an address that nobody has as well: waiting tells nothing.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`forgot-password:${email}`}, 0))`;
    // Whoever is taken out meanwhile gets no link that would work again later.
    await tx.$executeRaw`SELECT 1 FROM admin WHERE email = ${email} FOR SHARE`;
    const admin = await tx.admin.findUnique({ where: { email } });
    const isMailed = await wasJustMailed(tx, email, now);
    const isSent = admin?.status === "ACTIVE" && !isMailed;
    return {
      result: null,
      audit: {
        subject: { type: "admin", id: admin?.id ?? "unknown" },
        after: { email, ip: ctx.request.ip, isSent },
      },
      outbox: isSent ? [(await mailPasswordLink(tools, ctx.services, admin, "reset")).mail] : [],
    };
  });
  await Promise.all([done, pause(ANSWERED_AFTER_MS)]);
  return { message: TEXT.resetAsked };
}

/**
 * Sets a password by a mailed link, after which none works any more, and ends every session of the admin; one who was invited can sign
 * in from then on. The browser is known of the admin: whoever guesses elsewhere meanwhile does not lock it out. Throws INVALID for a
 * link that is unknown, used or too old and for a password that is guessed first, LIMITED.
 */
export async function setPassword(
  ctx: Ctx<Actor, WithLimits & WithConsoleUrl & WithCookies>,
  { token, password }: SetPassword,
): Promise<{ message: string }> {
  const { limits, vault, consoleUrl } = ctx.services;
  const tokenHash = { in: linkHashes(vault, token) };
  const refusal = new DomainError("INVALID", TEXT.linkRefused, { field: "token" });
  // Hashing takes long on purpose: not for a link that does not work.
  const link = await ctx.db.passwordLink.findFirst({
    where: { tokenHash, usedAt: null },
    select: { id: true, admin: { select: { id: true, email: true, fullName: true } } },
  });
  if (link === null) {
    // Whoever tries those keeps nobody at the same address from theirs.
    await limits.consume("wrongLinksByAddress", clientKey(ctx.request.ip));
    throw refusal;
  }
  await limits.consume("passwordsByLink", link.id);
  const why = await whyNotSetPassword(password, { ...link.admin, consoleUrl });
  if (why !== null) throw new DomainError("INVALID", why, { field: "password" });
  const passwordHash = await hashPassword(password);
  const spec = {
    action: "admins.setPassword",
    capability: null,
    input: { requestId: randomUUID() },
  } as const;
  let deviceToken = "";
  const { id, email } = link.admin;
  await ctx.command(spec, async ({ tx, now }) => {
    // Before the link: of two links at once one waits here, and holds nothing that the other takes next.
    await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
    const { count } = await tx.passwordLink.updateMany({
      where: { tokenHash, usedAt: null, expiresAt: { gt: now }, admin: { status: { not: "DISABLED" } } },
      data: { usedAt: now },
    });
    if (count === 0) throw refusal;
    const before = await tx.admin.findUniqueOrThrow({ where: { id }, select: { status: true } });
    await tx.admin.update({
      where: { id },
      data: { passwordHash, status: "ACTIVE", version: { increment: 1 } },
    });
    const sessionsEnded = await endAll(tx, id, now);
    deviceToken = (await rememberDevice(ctx, tx, id, now)).token;
    return {
      result: null,
      audit: {
        subject: { type: "admin", id },
        before,
        after: { status: "ACTIVE", passwordSet: true, sessionsEnded, ip: ctx.request.ip },
      },
    };
  });
  await limits.forget("failuresByAccount", email);
  await limits.forget("wrongInARow", email);
  setDeviceCookie(ctx, id, deviceToken);
  return { message: TEXT.passwordSet };
}
