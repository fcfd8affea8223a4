import { hearBusinessVerification } from "@countinghouse/api/businesses/poll";
import type { Services } from "@countinghouse/api/services";
import { webhook } from "./webhook.ts";

export const MIDDESK_WEBHOOK_PATH = "/api/webhooks/middesk";

/** What Middesk tells of businesses and liens. */
export const middeskWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Middesk",
    signatureHeader: "x-middesk-signature-256",
    take: (all, body, signature) =>
      hearBusinessVerification(all, all.ports.businessVerification.verifyWebhook(body, signature)),
  });
