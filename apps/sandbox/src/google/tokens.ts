import { randomBytes } from "node:crypto";
import { errors, jwtVerify } from "jose";
import type { Clock } from "../clock.ts";
import type { ServiceAccount } from "./account.ts";

const SPREADSHEETS_SCOPE = "https://www.googleapis.com/auth/spreadsheets";
const LIFETIME_SECONDS = 3599;
const LONGEST_ASSERTION_SECONDS = 3600;
const CLOCK_SKEW_SECONDS = 300;

export type TokenAnswer =
  | { access_token: string; expires_in: number; token_type: "Bearer" }
  | { error: string; error_description: string };

export interface AccessTokens {
  /** Trades a signed assertion (RFC 7523) for an access token, or says why not as Google does. */
  issue(assertion: string, audience: string): Promise<TokenAnswer>;
  isValid(token: string): boolean;
  revokeAll(): void;
}

/** The access tokens handed out to one service account. */
export function createAccessTokens(account: ServiceAccount, clock: Clock): AccessTokens {
  const expiries = new Map<string, number>();
  return {
    issue: async (assertion, audience) => {
      const reason = await whyNotTrusted(assertion, audience, account, clock);
      if (reason) return reason;
      const token = `ya29.${randomBytes(32).toString("base64url")}`;
      expiries.set(token, clock.real().getTime() + LIFETIME_SECONDS * 1000);
      return { access_token: token, expires_in: LIFETIME_SECONDS, token_type: "Bearer" };
    },
    isValid: (token) => (expiries.get(token) ?? 0) > clock.real().getTime(),
    revokeAll: () => expiries.clear(),
  };
}

async function whyNotTrusted(assertion: string, audience: string, account: ServiceAccount, clock: Clock) {
  try {
    const { payload } = await jwtVerify(assertion, account.publicKey, {
      algorithms: ["RS256"],
      audience,
      currentDate: clock.real(),
      clockTolerance: CLOCK_SKEW_SECONDS,
      requiredClaims: ["iss", "iat", "exp", "scope"],
    });
    const { iss, iat = 0, exp = 0, scope } = payload;
    if (iss !== account.email) return refusal("Invalid grant: account not found");
    if (iat > clock.real().getTime() / 1000 + CLOCK_SKEW_SECONDS || exp - iat > LONGEST_ASSERTION_SECONDS) {
      return refusal(
        "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.",
      );
    }
    const scopes = String(scope).split(" ");
    return scopes.includes(SPREADSHEETS_SCOPE)
      ? undefined
      : { error: "invalid_scope", error_description: "Invalid OAuth scope or ID token audience provided." };
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    return refusal(
      error instanceof errors.JWSSignatureVerificationFailed
        ? "Invalid JWT Signature."
        : `Invalid JWT: ${error.message}`,
    );
  }
}

function refusal(description: string): TokenAnswer {
  return { error: "invalid_grant", error_description: description };
}
