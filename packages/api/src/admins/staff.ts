import type { Tx } from "@countinghouse/db";
import {
  STAFF_TEXTS as TEXT,
  whyNotDisable,
  whyNotSendPasswordLink,
  whyNotTakeSuperadmin,
} from "@countinghouse/validators/admins/rules";
import type {
  ChangeAdmin,
  InviteAdmin,
  NameAdmin,
  SetAdminStatus,
} from "@countinghouse/validators/admins/schemas";
import { FACTOR_TEXTS, whyNotRemoveFactors } from "@countinghouse/validators/factors/rules";
import type { AdminActor } from "../actor.ts";
import { forgetDevices } from "../auth/known-devices.ts";
import type { RateLimits, WithLimits } from "../auth/limits.ts";
import type { WithMailOutcome } from "../auth/mail-outcome.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { Ctx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { mailPasswordLink, saidOfLink, spendPasswordLinks } from "./password-links.ts";
import { readFacts } from "./reading-budget.ts";

/** A SUPERADMIN on the screen, or the command line. */
type ManagerCtx<Own extends object = object> = Ctx<AdminActor | { kind: "job"; name: string }, Own>;
type MailingCtx = ManagerCtx<WithConsoleUrl & WithMailOutcome>;
type Requested<Input> = Input & { requestId: string };

const UNKNOWN = "There is no such admin.";
const FACTS = {
  id: true,
  email: true,
  fullName: true,
  role: true,
  status: true,
  paymentFlag: true,
  version: true,
} as const;

/**
 * The staff by name, each with when they last signed in, the sessions that are open (since when, and from where), and what
 * they read in this hour.
 */
export async function listStaff(ctx: ManagerCtx) {
  const now = ctx.now();
  const open = { revokedAt: null, idleUntil: { gt: now }, absoluteUntil: { gt: now } };
  const admins = await ctx.db.admin.findMany({
    orderBy: [{ fullName: "asc" }, { email: "asc" }],
    select: {
      ...FACTS,
      createdAt: true,
      _count: { select: { factors: { where: { confirmedAt: { not: null } } } } },
      sessions: {
        where: open,
        orderBy: { rotatedAt: "desc" },
        select: { id: true, createdAt: true, rotatedAt: true, userAgent: true, ip: true },
      },
    },
  });
  const signIns = await ctx.db.adminSession.groupBy({ by: ["adminId"], _max: { createdAt: true } });
  const lastSignIn = new Map(signIns.map(({ adminId, _max }) => [adminId, _max.createdAt]));
  const reading = await readFacts(ctx);
  return admins.map(({ _count, ...admin }) => ({
    ...admin,
    factors: _count.factors,
    lastSignInAt: lastSignIn.get(admin.id) ?? null,
    reading: reading(admin.id),
  }));
}

/**
 * Adds somebody who sets their own password by a mailed link, and says whether the mail was sent. Throws CONFLICT when the e-mail is
 * taken.
 */
export async function inviteAdmin(ctx: MailingCtx, input: Requested<InviteAdmin>) {
  const { email, fullName, role, paymentFlag } = input;
  const spec = { action: "admins.invite", capability: "staff.manage", input } as const;
  const { id, linkId } = await ctx.command(spec, async (tools) => {
    const facts = { email, fullName, role, paymentFlag };
    const { count } = await tools.tx.admin.createMany({
      data: { ...facts, status: "INVITED", passwordHash: "" },
      skipDuplicates: true,
    });
    if (count === 0)
      throw new DomainError("CONFLICT", `There is already an admin with the e-mail ${email}.`, {
        field: "email",
      });
    const admin = await tools.tx.admin.findUniqueOrThrow({ where: { email }, select: FACTS });
    const link = await mailPasswordLink(tools, ctx.services, admin, "invitation");
    return {
      result: { id: admin.id, linkId: link.linkId },
      audit: { subject: { type: "admin", id: admin.id }, after: facts },
      outbox: [link.mail],
    };
  });
  return { id, message: await saidOfLink(ctx.services, linkId, TEXT.invited) };
}

