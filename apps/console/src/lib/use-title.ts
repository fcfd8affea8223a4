import { useEffect, useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

const title = stored("");

/** Names the page: in the browser's tab, and as the last step of the breadcrumb. */
export function useTitle(name: string): void {
  useEffect(() => {
    title.set(name);
    document.title = name === "" ? "Countinghouse" : `${name} · Countinghouse`;
  }, [name]);
}

export const useCurrentTitle = (): string => useSyncExternalStore(title.subscribe, title.get);
