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
  /** The links that were changed, by their id. */
  snapshot(): Record<string, ItemState>;
  clear(): void;
}

/** The states of links; one that was never changed is as its access token says. */
export function createItemStates(): ItemStates {
  const changed = new Map<string, ItemState>();
  const of = (item: PlaidItem): ItemState =>
    changed.get(item.id) ?? { error: item.error, balanceCents: null, syncMutations: 0, syncLoops: false };
  return {
    of,
    change: (item, changes) => {
      const state = { ...of(item), ...changes };
      changed.set(item.id, state);
      return state;
    },
    snapshot: () => Object.fromEntries(changed),
    clear: () => changed.clear(),
  };
}
