import { useEffect, useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

const title = stored("");
const titleAbove = stored("");
const prefix = stored("");
const customerAbove = stored<number | null>(null);

/**
 * Names the page: in the browser's tab, and as the last step of the breadcrumb; the customer's page above it, which is
 * called after the customer; and the customer's id, where the page's own address does not tell it.
 */
export function useTitle(name: string, above = "", customerId: number | null = null): void {
  useEffect(() => {
    title.set(name);
    titleAbove.set(above);
    customerAbove.set(customerId);
    showTitle();
  }, [name, above, customerId]);
}

/** Puts something before the name in the browser's tab, and nowhere else. */
export function useTitlePrefix(text: string): void {
  useEffect(() => {
    prefix.set(text);
    showTitle();
  }, [text]);
}

function showTitle(): void {
  const name = title.get();
  document.title = `${prefix.get()}${name === "" ? "Countinghouse" : `${name} · Countinghouse`}`;
}

export const useCurrentTitle = (): string => useSyncExternalStore(title.subscribe, title.get);

export const useCustomerAbove = (): number | null =>
  useSyncExternalStore(customerAbove.subscribe, customerAbove.get);

export const useTitleAbove = (): string => useSyncExternalStore(titleAbove.subscribe, titleAbove.get);
