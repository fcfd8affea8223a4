import type {
  AccountsGetResponse,
  AuthGetResponse,
  SyncUpdatesAvailableWebhook,
  TransactionsSyncResponse,
} from "plaid";
import { dayNoon } from "../days.ts";
import { refused, requestId } from "./errors.ts";
import { describedItem, type PlaidItem } from "./items.ts";
import { makeLedger } from "./ledger.ts";
import { itemAccounts, type PlaidState, plaidToday } from "./state.ts";
import { syncPage } from "./sync.ts";
import type { Wire } from "./wire.ts";

/** The accounts of a link that works; of these ids only, when some are given. */
export function accountsAnswer(
  state: PlaidState,
  item: PlaidItem,
  accountIds: readonly string[] | undefined,
): Wire<AccountsGetResponse> {
  return {
    accounts: itemAccounts(state, item, accountIds),
    item: describedItem(item, null, state.settings.webhookUrl),
    request_id: requestId(),
  };
}

/** Chase gives out numbers of its own for each link; so does a bank that exists nowhere. */
const TOKENIZING_BANKS: ReadonlySet<string> = new Set(["ins_56", "ins_210103"]);

/** Capital One tells no balance of now but of accounts for deposits. */
const CAPITAL_ONE = "ins_128026";

/** Throws Plaid's error where a balance is asked for that this bank tells only up to an age that has to be said. */
export function assertAgeSaid({ bank, accounts }: PlaidItem, oldest: string | undefined): void {
  if (bank.id !== CAPITAL_ONE || oldest !== undefined) return;
  if (accounts.some(({ kind }) => kind === "credit"))
    throw refused("INVALID_FIELD", "min_last_updated_datetime is required for this institution");
}

/** The numbers for transfers of the accounts in an answer. */
export function accountNumbers(
  { accounts, bank }: PlaidItem,
  answer: Wire<AccountsGetResponse>,
): Wire<AuthGetResponse>["numbers"] {
  const shown = new Set(answer.accounts.map(({ account_id }) => account_id));
  const ach = accounts
    .filter(({ id, kind }) => shown.has(id) && kind !== "credit")
    .map(({ id, number }) => ({
      account_id: id,
      account: number,
      is_tokenized_account_number: TOKENIZING_BANKS.has(bank.id),
      routing: bank.routing,
      wire_routing: bank.routing,
    }));
  return { ach, eft: [], international: [], bacs: [] };
}

/** One page of a sync. After the last one, the next day's transactions will be announced. */
export function syncAnswer(
  state: PlaidState,
  item: PlaidItem,
  asked: {
    cursor: string | undefined;
    count: number;
    days_requested: number;
    include_original_description?: boolean | null | undefined;
  },
): Wire<TransactionsSyncResponse> {
  const { continued, ...page } = syncPage(item, makeLedger(item), {
    cursor: asked.cursor,
    count: asked.count,
    days: asked.days_requested,
    today: plaidToday(state),
    withDescription: asked.include_original_description ?? false,
  });
  const { syncMutations, syncLoops } = state.items.of(item);
  if (continued && syncMutations > 0) {
    state.items.change(item, { syncMutations: syncMutations - 1 });
    throw refused("TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION");
  }
  if (!page.has_more) awaitUpdates(state, item);
  return {
    transactions_update_status: "HISTORICAL_UPDATE_COMPLETE",
    accounts: itemAccounts(state, item, undefined),
    modified: [],
    ...page,
    ...(syncLoops && { has_more: true, next_cursor: asked.cursor ?? page.next_cursor }),
    request_id: requestId(),
  };
}

/** Tells that there are new transactions; undefined when nobody wants to know. */
export async function sendSyncUpdates({ settings, webhooks }: PlaidState, item: PlaidItem) {
  if (settings.webhookUrl === null) return undefined;
  return webhooks.send(settings.webhookUrl, {
    webhook_type: "TRANSACTIONS",
    webhook_code: "SYNC_UPDATES_AVAILABLE",
    item_id: item.id,
    initial_update_complete: true,
    historical_update_complete: true,
    environment: "sandbox",
  } satisfies Wire<SyncUpdatesAvailableWebhook>);
}

function awaitUpdates(state: PlaidState, item: PlaidItem): void {
  if (state.settings.webhookUrl === null || state.awaited.has(item.id)) return;
  state.awaited.add(item.id);
  state.clock.whenReached(dayNoon(plaidToday(state) + 1), () => {
    state.awaited.delete(item.id);
    void sendSyncUpdates(state, item);
  });
}
