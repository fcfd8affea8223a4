import { useEffect, useRef, useSyncExternalStore } from "react";
import { getPreferences } from "./preferences.ts";
import { stored } from "./stored.ts";

export type Shortcut = {
  /** Keys in sequence, one space between: "?", "g u", "mod+k" (⌘ on a Mac, Ctrl elsewhere). */
  keys: string;
  label: string;
  group: "Navigation" | "This page" | "General";
};

type Registered = Shortcut & { run: () => void };

/** How long a sequence may take: for hands that are slow, too. */
const SEQUENCE_MS = 2_000;

const registered = stored<readonly Registered[]>([]);
let typed: string[] = [];
let typedAt = 0;

/** Offers a key sequence while the component is mounted. None of them may move money. */
export function useShortcut({ keys, label, group }: Shortcut, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const entry: Registered = { keys, label, group, run: () => latest.current() };
    if (registered.get().length === 0) document.addEventListener("keydown", handleKey);
    registered.set([...registered.get(), entry]);
    return () => {
      registered.set(registered.get().filter((each) => each !== entry));
      if (registered.get().length === 0) document.removeEventListener("keydown", handleKey);
    };
  }, [keys, label, group]);
}

/** What the shortcut sheet lists. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(registered.subscribe, registered.get);

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const withModifier = event.metaKey || event.ctrlKey;
  if (!withModifier && (isTyping(event.target) || !getPreferences().singleKeyShortcuts)) return;
  if (!withModifier && document.querySelector("[role=dialog], [role=alertdialog], [role=menu]")) return;
  const match = matchSequence(withModifier ? `mod+${event.key.toLowerCase()}` : event.key, event.timeStamp);
  if (!match) return;
  event.preventDefault();
  typed = [];
  match.run();
}

/** The newest registration wins, so that a page may take a key over from the shell. */
function matchSequence(key: string, at: number): Registered | undefined {
  typed = at - typedAt > SEQUENCE_MS ? [key] : [...typed.slice(-1), key];
  typedAt = at;
  const newestFirst = [...registered.get()].reverse();
  return (
    newestFirst.find((each) => each.keys === typed.join(" ")) ?? newestFirst.find((each) => each.keys === key)
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select, [role=combobox], [role=textbox]"))
  );
}
