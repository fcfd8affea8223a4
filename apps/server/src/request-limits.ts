import type { IncomingMessage } from "node:http";
import { clientKey } from "@countinghouse/api/auth/client-key";
import { deviceTokensIn, hasIssuedDevice } from "@countinghouse/api/auth/known-devices";
import { refreshTokenAmong } from "@countinghouse/api/auth/refresh-cookie";
import { sessionOfRefreshToken } from "@countinghouse/api/auth/tokens";
import type { Services } from "@countinghouse/api/services";
import { type CallOptions, cookiesOf, requestAddress } from "./calls.ts";
import { bearer } from "./procedures/caller.ts";

/** Requests in a minute, which may come all at once; 0 is no limit. */
export interface RequestRates {
  /** From one address, without a valid token of a session or a device. */
  perAddress: number;
  /** With the token of one session, or one device. */
  perSession: number;
}

const RATES: RequestRates = { perAddress: 3_000, perSession: 3_000 };

interface Bucket {
  left: number;
  at: number;
}

/** More than are ever in use. Beyond this number full buckets are dropped first, then the oldest ones. */
const MOST_BUCKETS = 50_000;

/** Counts the requests of each name in this process, with a token bucket that refills at the rate. */
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
  /** Takes one request from the bucket and returns null, or the seconds to wait when it is empty. */
  return (name: string): number | null => {
    if (perMinute === 0) return null;
    const known = buckets.get(name);
    const left = known === undefined ? perMinute : currentLevel(known);
    if (known === undefined && buckets.size >= MOST_BUCKETS) makeRoom();
    // Moves the bucket to the end: the map is in the order of use.
    buckets.delete(name);
    buckets.set(name, { left: left >= 1 ? left - 1 : left, at: now() });
    return left >= 1 ? null : Math.ceil(((1 - left) * 60) / perMinute);
  };
}

/**
 * Returns a function that returns the seconds a request has to wait, or null. A request with a valid token, or with the cookie that renews
 * it, counts for its session. A browser with an earlier sign-in counts for its device, and any other request for its address. So a flood
 * from an address does not lock out admins who are, or were, signed in there.
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

/** Returns the session or the device of a request, without a query. */
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
