import { clientKey } from "@countinghouse/api/auth/client-key";
import { DomainError } from "@countinghouse/api/errors";
import type { Services } from "@countinghouse/api/services";
import { keepPolicyReports, readPolicyReports } from "@countinghouse/api/system/policy-reports";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type CallOptions, requestAddress } from "./calls.ts";

/** The path to which browsers report blocked content. */
export const POLICY_REPORTS_PATH = "/api/policy-reports";

const LARGEST_BODY = 16 * 1024;

/** Stores the reports of browsers about the policies of pages: 204 for any short body, 429 for an address that sends too many. */
export function policyReports(
  services: Services,
  options: CallOptions,
): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const limit = bodyLimit({ maxSize: LARGEST_BODY });
  return (c: Context<{ Bindings: HttpBindings }>, next: Next) =>
    limit(c, async () => {
      c.res = await take(services, options, c);
      await next();
    });
}

async function take(
  services: Services,
  options: CallOptions,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  try {
    await services.limits.consume("reportsByAddress", clientKey(requestAddress(c.env.incoming, options)));
  } catch (error) {
    if (error instanceof DomainError) return c.body(null, 429);
    throw error;
  }
  await keepPolicyReports(services, readPolicyReports(await c.req.json().catch(() => null)));
  return c.body(null, 204);
}