/**
 * Changes the role and the payment flag, which count from the next request on. Throws RULE for the last SUPERADMIN, CONFLICT
 * when the admin was changed since, NOT_FOUND.
 */
export function changeAdmin(ctx: ManagerCtx, input: Requested<ChangeAdmin>) {
  const { id, version, role, paymentFlag } = input;
  const spec = { action: "admins.change", capability: "staff.manage", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const before = await lockAdmin(tx, id, version);
    refuseWhen(whyNotTakeSuperadmin(before, { ...before, role }, await otherSuperadmins(tx, id)));
    await tx.admin.update({ where: { id }, data: { role, paymentFlag, version: { increment: 1 } } });
    return {
      result: { id, version: version + 1, message: TEXT.changed },
      audit: {
        subject: { type: "admin", id },
        before: { role: before.role, paymentFlag: before.paymentFlag },
        after: { role, paymentFlag },
      },
    };
  });
}

/**
 * Takes an admin out, with every session, code and link of theirs for good, or back in, to sign in anew. Throws RULE for oneself
 * and the last SUPERADMIN, CONFLICT, NOT_FOUND.
 */
export function setAdminStatus(ctx: ManagerCtx, input: Requested<SetAdminStatus>) {
  const { id, version, isDisabled } = input;
  const action = isDisabled ? "admins.disable" : "admins.enable";
  return ctx.command({ action, capability: "staff.manage", input }, async ({ tx, now }) => {
    const before = await lockAdmin(tx, id, version);
    const { passwordHash } = await tx.admin.findUniqueOrThrow({ where: { id } });
    const back = passwordHash === "" ? "INVITED" : "ACTIVE";
    const status = isDisabled ? "DISABLED" : back;
    if (isDisabled) refuseWhen(whyNotDisable(ctx.actor.kind === "admin" && ctx.actor.id === id));
    refuseWhen(whyNotTakeSuperadmin(before, { ...before, status }, await otherSuperadmins(tx, id)));
    await tx.admin.update({ where: { id }, data: { status, version: { increment: 1 } } });
    const ended = isDisabled ? await endAll(tx, id, now) : 0;
    return {
      result: { id, version: version + 1, message: isDisabled ? TEXT.disabled : TEXT.enabled },
      audit: {
        subject: { type: "admin", id },
        before: { status: before.status },
        after: { status, ...(isDisabled && { sessionsEnded: ended }) },
      },
    };
  });
}

/**
 * Mails the link by which the admin sets a password: of one who was invited, the invitation once more. Links before it stop working.
 * Throws RULE, NOT_FOUND.
 */
export async function sendPasswordLink(ctx: MailingCtx, input: Requested<NameAdmin>) {
  const { id } = input;
  const spec = { action: "admins.sendPasswordLink", capability: "staff.manage", input } as const;
  const { linkId } = await ctx.command(spec, async (tools) => {
    const admin = await lockAdmin(tools.tx, id);
    refuseWhen(whyNotSendPasswordLink(admin.status));
    const kind = admin.status === "INVITED" ? "invitation" : "reset";
    await spendPasswordLinks(tools.tx, id, tools.now);
    const link = await mailPasswordLink(tools, ctx.services, admin, kind);
    return {
      result: { linkId: link.linkId },
      audit: { subject: { type: "admin", id }, after: { kind } },
      outbox: [link.mail],
    };
  });
  return { message: await saidOfLink(ctx.services, linkId, TEXT.linkSent) };
}

/** Ends every session of the admin. Throws NOT_FOUND. */
export function endSessions(ctx: ManagerCtx, input: Requested<NameAdmin>) {
  const { id } = input;
  const spec = { action: "admins.endSessions", capability: "staff.manage", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockAdmin(tx, id);
    const ended = await endAll(tx, id, now);
    return {
      result: { ended, message: TEXT.sessionsEnded },
      audit: { subject: { type: "admin", id }, after: { ended } },
    };
  });
}

/**
 * Forgets the wrong passwords and codes that lock an account for half an hour, from elsewhere and from its devices, and all wrong
 * second factors. Throws NOT_FOUND, and RULE after a hundred in a row, which only a new password ends.
 */
