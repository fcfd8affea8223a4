import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import {
  ADDING_MINUTES,
  FACTOR_TEXTS as TEXT,
  whyNotAddFactor,
  whyNotRemoveFactor,
} from "@countinghouse/validators/factors/rules";
import type {
  BeginFactor,
  ConfirmApp,
  ConfirmPasskey,
  OwnPassword,
  RemoveFactor,
  RenameFactor,
} from "@countinghouse/validators/factors/schemas";
import type { WithLimits } from "../auth/limits.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { appAddress, matchingStep, newAppSecret } from "../factors/app-codes.ts";
import { newPasskeyOptions, type Passkey, readNewPasskey } from "../factors/passkeys.ts";
import { secretPlace } from "../factors/prove.ts";
import { replaceRecoveryCodes } from "../factors/recovery-codes.ts";
import { provePassword } from "./own.ts";

type Requested<Input> = Input & { requestId: string };

const CONFIRMED = { confirmedAt: { not: null } };

/** The actor's second factors, how many recovery codes are left, and whether the role needs a factor. */
export async function listOwnFactors({ db, actor }: AdminCtx) {
  const [factors, recoveryCodes, demand] = await Promise.all([
    db.secondFactor.findMany({
      where: { adminId: actor.id, ...CONFIRMED },
      orderBy: { createdAt: "asc" },
      select: { id: true, kind: true, name: true, createdAt: true, usedAt: true },
    }),
    db.recoveryCode.count({ where: { adminId: actor.id, usedAt: null } }),
    db.factorDemand.findUnique({ where: { role: actor.role } }),
  ]);
  return { factors, recoveryCodes, isDemanded: demand?.isDemanded ?? false };
}

/**
 * Begins to add a second factor: the secret that an authenticator app takes, or what a browser is asked to make a passkey. It
 * is confirmed within ten minutes. Throws INVALID for a wrong password, LIMITED, RULE for one too many.
 */
export async function beginFactor(
  ctx: AdminCtx<WithLimits & WithConsoleUrl>,
  { kind, current, requestId }: Requested<BeginFactor>,
) {
  const { id: adminId, email, fullName } = ctx.actor;
  const { vault, consoleUrl } = ctx.services;
  await provePassword(ctx, current);
  const held = await ctx.db.secondFactor.findMany({ where: { adminId, ...CONFIRMED } });
  const passkeys = held.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ credentialId, transports }],
  );
  const passkey =
    kind === "PASSKEY"
      ? await newPasskeyOptions(consoleUrl, { id: adminId, email, fullName }, passkeys)
      : null;
  const id: string = randomUUID();
  const spec = {
    action: "admins.beginFactor",
    capability: "session.use",
    input: { requestId, kind },
  } as const;
  const factorId = await ctx.command(spec, async ({ tx, now }) => {
    refuseWhen(whyNotAddFactor(await tx.secondFactor.count({ where: { adminId, ...CONFIRMED } })));
    await tx.secondFactor.create({
      data: {
        id,
        adminId,
        kind,
        createdAt: now,
        expiresAt: new Date(now.getTime() + ADDING_MINUTES * 60_000),
        ...(passkey === null
          ? { secretSealed: vault.seal(secretPlace(id), newAppSecret()) }
          : { challenge: passkey.challenge }),
      },
    });
    return { result: id, audit: { subject: { type: "second_factor", id }, after: { kind } } };
  });
  // Neither stands in the answer that is kept of the press.
  const begun = await ctx.db.secondFactor.findUniqueOrThrow({ where: { id: factorId } });
  const secret = begun.secretSealed && vault.open(secretPlace(factorId), begun.secretSealed);
  return {
    factorId,
    app: secret === null ? null : { secret, address: appAddress(secret, email) },
    passkey: passkey && { ...passkey, challenge: begun.challenge ?? passkey.challenge },
  };
}

/** Adds an authenticator app by a code that it shows. Throws INVALID for a wrong one and for one begun too long ago. */
export function confirmApp(ctx: AdminCtx, input: Requested<ConfirmApp>) {
  const { vault } = ctx.services;
  return confirm(ctx, input, "APP", async ({ secretSealed }, now) => {
    const secret = secretSealed && vault.open(secretPlace(input.factorId), secretSealed);
    const lastStep = secret === null ? null : matchingStep(secret, input.code, now, null);
    if (lastStep === null) throw new DomainError("INVALID", TEXT.wrongCode, { field: "code" });
    return { lastStep };
  });
}

/** Adds a passkey that the browser has made. Throws INVALID for one that was not made for this, and one begun too long ago. */
export async function confirmPasskey(ctx: AdminCtx<WithConsoleUrl>, input: Requested<ConfirmPasskey>) {
  const begun = await ctx.db.secondFactor.findUnique({
    where: { id: input.factorId, adminId: ctx.actor.id },
  });
  const { consoleUrl } = ctx.services;
  const made: Passkey | null = begun?.challenge
    ? await readNewPasskey(consoleUrl, begun.challenge, input.passkey)
    : null;
  return confirm(ctx, input, "PASSKEY", async (_, __, tx) => {
    if (made === null) throw new DomainError("INVALID", TEXT.passkeyRefused);
    const isHeld = await tx.secondFactor.count({ where: { credentialId: made.credentialId } });
    if (isHeld > 0) throw new DomainError("INVALID", TEXT.passkeyRefused);
    return made;
  });
}

