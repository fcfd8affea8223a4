import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { z } from "zod";
import { actingPage, refusedPage } from "../pages/portal.ts";

/** What the portal shows the console's server, to be let to redeem a link. */
export const PORTAL_SECRET = "portal-sandbox-secret-for-this-machine-only";

const LONGEST_WAIT_MS = 10_000;

const Visit = z.object({
  userId: z.number(),
  customer: z.string(),
  actAs: z.object({ name: z.string() }),
  readOnly: z.literal(true),
  expiresAt: z.iso.datetime(),
  returnUrl: z.url(),
});
export type Visit = z.infer<typeof Visit>;

/**
 * The customers' own site, as far as the console has to do with it: a link with a code lets an admin in as a
 * customer, once the console's server has taken the code. `redeemUrl` is where; without it nobody gets in.
 */
export function createPortal(redeemUrl: string | null): Hono {
  return new Hono()
    .use(
      secureHeaders({
        contentSecurityPolicy: { defaultSrc: ["'none'"], styleSrc: ["'self'"], imgSrc: ["data:"] },
        referrerPolicy: "no-referrer",
      }),
    )
    .get("/re-access", async (c) => {
      c.header("cache-control", "no-store");
      const visit = await redeem(redeemUrl, c.req.query("code") ?? "");
      return typeof visit === "string" ? c.html(refusedPage(visit), 410) : c.html(actingPage(visit));
    });
}

/** Who may be looked at, or why nobody. */
async function redeem(redeemUrl: string | null, code: string): Promise<Visit | string> {
  if (redeemUrl === null) return "This portal knows no console to ask.";
  try {
    const answer = await fetch(redeemUrl, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${PORTAL_SECRET}` },
      body: JSON.stringify({ code }),
      signal: AbortSignal.timeout(LONGEST_WAIT_MS),
    });
    const body: unknown = await answer.json();
    if (answer.ok) return Visit.parse(body);
    return z.object({ error: z.string() }).parse(body).error;
  } catch {
    return "The console did not answer.";
  }
}
