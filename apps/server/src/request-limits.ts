import type { IncomingMessage } from "node:http";
import { clientKey } from "@countinghouse/api/auth/client-key";
import { deviceTokensIn, hasIssuedDevice } from "@countinghouse/api/auth/known-devices";
import { refreshTokenAmong } from "@countinghouse/api/auth/refresh-cookie";
import { sessionOfRefreshToken } from "@countinghouse/api/auth/tokens";
import type { Services } from "@countinghouse/api/services";
import { type CallOptions, cookiesOf, requestAddress } from "./calls.ts";
import { bearer } from "./procedures/caller.ts";

/** Requests in a minute; 0 is no limit. As many come at once. */
export interface RequestRates {
  /** From one address, without a valid token of a session, or one of a device. */
  perAddress: number;
  /** With the token of one session, or one device. */
  perSession: number;
}

const RATES: RequestRates = { perAddress: 3_000, perSession: 3_000 };

interface Bucket {
  left: number;
  at: number;
}

/** More than ever come at once; beyond it those that are full again are forgotten, and then the oldest. */
const MOST_BUCKETS = 50_000;

/** Counts what comes under one name in this process: a bucket that fills by the minute's rate. */
function createBuckets(perMinute: number, now: () => number) {
  const buckets = new Map<string, Bucket>();
  const currentLevel = ({ left, at }: Bucket) =>
    Math.min(perMinute, left + ((now() - at) * perMinute) / 60_000);
  const makeRoom = () => {
    for (const [name, bucket] of buckets) if (currentLevel(bucket) >= perMinute) buckets.delete(name);
    for (const name of buckets.keys()) {
      if (buckets.size < MOST_BUCKETS) return;
      buckets.delete(name);
    }
  };
  /** Whether one more is within the rate; else after how many seconds it would be. */
  return (name: string): number | null => {
    if (perMinute === 0) return null;
    const known = buckets.get(name);
    const left = known === undefined ? perMinute : currentLevel(known);
    if (known === undefined && buckets.size >= MOST_BUCKETS) makeRoom();
    // The one that was asked for last stands last.
    buckets.delete(name);
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at: now() });
    return left >= 1 ? null : Math.ceil(((1 - left) * 60) / perMinute);
  };
}

/**
 * How long a request has to wait, in seconds, or null. Whoever shows a valid token, or the cookie that renews one, is counted by their
 * session, a browser that somebody has signed in on by its device, everybody else by address, whatever they ask for: so nobody who
 * floods from an address keeps those out who are signed in there, or were.
 */
export function createRequestLimits(
  services: HolderServices,
  options: CallOptions,
  rates: RequestRates = RATES,
  now: () => number = () => performance.now(),
) {
  const byAddress = createBuckets(rates.perAddress, now);
  const bySession = createBuckets(rates.perSession, now);
  return async (request: IncomingMessage): Promise<number | null> => {
    const holder = await holderOf(request, services);
    return holder === null ? byAddress(clientKey(requestAddress(request, options))) : bySession(holder);
  };
}

type HolderServices = Pick<Services, "tokens" | "vault" | "secureCookies">;

/** The session or the device that a request is of, told without a look at the database. */
async function holderOf(request: IncomingMessage, services: HolderServices): Promise<string | null> {
  const token = bearer(request);
  const holder = token === null ? null : await services.tokens.verify(token);
  if (holder !== null) return holder.sessionId;
  const cookies = cookiesOf(request);
  const refreshToken = refreshTokenAmong(cookies, services.secureCookies);
  if (refreshToken !== null && services.tokens.hasIssued(refreshToken))
    return sessionOfRefreshToken(refreshToken);
  const devices = deviceTokensIn(cookies, services.secureCookies);
  return devices.find((device) => hasIssuedDevice(services.vault, device)) ?? null;
}
