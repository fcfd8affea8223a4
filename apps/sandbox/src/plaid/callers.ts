import type { Context } from "hono";
import { refused } from "./errors.ts";

/** Who may ask. */
export const PLAID_CLIENT = { id: "countinghouse", secret: "in-sandbox" };

const VERSION = "2020-09-14";

/** Plaid takes id and secret from the headers or from the body. Throws its error for any but those above. */
export async function authenticate(c: Context): Promise<void> {
  const body: unknown = await c.req.json().catch(() => undefined);
  const sent: Record<string, unknown> = typeof body === "object" && body !== null ? { ...body } : {};
  const id = c.req.header("plaid-client-id") ?? sent.client_id;
  const key = c.req.header("plaid-secret") ?? sent.secret;
  const missing = [id === undefined ? "client_id" : "", key === undefined ? "secret" : ""].filter(Boolean);
  if (missing.length > 0)
    throw refused("MISSING_FIELDS", `the following required fields are missing: ${missing.join(", ")}`);
  if (id !== PLAID_CLIENT.id || key !== PLAID_CLIENT.secret) throw refused("INVALID_API_KEYS");
  const version = c.req.header("plaid-version") ?? VERSION;
  if (version !== VERSION) throw refused("INVALID_FIELD", `Plaid-Version ${version} is not known`);
}

/** The links or reports that a request is about, by their tokens. */
export function requestSubjects(request: object): readonly string[] {
  if ("access_token" in request) return [String(request.access_token)];
  if ("asset_report_token" in request) return [String(request.asset_report_token)];
  return "access_tokens" in request && Array.isArray(request.access_tokens) ? request.access_tokens : [];
}
