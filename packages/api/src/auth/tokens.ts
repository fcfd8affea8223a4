import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { z } from "zod";

export interface WithTokens {
  tokens: Tokens;
}

const ISSUER = "countinghouse";
const AUDIENCE = "countinghouse-console";
const HEADER = { alg: "HS256", typ: "JWT" };
/** What all that we sign begins with. */
const HEAD = `${Buffer.from(JSON.stringify(HEADER)).toString("base64url")}.`;
const ACCESS_TOKEN_SECONDS = 300;
/** Verified tokens remembered until they expire, so that a burst of requests checks one signature once. */
const REMEMBERED_TOKENS = 1_000;

const Claims = z.object({ sub: z.uuid(), sid: z.uuid(), exp: z.number() });

export interface Tokens {
  /** A signed access token of five minutes. It names the admin and the session, never the role. */
  issue(adminId: string, sessionId: string): Promise<string>;
  /** Who a token was issued to, or null when it is forged, malformed or expired. */
  verify(token: string): Promise<{ adminId: string; sessionId: string } | null>;
  /** A new refresh token, which names its session, so that one used long after it was rotated away is still told. */
  issueRefresh(sessionId: string): string;
  /** Whether a refresh token was once given out here, under a key that is still known. */
  hasIssued(refreshToken: string): boolean;
}

/**
 * Access tokens signed with HS256 and refresh tokens with an HMAC in them, each under a key of its own that is derived from the
 * first of `keys` (32 bytes or more each); what another of them has signed is taken too.
 */
export function createTokens(keys: readonly Uint8Array[], now: () => Date): Tokens {
  const [current, ...former] = keys.map((key) => derivedKey(key, "access-token"));
  const refreshKeys = keys.map((key) => derivedKey(key, "refresh-token"));
  const [refreshKey] = refreshKeys;
  if (current === undefined || refreshKey === undefined) throw new Error("There is no key for tokens.");
  const remembered = new Map<string, z.infer<typeof Claims>>();
  const remember = (token: string, claims: z.infer<typeof Claims>) => {
    if (remembered.size >= REMEMBERED_TOKENS) remembered.clear();
    remembered.set(token, claims);
  };
  const check = async (token: string) => {
    const options = {
      issuer: ISSUER,
      audience: AUDIENCE,
      algorithms: ["HS256"],
      typ: "JWT",
      currentDate: now(),
    };
    for (const key of [current, ...former]) {
      try {
        const { payload } = await jwtVerify(token, key, options);
        return Claims.parse(payload);
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    throw new Error("No key of ours has signed it.");
  };
  return {
    issue: (adminId, sessionId) => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader(HEADER)
        .setSubject(adminId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + ACCESS_TOKEN_SECONDS)
        .sign(current);
    },
    verify: async (token) => {
      // A flood of what was never ours costs no look by a library.
      if (!token.startsWith(HEAD)) return null;
      try {
        const claims = remembered.get(token) ?? (await check(token));
        if (claims.exp * 1000 <= now().getTime()) return null;
        remember(token, claims);
        return { adminId: claims.sub, sessionId: claims.sid };
      } catch {
        return null;
      }
    },
    issueRefresh: (sessionId) => {
      const random = randomBytes(REFRESH_HALF_BYTES);
      const secret = Buffer.concat([random, refreshMac(refreshKey, sessionId, random)]);
      return `${sessionId}.${secret.toString("base64url")}`;
    },
    hasIssued: (refreshToken) => {
      const sessionId = sessionOfRefreshToken(refreshToken);
      if (sessionId === null) return false;
      const secret = Buffer.from(refreshToken.slice(sessionId.length + 1), "base64url");
      const random = secret.subarray(0, REFRESH_HALF_BYTES);
      const mac = secret.subarray(REFRESH_HALF_BYTES);
      return refreshKeys.some((key) => timingSafeEqual(refreshMac(key, sessionId, random), mac));
    },
  };
}

const derivedKey = (key: Uint8Array, purpose: "access-token" | "refresh-token"): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, "", `countinghouse:${purpose}`, 32));

/** A refresh token has 128 random bits, and as many of an HMAC over them and its session. */
const REFRESH_HALF_BYTES = 16;

const refreshMac = (key: Uint8Array, sessionId: string, random: Uint8Array): Uint8Array =>
  createHmac("sha256", key).update(sessionId).update(random).digest().subarray(0, REFRESH_HALF_BYTES);

/** The session a refresh token names, whoever made it, or null when it has another shape. */
export const sessionOfRefreshToken = (token: string): string | null =>
  /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/.exec(token)?.[1] ?? null;

/** The hash a refresh token is known by. It needs no key: the token is random and long. */
export const refreshTokenHash = (token: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(createHash("sha256").update(token).digest());
