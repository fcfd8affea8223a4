import { createHash } from "node:crypto";
import { AUTH_TEXTS } from "@countinghouse/validators/auth/texts";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { DomainError } from "../errors.ts";

/** What a domain receives that limits how often something is asked. */
export interface WithLimits {
  limits: RateLimits;
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** How often what may be tried. Failures lock, successes do not count. */
const LIMITS = {
  /** Sign-ins whose bot check passed, from one address by browsers that are not known of the admin. */
  signInByAddress: { points: 300, duration: 10 * MINUTE },
  /** The same from one known device. */
  signInByDevice: { points: 60, duration: 10 * MINUTE },
  /** Wrong passwords and codes on one account from elsewhere than its known devices, which it is then locked for. */
  failuresByAccount: { points: 10, duration: 30 * MINUTE },
  /** The same from one address, whatever the account. */
  failuresByAddress: { points: 100, duration: 30 * MINUTE },
  /** The same from one known device, or session. */
  failuresByDevice: { points: 10, duration: 30 * MINUTE },
  /** The same on one account since somebody last signed in to the end, however long ago (NIST SP 800-63B-4, 3.2.2). */
  wrongInARow: { points: 100, duration: 0 },
  /** The same on an e-mail that nobody has. */
  wrongInARowOfNobody: { points: 100, duration: 400 * DAY },
  /** The same from one known device, which lasts no longer. */
  wrongInARowByDevice: { points: 100, duration: 400 * DAY },
  /** Wrong second factors of one admin since they last signed in to the end, wherever from: a new password gives no more of them. */
  wrongFactorsInARow: { points: 100, duration: 0 },
  /** Codes sent to one account, for sign-ins from elsewhere than its known devices. */
  codesByAccount: { points: 60, duration: 60 * MINUTE },
  /** The same for those from one known device. */
  codesByDevice: { points: 60, duration: 60 * MINUTE },
  /** Codes sent for one sign-in: one at the start, a first resend at once, then one each half minute. */
  codesByChallenge: { points: 2, duration: 30 },
  /** Wrong passcodes of one admin on one rail: no more can be tried for the rest of the half hour. */
  wrongPasscodes: { points: 5, duration: 30 * MINUTE },
  /** Links to set a password, asked for from one address by browsers that are not known of the admin. */
  resetsByAddress: { points: 30, duration: 10 * MINUTE },
  /** The same from one known device. */
  resetsByDevice: { points: 10, duration: 10 * MINUTE },
  /** Passwords tried with one mailed link. */
  passwordsByLink: { points: 60, duration: 30 * MINUTE },
  /** Openings of one contract by its copied link from one address. */
  openingsByLink: { points: 60, duration: 10 * MINUTE },
  /** Links that open no contract or set no password, from one address. Those that do are taken all the same. */
  wrongLinksByAddress: { points: 60, duration: 10 * MINUTE },
  /** What browsers of one address report of our policies. */
  reportsByAddress: { points: 60, duration: 10 * MINUTE },
} as const;

export type LimitName = keyof typeof LIMITS;

export interface RateLimits {
  /** Counts one use, or so many. Throws LIMITED when that is one too many. */
  consume(limit: LimitName, key: string, uses?: number): Promise<void>;
  /** Throws LIMITED when nothing is left to use, without counting. */
  check(limit: LimitName, key: string): Promise<void>;
  /** Takes one use back: what was counted as a failure beforehand turned out to be none. */
  refund(limit: LimitName, key: string): Promise<void>;
  /** Forgets what was counted. */
  forget(limit: LimitName, key: string): Promise<void>;
}

/** Rate limits counted in PostgreSQL, so that all processes count together. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, limit]) => {
      const options = {
        storeClient: pool,
        tableName: "rate_limit",
        tableCreated: true,
        clearExpiredByTimeout: false,
      };
      return [name, new RateLimiterPostgres({ ...options, keyPrefix: name, ...limit })];
    }),
  ) as Record<LimitName, RateLimiterPostgres>;
  return {
    consume: async (limit, key, uses = 1) => {
      try {
        await limiters[limit].consume(stored(key), uses);
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? limited(limit, refusal) : refusal;
      }
    },
    check: async (limit, key) => {
      const state = await limiters[limit].get(stored(key));
      if (state !== null && state.consumedPoints >= LIMITS[limit].points) throw limited(limit, state);
    },
    refund: async (limit, key) => {
      await limiters[limit].reward(stored(key));
    },
    forget: async (limit, key) => {
      await limiters[limit].delete(stored(key));
    },
  };
}

/** With the name of the limit in front, the column of the library's table takes 255 characters. */
const LONGEST_KEY = 200;

const stored = (key: string): string =>
  key.length <= LONGEST_KEY ? key : createHash("sha256").update(key).digest("hex");

/** What no waiting ends, but a new password. */
const FOR_GOOD: readonly LimitName[] = ["wrongInARow", "wrongInARowOfNobody", "wrongInARowByDevice"];

const FACTOR_LOCKED = "Too many wrong second-factor codes. Ask a SUPERADMIN to unlock your account.";

function limited(limit: LimitName, state: RateLimiterRes): DomainError {
  if (limit === "wrongFactorsInARow") return new DomainError("LIMITED", FACTOR_LOCKED);
  if (FOR_GOOD.includes(limit)) return new DomainError("LIMITED", AUTH_TEXTS.onlyByReset);
  const retryAfterSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  const wait =
    retryAfterSeconds < 120 ? `${retryAfterSeconds} seconds` : `${Math.ceil(retryAfterSeconds / 60)} minutes`;
  return new DomainError("LIMITED", `Too many attempts. Try again in ${wait}.`, { retryAfterSeconds });
}
