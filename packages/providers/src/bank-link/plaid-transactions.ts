import { z } from "zod";
import { entriesRead, nullUnlessRead } from "../answer-fields.ts";
import { ProviderError } from "../provider-error.ts";
import { centsSchema, currencyFields } from "./plaid-accounts.ts";
import { type CallPlaid, plaidError } from "./plaid-call.ts";
import type { BankLink, BankTransaction, TransactionChanges } from "./port.ts";

/** The most Plaid gives in one page. */
const PAGE_SIZE = 500;
/** How far back the first sync of a link reaches. */
const HISTORY_DAYS = 720;
const MOST_ATTEMPTS = 3;
const CHANGED_MEANWHILE = "TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION";

/** The sync of transactions at Plaid: all pages of an update, or none. */
export function createPlaidTransactions(call: CallPlaid): Pick<BankLink, "transactionsSync"> {
  const askPage = (access_token: string, cursor: string | null) =>
    call({
      send: (api, options) =>
        api.transactionsSync(
          {
            access_token,
            count: PAGE_SIZE,
            ...(cursor !== null && { cursor }),
            options: { include_original_description: true, days_requested: HISTORY_DAYS },
          },
          options,
        ),
      answer: pageSchema,
      safe: true,
    });

  const askAll = async (accessToken: string, from: string | null): Promise<TransactionChanges> => {
    const changes: TransactionChanges = {
      added: [],
      modified: [],
      removed: [],
      cursor: from ?? "",
      historyComplete: false,
    };
    const visited = new Set([changes.cursor]);
    for (let more = true; more; ) {
      const page = await askPage(accessToken, changes.cursor || null);
      changes.added.push(...page.added);
      changes.modified.push(...page.modified);
      changes.removed.push(...page.removed);
      changes.historyComplete = page.transactions_update_status === "HISTORICAL_UPDATE_COMPLETE";
      more = page.has_more;
      changes.cursor = page.next_cursor;
      if (more && visited.has(changes.cursor))
        throw plaidError("unavailable", "the sync of transactions goes in a circle");
      visited.add(changes.cursor);
    }
    return changes;
  };

  return {
    transactionsSync: async (accessToken, cursor) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await askAll(accessToken, cursor);
        } catch (error) {
          if (attempt === MOST_ATTEMPTS || !changedMeanwhile(error)) throw error;
        }
      }
    },
  };
}

/** Pages read so far are then worth nothing: the update begins again at its first cursor. */
function changedMeanwhile(error: unknown): boolean {
  return error instanceof ProviderError && error.vendorCode === CHANGED_MEANWHILE;
}

const transactionSchema = z
  .object({
    transaction_id: z.string().min(1),
    account_id: z.string().min(1),
    amount: centsSchema,
    ...currencyFields,
    date: z.iso.date(),
    authorized_date: nullUnlessRead(z.iso.date()),
    name: z.string().catch(""),
    merchant_name: nullUnlessRead(z.string()),
    original_description: nullUnlessRead(z.string()),
    pending: z.boolean(),
    pending_transaction_id: nullUnlessRead(z.string()),
    personal_finance_category: nullUnlessRead(z.object({ primary: z.string(), detailed: z.string() })),
  })
  .transform(
    (sent): BankTransaction => ({
      transactionId: sent.transaction_id,
      accountId: sent.account_id,
      amountCents: seenFromTheAccount(sent.amount),
      currency: sent.iso_currency_code ?? sent.unofficial_currency_code,
      date: sent.date,
      authorizedDate: sent.authorized_date,
      name: sent.name,
      merchantName: sent.merchant_name,
      originalDescription: sent.original_description,
      pending: sent.pending,
      pendingTransactionId: sent.pending_transaction_id,
      category: sent.personal_finance_category,
    }),
  );

/** A transaction without an amount or a day that can be read is left out: it would keep all later ones away. */
const pageSchema = z.object({
  added: entriesRead(transactionSchema),
  modified: entriesRead(transactionSchema),
  removed: entriesRead(
    z
      .object({ transaction_id: z.string(), account_id: z.string().catch("") })
      .transform(({ transaction_id, account_id }) => ({
        transactionId: transaction_id,
        accountId: account_id,
      })),
  ),
  next_cursor: z.string(),
  has_more: z.boolean(),
  transactions_update_status: z.string().catch(""),
});

/** Plaid counts money that leaves the account as positive. Zero stays zero, without a sign. */
export function seenFromTheAccount(plaidCents: number): number {
  return plaidCents === 0 ? 0 : -plaidCents;
}
