import { receiveBankLinkEvent } from "@countinghouse/api/bank-links/receive";
import { receiveVerificationEvent } from "@countinghouse/api/businesses/poll";
import type { Services } from "@countinghouse/api/services";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { webhooks } from "./metrics/metrics.ts";

const LARGEST_BODY = 256 * 1024;

interface Webhook {
  /** Who reports. */
  vendor: string;
  /** What proves that they have sent it. */
  signatureHeader: string;
  /** Throws ProviderError: refused when it is not proven, another kind when it can not be acted on now. */
  take: (services: Services, body: Uint8Array, signature: string | undefined) => Promise<unknown>;
}

/**
 * Takes what a vendor reports: 200 once it is acted on, 400 when the vendor is not proven to have sent it, 503 when that or
 * what it is about cannot be found out now, so that the vendor sends it again.
 */
function webhook(services: Services, hook: Webhook): MiddlewareHandler {
  const limit = bodyLimit({ maxSize: LARGEST_BODY });
  return (c, next) =>
    limit(c, async () => {
      const over = webhooks.startTimer({ vendor: hook.vendor });
      c.res = await answerTo(services, hook, c);
      const { status } = c.res;
      const seconds = over({ status });
      services.log.info({ vendor: hook.vendor, status, ms: Math.round(seconds * 1000) }, "webhook");
      await next();
    });
}

async function answerTo(services: Services, hook: Webhook, c: Context): Promise<Response> {
  try {
    // The very bytes that came: a body that was parsed and written again has another signature.
    const body = new Uint8Array(await c.req.arrayBuffer());
    await hook.take(services, body, c.req.header(hook.signatureHeader));
    return c.json({ ok: true });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    services.log.warn({ error: error.message }, `webhook of ${hook.vendor} not taken`);
    return c.json({ ok: false }, error.kind === "refused" ? 400 : 503);
  }
}

export const PLAID_WEBHOOK_PATH = "/api/webhooks/plaid";

/** What Plaid reports of bank links. */
export const plaidWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Plaid",
    signatureHeader: "plaid-verification",
    take: async (all, body, signature) =>
      receiveBankLinkEvent(all, await all.ports.bankLink.verifyWebhook(body, signature)),
  });

export const MIDDESK_WEBHOOK_PATH = "/api/webhooks/middesk";

/** What Middesk reports of businesses and liens. */
export const middeskWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Middesk",
    signatureHeader: "x-middesk-signature-256",
    take: (all, body, signature) =>
      receiveVerificationEvent(all, all.ports.businessVerification.verifyWebhook(body, signature)),
  });
