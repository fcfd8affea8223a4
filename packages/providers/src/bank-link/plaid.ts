import { createPlaidAccounts } from "./plaid-accounts.ts";
import { createPlaidAssetReports } from "./plaid-asset-report.ts";
import { createPlaidCall, type PlaidAccess } from "./plaid-call.ts";
import { createPlaidTransactions } from "./plaid-transactions.ts";
import { createPlaidWebhook } from "./plaid-webhook.ts";
import type { BankLink } from "./port.ts";

export interface PlaidConfig extends PlaidAccess {
  /** Where Plaid reaches our webhook; without one it tells nothing by itself. */
  webhookUrl?: string | undefined;
  now: () => Date;
}

/** Bank links through Plaid (API version 2020-09-14). */
export function createPlaidBankLink(config: PlaidConfig): BankLink {
  const call = createPlaidCall(config);
  return {
    ...createPlaidAccounts(call, config.now),
    ...createPlaidTransactions(call),
    ...createPlaidAssetReports(call, config.webhookUrl),
    ...createPlaidWebhook(call, config.now),
  };
}
