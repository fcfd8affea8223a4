import type { AccountBase } from "plaid";
import type { Clock } from "../clock.ts";
import { type Day, dayAt } from "../days.ts";
import { type ItemErrorCode, refused } from "./errors.ts";
import type { Institutions } from "./institutions.ts";
import type { ItemStates } from "./item-states.ts";
import { describedAccount, type PlaidItem, readItem } from "./items.ts";
import { makeLedger } from "./ledger.ts";
import type { Webhooks } from "./webhooks.ts";
import type { Wire } from "./wire.ts";

/** How the stand-in behaves, for all links. */
export interface PlaidSettings {
  /** Where webhooks go when a request names no other place; null = nowhere. */
  webhookUrl: string | null;
  /** Whether Plaid's limits of calls a minute hold. */
  rateLimits: boolean;
  /** How long a report takes. */
  assetReportSeconds: number;
}

/** All that the stand-in knows. */
export interface PlaidState {
  clock: Clock;
  items: ItemStates;
  institutions: Institutions;
  webhooks: Webhooks;
  settings: PlaidSettings;
  /** Links, by id, whose next transactions will be announced. */
  awaited: Set<string>;
}

/** The bank's calendar day now. */
export function plaidToday({ clock }: PlaidState): Day {
  return dayAt(clock.now());
}

/** The error a link is in now: its own, or that of its bank. */
export function itemError(state: PlaidState, item: PlaidItem): ItemErrorCode | null {
  const bankIsDown = state.institutions.findHealth(item.bank.id) === "DOWN";
  return state.items.of(item).error ?? (bankIsDown ? "INSTITUTION_DOWN" : null);
}

/** The link of an access token, if it works. Throws Plaid's error when it does not. */
export function workingItem(state: PlaidState, accessToken: string): PlaidItem {
  const item = readItem(accessToken);
  const error = itemError(state, item);
  if (error !== null) throw refused(error);
  return item;
}

/** The accounts of a link with what is in them now; of these ids only, when some are given. */
export function itemAccounts(
  state: PlaidState,
  item: PlaidItem,
  ids: readonly string[] | undefined,
): Wire<AccountBase>[] {
  const unknown = ids?.find((id) => item.accounts.every((account) => account.id !== id));
  if (unknown !== undefined)
    throw refused("INVALID_FIELD", "failed to find requested account ID for requested item");
  const ledger = makeLedger(item);
  const setCents = state.items.of(item).balanceCents;
  return item.accounts
    .filter(({ id }) => ids?.includes(id) ?? true)
    .map((account) => {
      const set = account === item.accounts[0] ? setCents : null;
      const balances =
        set === null
          ? ledger.balance(account.id, plaidToday(state))
          : { currentCents: set, availableCents: set };
      return describedAccount(account, balances);
    });
}