/** Ends the adding of one: it is asked for from the next sign-in on. With the first one recovery codes are made, shown once. */
async function confirm(
  ctx: AdminCtx,
  { factorId: id, name, requestId }: Requested<{ factorId: string; name: string }>,
  kind: "APP" | "PASSKEY",
  proven: (
    begun: { secretSealed: Uint8Array | null },
    now: Date,
    tx: Tx,
  ) => Promise<Partial<Passkey> & { lastStep?: number }>,
) {
  const adminId = ctx.actor.id;
  let recoveryCodes: string[] = [];
  const action = kind === "APP" ? "admins.confirmApp" : "admins.confirmPasskey";
  const spec = { action, capability: "session.use", input: { requestId, factorId: id, name } } as const;
  const { isFirst } = await ctx.command(spec, async ({ tx, now }) => {
    await lockOwn(tx, adminId);
    const begun = await tx.secondFactor.findUnique({ where: { id, adminId, kind, confirmedAt: null } });
    if (begun === null || begun.expiresAt <= now) throw new DomainError("INVALID", TEXT.tooLate);
    const others = await tx.secondFactor.count({ where: { adminId, ...CONFIRMED } });
    refuseWhen(whyNotAddFactor(others));
    const facts = await proven(begun, now, tx);
    await tx.secondFactor.update({
      where: { id },
      data: { ...facts, name, challenge: null, confirmedAt: now },
    });
    // A mailed code that is under way would sign in without it.
    await tx.signInChallenge.updateMany({ where: { adminId, consumedAt: null }, data: { consumedAt: now } });
    if (others === 0) recoveryCodes = await replaceRecoveryCodes({ tx, now }, ctx.services.vault, adminId);
    return {
      result: { isFirst: others === 0 },
      audit: {
        subject: { type: "second_factor", id },
        after: { kind, name, recoveryCodesMade: others === 0 },
      },
    };
  });
  const isLost = isFirst && recoveryCodes.length === 0;
  return { message: isLost ? TEXT.codesShown : TEXT.added, recoveryCodes };
}

/** Names one of the actor's second factors. Throws NOT_FOUND. */
export function renameFactor(ctx: AdminCtx, input: Requested<RenameFactor>) {
  const { factorId: id, name } = input;
  const spec = { action: "admins.renameFactor", capability: "session.use", input } as const;
  return ctx.command(spec, async ({ tx }) => {
    const where = { id, adminId: ctx.actor.id, ...CONFIRMED };
    const before = found(await tx.secondFactor.findUnique({ where, select: { name: true } }), TEXT.unknown);
    await tx.secondFactor.update({ where, data: { name } });
    return {
      result: { message: TEXT.renamed },
      audit: { subject: { type: "second_factor", id }, before, after: { name } },
    };
  });
}

/**
 * Takes one of the actor's second factors away; with the last one go the recovery codes, and a code is mailed again. Throws
 * INVALID for a wrong password, LIMITED, RULE where the role needs it, NOT_FOUND.
 */
export async function removeFactor(
  ctx: AdminCtx<WithLimits>,
  { factorId: id, current, requestId }: Requested<RemoveFactor>,
) {
  const { id: adminId, role } = ctx.actor;
  await provePassword(ctx, current);
  const spec = {
    action: "admins.removeFactor",
    capability: "session.use",
    input: { requestId, factorId: id },
  } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    await lockOwn(tx, adminId);
    const where = { id, adminId, ...CONFIRMED };
    const before = found(
      await tx.secondFactor.findUnique({ where, select: { kind: true, name: true } }),
      TEXT.unknown,
    );
    const others = await tx.secondFactor.count({ where: { adminId, id: { not: id }, ...CONFIRMED } });
    const demand = await tx.factorDemand.findUnique({ where: { role } });
    refuseWhen(whyNotRemoveFactor(others, demand?.isDemanded ?? false));
    await tx.secondFactor.delete({ where });
    if (others === 0) await tx.recoveryCode.deleteMany({ where: { adminId } });
    await tx.signInChallenge.updateMany({ where: { adminId, consumedAt: null }, data: { consumedAt: now } });
    return {
      result: { message: TEXT.removed },
      audit: { subject: { type: "second_factor", id }, before, after: { removed: true } },
    };
  });
}

/** New recovery codes in place of those before, shown once. Throws INVALID for a wrong password, LIMITED, RULE without a factor. */
export async function renewRecoveryCodes(
  ctx: AdminCtx<WithLimits>,
  { current, requestId }: Requested<OwnPassword>,
) {
  const adminId = ctx.actor.id;
  await provePassword(ctx, current);
  let recoveryCodes: string[] = [];
  const spec = {
    action: "admins.renewRecoveryCodes",
    capability: "session.use",
    input: { requestId },
  } as const;
  await ctx.command(spec, async ({ tx, now }) => {
    await lockOwn(tx, adminId);
    const factors = await tx.secondFactor.count({ where: { adminId, ...CONFIRMED } });
    refuseWhen(factors === 0 ? TEXT.unknown : null);
    recoveryCodes = await replaceRecoveryCodes({ tx, now }, ctx.services.vault, adminId);
    return {
      result: null,
      audit: { subject: { type: "admin", id: adminId }, after: { recoveryCodesMade: recoveryCodes.length } },
    };
  });
  if (recoveryCodes.length === 0) throw new DomainError("CONFLICT", TEXT.codesShown);
  return { recoveryCodes };
}

/** Two presses of one admin wait for one another. */
const lockOwn = (tx: Tx, adminId: string) =>
  tx.$executeRaw`SELECT 1 FROM admin WHERE id = ${adminId}::uuid FOR UPDATE`;
