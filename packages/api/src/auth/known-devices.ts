import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Prisma, Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { setCookie, type WithCookies } from "./refresh-cookie.ts";

const DAYS = 180;
/** Admins who share a browser; what a request brings beyond is not looked at. */
const MOST_TOKENS = 10;
const TOKEN = /^[\w-]{43}$/;

/** One cookie for each admin who has signed in on this browser: who shares it does not take the other's away. */
const cookiePrefix = (secure: boolean): string => (secure ? "__Host-device-" : "device-");

/** The device tokens among the cookies of a request, each `name=value`. */
export const deviceTokensIn = (cookies: readonly string[], secure: boolean): string[] =>
  cookies
    .filter((pair) => pair.startsWith(cookiePrefix(secure)))
    .map((pair) => pair.slice(pair.indexOf("=") + 1))
    .filter((token) => TOKEN.test(token))
    .slice(0, MOST_TOKENS);

/** Half of a token is random, half an HMAC over that: one that was made up is told without a look at the database. */
const HALF_BYTES = 16;

function newDeviceToken(vault: Vault): string {
  const random = randomBytes(HALF_BYTES);
  const mac = vault.secretHash("known-device-token", random.toString("base64url"));
  return Buffer.concat([random, mac.subarray(0, HALF_BYTES)]).toString("base64url");
}

/** Whether a device token was once given out here, under a key that is still known. Whether its device is still known it does not say. */
export function hasIssuedDevice(vault: Vault, token: string): boolean {
  const bytes = Buffer.from(token, "base64url");
  const mac = bytes.subarray(HALF_BYTES);
  const macs = vault.secretHashes("known-device-token", bytes.subarray(0, HALF_BYTES).toString("base64url"));
  // The last character has two bits to spare: each device has one token, and whoever counts by it counts one.
  const isOneSpelling = bytes.toString("base64url") === token;
  return (
    isOneSpelling &&
    mac.length === HALF_BYTES &&
    macs.some((each) => timingSafeEqual(each.subarray(0, HALF_BYTES), mac))
  );
}

/** A token, and what is kept of it. */
function newDevice(vault: Vault) {
  const token = newDeviceToken(vault);
  return { token, kept: { tokenHash: vault.secretHash("known-device", token) } };
}

const deviceHashes = (vault: Vault, token: string): Uint8Array<ArrayBuffer>[] =>
  vault.secretHashes("known-device", token);

/** The known device that a request comes from, of the admin with this e-mail; null for all others. */
export function findKnownDevice(ctx: Ctx, email: string): Promise<{ id: string } | null> {
  const { deviceTokens } = ctx.request;
  if (deviceTokens.length === 0) return Promise.resolve(null);
  const hashes = deviceTokens.flatMap((token) => deviceHashes(ctx.services.vault, token));
  return ctx.db.knownDevice.findFirst({
    where: { tokenHash: { in: hashes }, admin: { email }, ...open(ctx.now()) },
    select: { id: true },
  });
}

/**
 * Knows the browser of a completed sign-in from now on, for 180 days after the last one. Returns the device and the token that
 * its cookie has to carry.
 */
export async function rememberDevice(
  ctx: Ctx,
  tx: Tx,
  adminId: string,
  now: Date,
): Promise<{ id: string; token: string }> {
  const { vault } = ctx.services;
  const facts = { usedAt: now, expiresAt: new Date(now.getTime() + DAYS * 86_400_000) };
  for (const token of ctx.request.deviceTokens) {
    const held = await tx.knownDevice.findFirst({
      where: { tokenHash: { in: deviceHashes(vault, token) }, adminId, ...open(now) },
      select: { id: true },
    });
    if (held === null) continue;
    // One of an earlier form would be counted by its address for good.
    const renewed = hasIssuedDevice(vault, token) ? null : newDevice(vault);
    await tx.knownDevice.update({ where: { id: held.id }, data: { ...facts, ...renewed?.kept } });
    return { id: held.id, token: renewed?.token ?? token };
  }
  const { token, kept } = newDevice(vault);
  const { id } = await tx.knownDevice.create({
    data: { adminId, createdAt: now, ...kept, ...facts },
    select: { id: true },
  });
  return { id, token };
}

/** Hands the token of a known device to the browser. */
export const setDeviceCookie = (ctx: Ctx<Actor, WithCookies>, adminId: string, token: string): void =>
  setCookie(ctx, cookiePrefix(ctx.services.secureCookies) + adminId, token, DAYS * 86_400);

/** Knows the admin's devices no longer: all but that of one session, or that of one session alone. */
export const forgetDevices = (
  tx: Tx,
  adminId: string,
  now: Date,
  which: { except?: string | undefined; of?: string } = {},
) => {
  const sessions: Prisma.AdminSessionListRelationFilter = {
    ...(which.except !== undefined && { none: { id: which.except } }),
    ...(which.of !== undefined && { some: { id: which.of } }),
  };
  return tx.knownDevice.updateMany({ where: { adminId, endedAt: null, sessions }, data: { endedAt: now } });
};

const open = (now: Date) => ({ endedAt: null, expiresAt: { gt: now } });
