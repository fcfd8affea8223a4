import { isKnownToBankLinks, receiveBankLinkEvent } from "@countinghouse/api/bank-links/receive";
import { receiveVerificationEvent } from "@countinghouse/api/businesses/poll";
import type { Services } from "@countinghouse/api/services";
import { ProviderError } from "@countinghouse/providers/provider-error";
import type { SignatureRefusal } from "@countinghouse/providers/signature-refusal";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { webhooks } from "./metrics/metrics.ts";
import { createUnread } from "./unread.ts";

const LARGEST_BODY = 256 * 1024;
/** A signature needs the whole body, so this limits the large bodies in memory at once. */
const MOST_LARGE_AT_ONCE = 4;

interface Webhook {
  vendor: string;
  path: string;
  /** The header with the signature of the vendor. */
  signatureHeader: string;
  /** Returns the reason to refuse a report unread, or null. */
  signatureRefusal: (services: Services, signature: string | undefined) => SignatureRefusal | null;
  /** The limit of a body, if it is larger than usual. */
  mostBytes?: number;
  /** Processes a report. Throws ProviderError: `refused` without a proof of the sender, else when it cannot be processed now. */
  take: (services: Services, body: Uint8Array, signature: string | undefined) => Promise<unknown>;
}

/**
 * Receives reports of a vendor. Answers 200 after processing, and 400 without a proof that the vendor sent the report: unread if the
 * form or age of its signature already decides. Answers 503 when the proof or the record cannot be checked now, so that the vendor
 * sends the report again.
 */
function webhook(services: Services, hook: Webhook): MiddlewareHandler {
  const usualLimit = bodyLimit({ maxSize: LARGEST_BODY });
  const largeLimit =
    hook.mostBytes === undefined
      ? usualLimit
      : atMostAtOnce(MOST_LARGE_AT_ONCE, bodyLimit({ maxSize: hook.mostBytes }));
  const limitOf = (c: Context) =>
    Number(c.req.header("content-length") ?? 0) > LARGEST_BODY ? largeLimit : usualLimit;
  const unread = createUnread(services);
  return async (c, next) => {
    const refusal = hook.signatureRefusal(services, c.req.header(hook.signatureHeader));
    if (refusal !== null) {
      unread.count(refusal, `POST ${hook.path}`);
      return c.json({ ok: false }, 400);
    }
    return limitOf(c)(c, async () => {
      const over = webhooks.startTimer({ vendor: hook.vendor });
      c.res = await answerTo(services, hook, c);
      const { status } = c.res;
      const seconds = over({ status });
      services.log.info({ vendor: hook.vendor, status, ms: Math.round(seconds * 1000) }, "webhook");
      await next();
    });
  };
}

/** Answers 503 to requests beyond this number at once, so that the vendor sends them again. */
function atMostAtOnce(most: number, handler: MiddlewareHandler): MiddlewareHandler {
  let held = 0;
  return async (c, next) => {
    if (held >= most) return c.json({ ok: false }, 503);
    held++;
    try {
      return await handler(c, next);
    } finally {
      held--;
    }
  };
}

async function answerTo(services: Services, hook: Webhook, c: Context): Promise<Response> {
  try {
    // The received bytes: a body that is parsed and written again has another signature.
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

/** Receives Plaid's reports on bank links. */
export const plaidWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Plaid",
    path: PLAID_WEBHOOK_PATH,
    signatureHeader: "plaid-verification",
    signatureRefusal: ({ ports }, signature) => ports.bankLink.signatureRefusal(signature),
    take: async (all, body, signature) => {
      const isOurs = (id: string) => isKnownToBankLinks(all, id);
      await receiveBankLinkEvent(all, await all.ports.bankLink.verifyWebhook(body, signature, isOurs));
    },
  });

export const MIDDESK_WEBHOOK_PATH = "/api/webhooks/middesk";

/** Receives Middesk's reports on businesses and liens. */
export const middeskWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Middesk",
    path: MIDDESK_WEBHOOK_PATH,
    signatureHeader: "x-middesk-signature-256",
    signatureRefusal: ({ ports }, signature) => ports.businessVerification.signatureRefusal(signature),
    // Middesk sends a business with all its records, unless the account excludes them.
    mostBytes: 4 * 1024 * 1024,
    take: (all, body, signature) =>
      receiveVerificationEvent(all, all.ports.businessVerification.verifyWebhook(body, signature)),
  });
