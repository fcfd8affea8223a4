import { useShortcut } from "@/lib/shortcuts.ts";

/** What staff do with an item whose cause does not end by itself. */
export const WAYS = [
  { value: "done", label: "Done" },
  { value: "snooze", label: "Snooze" },
  { value: "assign", label: "Assign" },
] as const;
export type Way = (typeof WAYS)[number]["value"];

/** The keys of the three ways: e, s and a. `inDialog` is for an item that is open over the page. */
export function useWayKeys(begin: (way: Way) => void, inDialog = false): void {
  useShortcut({ keys: "e", label: "Done", group: "This page", inDialog }, () => begin("done"));
  useShortcut({ keys: "s", label: "Snooze", group: "This page", inDialog }, () => begin("snooze"));
  useShortcut({ keys: "a", label: "Assign", group: "This page", inDialog }, () => begin("assign"));
}
