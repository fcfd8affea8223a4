import { hearBusinessVerification } from "@countinghouse/api/businesses/poll";
import type { Services } from "@countinghouse/api/context";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

export const MIDDESK_WEBHOOK_PATH = "/api/webhooks/middesk";

const LARGEST_BODY = 256 * 1024;

/**
 * Takes what Middesk tells: 200 once it is acted on, 400 when Middesk is not proven to have sent it, 503 when what it is
 * about cannot be asked now, so that Middesk tells it again.
 */
export function middeskWebhook(services: Services): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: LARGEST_BODY });
  return (c, next) =>
    limit(c, async () => {
      c.res = await answerTo(services, c);
      await next();
    });
}

async function answerTo({ ports, log, ...services }: Services, c: Context): Promise<Response> {
  try {
    // The very bytes that came: a body that was parsed and written again has another signature.
    const body = new Uint8Array(await c.req.arrayBuffer());
    const event = ports.businessVerification.verifyWebhook(body, c.req.header("x-middesk-signature-256"));
    await hearBusinessVerification({ ports, ...services }, event);
    return c.json({ ok: true });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ error: error.message }, "webhook of Middesk not taken");
    return c.json({ ok: false }, error.kind === "refused" ? 400 : 503);
  }
}
