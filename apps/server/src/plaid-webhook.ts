import { hearBankLink } from "@countinghouse/api/bank-links/hear";
import type { Services } from "@countinghouse/api/context";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

export const PLAID_WEBHOOK_PATH = "/api/webhooks/plaid";

const LARGEST_BODY = 256 * 1024;

/**
 * Takes what Plaid tells: 200 once it is acted on, 400 when Plaid is not proven to have sent it, 503 when that or
 * what it is about cannot be found out now, so that Plaid tells it again.
 */
export function plaidWebhook(services: Services): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: LARGEST_BODY });
  return (c, next) =>
    limit(c, async () => {
      c.res = await answerTo(services, c);
      await next();
    });
}

async function answerTo({ ports, log, ...services }: Services, c: Context): Promise<Response> {
  try {
    // The very bytes that came: a body that was parsed and written again has another hash.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const event = await ports.bankLink.verifyWebhook(body, c.req.header("plaid-verification"));
    await hearBankLink({ ports, log, ...services }, event);
    return c.json({ ok: true });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ error: error.message }, "webhook of Plaid not taken");
    return c.json({ ok: false }, error.kind === "refused" ? 400 : 503);
  }
}
