import { randomBytes } from "node:crypto";
import type { Clock } from "../clock.ts";

const LIFETIME_SECONDS = 3600;
const MOST_ACTIVE = 15;
const TOKENS_PER_WINDOW = 10;
const WINDOW_MS = 10 * 60_000;

export interface ZohoCredentials {
  clientId: string;
  clientSecret: string;
  refreshToken: string;
}

/** The demonstration client, known to everyone. */
export const ZOHO_CREDENTIALS: ZohoCredentials = {
  clientId: "1000.COUNTINGHOUSESANDBOX",
  clientSecret: "zoho-sandbox-client-secret",
  refreshToken: "1000.zoho-sandbox-refresh-token",
};

export interface ZohoTokens {
  /** The answer of the token endpoint, which has status 200 whatever it says. */
  issue(form: Record<string, unknown>, apiDomain: string): Record<string, unknown>;
  isValid(token: string): boolean;
  /** Forgets how many tokens were asked for; those given stay valid. */
  resetLimit(): void;
}

/** The access tokens of one refresh token: 10 in any 10 minutes, and 15 that are good at once. */
export function createZohoTokens(clock: Clock): ZohoTokens {
  const expiries = new Map<string, number>();
  let issuedAt: number[] = [];
  return {
    issue: (form, apiDomain) => {
      const wrong = whyRefused(form);
      if (wrong) return { error: wrong };
      const at = clock.real().getTime();
      issuedAt = issuedAt.filter((earlier) => earlier > at - WINDOW_MS);
      if (issuedAt.length >= TOKENS_PER_WINDOW) return THROTTLED;
      issuedAt.push(at);
      const token = `1000.${randomBytes(16).toString("hex")}.${randomBytes(16).toString("hex")}`;
      expiries.set(token, at + LIFETIME_SECONDS * 1000);
      const [oldest] = expiries.keys();
      if (expiries.size > MOST_ACTIVE && oldest !== undefined) expiries.delete(oldest);
      return {
        access_token: token,
        scope: "ZohoCRM.modules.ALL",
        api_domain: apiDomain,
        token_type: "Bearer",
        expires_in: LIFETIME_SECONDS,
      };
    },
    isValid: (token) => (expiries.get(token) ?? 0) > clock.real().getTime(),
    resetLimit: () => {
      issuedAt = [];
    },
  };
}

const THROTTLED = {
  error_description: "You have made too many requests continuously. Please try again after some time.",
  error: "Access Denied",
  status: "failure",
};

function whyRefused(form: Record<string, unknown>): string | undefined {
  if (form.grant_type !== "refresh_token") return "invalid_grant_type";
  if (form.client_id !== ZOHO_CREDENTIALS.clientId) return "invalid_client";
  if (form.client_secret !== ZOHO_CREDENTIALS.clientSecret) return "invalid_client_secret";
  return form.refresh_token === ZOHO_CREDENTIALS.refreshToken ? undefined : "invalid_code";
}
