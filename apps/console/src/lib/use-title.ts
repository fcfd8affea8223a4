import { useEffect, useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

const title = stored("");
const titleAbove = stored("");

/**
 * Names the page: in the browser's tab, and as the last step of the breadcrumb; and the one it belongs to, where that
 * is called after a customer.
 */
export function useTitle(name: string, above = ""): void {
  useEffect(() => {
    title.set(name);
    titleAbove.set(above);
    document.title = name === "" ? "Countinghouse" : `${name} · Countinghouse`;
  }, [name, above]);
}

export const useCurrentTitle = (): string => useSyncExternalStore(title.subscribe, title.get);

export const useTitleAbove = (): string => useSyncExternalStore(titleAbove.subscribe, titleAbove.get);