export async function unlockAdmin(ctx: ManagerCtx<WithLimits>, input: Requested<NameAdmin>) {
  const { id } = input;
  const { limits } = ctx.services;
  const spec = { action: "admins.unlock", capability: "staff.manage", input } as const;
  const { email, devices, message } = await ctx.command(spec, async ({ tx }) => {
    const admin = await lockAdmin(tx, id);
    refuseWhen(await whyNotUnlock(limits, admin.email));
    const known = await tx.knownDevice.findMany({
      where: { adminId: id, endedAt: null },
      select: { id: true },
    });
    return {
      result: { email: admin.email, devices: known.map((device) => device.id), message: TEXT.unlocked },
      audit: { subject: { type: "admin", id }, after: { unlocked: true } },
    };
  });
  for (const limit of ["failuresByAccount", "codesByAccount"] as const) await limits.forget(limit, email);
  await limits.forget("wrongFactorsInARow", id);
  for (const device of devices)
    for (const limit of ["failuresByDevice", "codesByDevice"] as const) await limits.forget(limit, device);
  return { message };
}

/**
 * Takes every second factor and recovery code of an admin away who has lost them, and ends their sessions: they sign in by a mailed
 * code again. Throws RULE for oneself and where there is none, NOT_FOUND.
 */
export function removeFactors(ctx: ManagerCtx, input: Requested<NameAdmin>) {
  const { id } = input;
  const spec = { action: "admins.removeFactors", capability: "staff.manage", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockAdmin(tx, id);
    const isOneself = ctx.actor.kind === "admin" && ctx.actor.id === id;
    const before = await tx.secondFactor.findMany({
      where: { adminId: id, confirmedAt: { not: null } },
      select: { kind: true, name: true },
    });
    refuseWhen(whyNotRemoveFactors(isOneself, before.length));
    await tx.secondFactor.deleteMany({ where: { adminId: id } });
    await tx.recoveryCode.deleteMany({ where: { adminId: id } });
    const sessionsEnded = await endAll(tx, id, now);
    return {
      result: { message: FACTOR_TEXTS.removedByStaff },
      audit: {
        subject: { type: "admin", id },
        before: { factors: before },
        after: { factors: [], sessionsEnded },
      },
    };
  });
}

/** The id of the admin of an e-mail, for the command line. Throws NOT_FOUND. */
export async function findAdmin(ctx: ManagerCtx, email: string) {
  const where = { email: email.toLowerCase() };
  return found(await ctx.db.admin.findUnique({ where, select: FACTS }), `There is no admin ${email}.`);
}

/** Ends the sessions of an admin, every sign-in and link under way and what is known of their devices; returns how many sessions there were. */
export async function endAll(tx: Tx, adminId: string, now: Date, except?: string): Promise<number> {
  const others = except === undefined ? {} : { id: { not: except } };
  const { count } = await tx.adminSession.updateMany({
    where: { adminId, revokedAt: null, ...others },
    data: { revokedAt: now },
  });
  await tx.signInChallenge.updateMany({ where: { adminId, consumedAt: null }, data: { consumedAt: now } });
  await spendPasswordLinks(tx, adminId, now);
  await forgetDevices(tx, adminId, now, { except });
  return count;
}

/** The admin, whom nobody else changes until the end. Throws NOT_FOUND, CONFLICT at another version. */
async function lockAdmin(tx: Tx, id: string, version?: number) {
  // Every SUPERADMIN as well, in one order: two that take each other out wait for one another.
  await tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${id}::uuid OR role = 'SUPERADMIN' ORDER BY id FOR UPDATE`;
  const admin = found(await tx.admin.findUnique({ where: { id }, select: FACTS }), UNKNOWN);
  if (version !== undefined && admin.version !== version)
    throw new DomainError("CONFLICT", TEXT.adminChanged);
  return admin;
}

const otherSuperadmins = (tx: Tx, id: string): Promise<number> =>
  tx.admin.count({ where: { role: "SUPERADMIN", status: "ACTIVE", id: { not: id } } });

const whyNotUnlock = (limits: RateLimits, email: string): Promise<string | null> =>
  limits.check("wrongInARow", email).then(
    () => null,
    () => TEXT.onlyByReset,
  );
