import type { ItemErrorCode } from "./errors.ts";
import type { PlaidItem } from "./items.ts";

/** What can be set about a link, over what its access token says. */
export interface ItemState {
  error: ItemErrorCode | null;
  /** What the first account holds; null = what its ledger says. */
  balanceCents: number | null;
  /** How often from now on the second page of a sync finds that something changed meanwhile. */
  syncMutations: number;
  /** Whether a sync never comes to its last page. */
  syncLoops: boolean;
}

export interface ItemStates {
  of(item: PlaidItem): ItemState;
  change(item: PlaidItem, changes: Partial<ItemState>): ItemState;
  /** Puts the link that holds this account into an error until null takes it back, for who does not know its token. */
  breakAccount(accountId: string, error: ItemErrorCode | null): void;
  /** The links that were changed, by their id. */
  snapshot(): Record<string, ItemState>;
  clear(): void;
}

/** The states of links; one that was never changed is as its access token says. */
export function createItemStates(): ItemStates {
  const changed = new Map<string, ItemState>();
  const broken = new Map<string, ItemErrorCode>();
  const own = (item: PlaidItem): ItemState =>
    changed.get(item.id) ?? { error: item.error, balanceCents: null, syncMutations: 0, syncLoops: false };
  const of = (item: PlaidItem): ItemState => {
    const account = item.accounts.find(({ id }) => broken.has(id));
    return { ...own(item), ...(account && { error: broken.get(account.id) ?? null }) };
  };
  return {
    of,
    change: (item, changes) => {
      changed.set(item.id, { ...own(item), ...changes });
      return of(item);
    },
    breakAccount: (accountId, error) => {
      if (error === null) broken.delete(accountId);
      else broken.set(accountId, error);
    },
    snapshot: () => Object.fromEntries(changed),
    clear: () => {
      changed.clear();
      broken.clear();
    },
  };
}
