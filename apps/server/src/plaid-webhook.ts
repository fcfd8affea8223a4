import { hearBankLink } from "@countinghouse/api/bank-links/hear";
import type { Services } from "@countinghouse/api/services";
import { webhook } from "./webhook.ts";

export const PLAID_WEBHOOK_PATH = "/api/webhooks/plaid";

/** What Plaid tells of bank links. */
export const plaidWebhook = (services: Services) =>
  webhook(services, {
    vendor: "Plaid",
    signatureHeader: "plaid-verification",
    take: async (all, body, signature) =>
      hearBankLink(all, await all.ports.bankLink.verifyWebhook(body, signature)),
  });
