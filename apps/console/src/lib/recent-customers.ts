import { useEffect, useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

export type RecentCustomer = { id: number; name: string };

const MOST = 6;

/** In this tab alone: where another admin signs in, nobody's customers stand. */
const recent = stored<readonly RecentCustomer[]>([]);

/** The customers whose pages were opened, the last one first. */
export const useRecentCustomers = (): readonly RecentCustomer[] =>
  useSyncExternalStore(recent.subscribe, recent.get);

/** Remembers the customer whose page is open, once the name is known. */
export function useRememberedCustomer(id: number, name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return;
    recent.set([{ id, name }, ...recent.get().filter((each) => each.id !== id)].slice(0, MOST));
  }, [id, name]);
}

export const forgetCustomers = (): void => recent.set([]);
