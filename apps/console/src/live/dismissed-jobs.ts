import { useSyncExternalStore } from "react";
import { stored } from "@/lib/stored.ts";

const KEY = "dismissed-jobs";
/** The tray holds fewer. */
const KEPT = 50;

const dismissed = stored<readonly string[]>(read());

/** The ids of the ended jobs that were put away in this browser. */
export const useDismissedJobs = (): readonly string[] =>
  useSyncExternalStore(dismissed.subscribe, dismissed.get);

export function dismissJob(id: string): void {
  const next = [...dismissed.get(), id].slice(-KEPT);
  localStorage.setItem(KEY, JSON.stringify(next));
  dismissed.set(next);
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}
