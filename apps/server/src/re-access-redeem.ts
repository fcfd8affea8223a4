import { createHash, timingSafeEqual } from "node:crypto";
import { DomainError } from "@countinghouse/api/errors";
import { redeemReAccess } from "@countinghouse/api/re-access/redeem";
import type { Services } from "@countinghouse/api/services";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createUnread } from "./unread.ts";

export const REDEEM_PATH = "/re-access/redeem";

const LARGEST_BODY = 4 * 1024;

/**
 * Redeems the code of a re-access link for the customer portal only, and answers 200 with the customer and the admin. Answers 401 without
 * the portal's secret, 400 without a code, and 410 for a code that is unknown or no longer valid.
 */
export function reAccessRedeem(services: Services): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: LARGEST_BODY });
  const unread = createUnread(services);
  return async (c, next) => {
    c.header("cache-control", "no-store");
    // The secret is in the head: without it the body is not read.
    if (!isPortal(services, c.req.header("authorization"))) {
      unread.count("UNAUTHORIZED", `POST ${REDEEM_PATH}`);
      return c.json({ error: "Unauthorized" }, 401);
    }
    return limit(c, async () => {
      c.res = await answerTo(services, c);
      await next();
    });
  };
}

async function answerTo(services: Services, c: Context): Promise<Response> {
  try {
    return c.json(await redeemReAccess(services, await c.req.json().catch(() => null)));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    services.log.warn({ reason: error.message }, "re-access not redeemed");
    return c.json({ error: error.message }, error.code === "INVALID" ? 400 : 410);
  }
}

/** Compares hashes of equal length, so that the time does not reveal the secret. */
const isPortal = ({ customerPortal }: Services, authorization = ""): boolean =>
  customerPortal !== null &&
  timingSafeEqual(digest(authorization), digest(`Bearer ${customerPortal.secret}`));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
