import { useSyncExternalStore } from "react";

/** Whether this window is in sight, and not behind another tab. */
export const usePageSeen = (): boolean => useSyncExternalStore(subscribe, isSeen);

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

const isSeen = (): boolean => document.visibilityState === "visible";
