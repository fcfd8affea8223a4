import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored.ts";

type Arrangements = {
  /** How the signed-in admin has arranged lists, by their names. */
  own: Readonly<Record<string, ColumnLayout | null>>;
  /** The columns of the saved views that are open, by their lists, in place of the own ones. */
  views: ReadonlyMap<string, ColumnLayout | null>;
};

const current = stored<Arrangements>({ own: {}, views: new Map() });

/** Keeps what the admin arranges: set by the shell. Without it nothing outlasts the page. */
let keep: (list: string, columns: ColumnLayout | null) => void = () => {};

/** How the columns of a list stand now; null for as they come. */
export const useArrangement = (list: string): ColumnLayout | null =>
  useSyncExternalStore(current.subscribe, () => findArrangement(list));

export function findArrangement(list: string): ColumnLayout | null {
  const { own, views } = current.get();
  return (views.has(list) ? views.get(list) : own[list]) ?? null;
}

/** Arranges a list: for good, or, while a saved view of it is open, until the view is left or saved. */
export function setArrangement(list: string, columns: ColumnLayout | null): void {
  const { own, views } = current.get();
  if (views.has(list)) {
    current.set({ own, views: new Map(views).set(list, columns) });
    return;
  }
  current.set({ own: { ...own, [list]: columns }, views });
  keep(list, columns);
}

/** Shows what is kept, and keeps what is arranged from now on until the returned function is called. */
export function followArrangements(own: Arrangements["own"], keeper: typeof keep): () => void {
  current.set({ ...current.get(), own });
  keep = keeper;
  return () => {
    keep = () => {};
  };
}

/** Shows the columns of a saved view until the returned function is called. */
export function showViewColumns(list: string, columns: ColumnLayout | null): () => void {
  const { own, views } = current.get();
  current.set({ own, views: new Map(views).set(list, columns) });
  return () => {
    const left = new Map(current.get().views);
    left.delete(list);
    current.set({ ...current.get(), views: left });
  };
}
