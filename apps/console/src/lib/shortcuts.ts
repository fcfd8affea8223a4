import { useEffect, useRef, useSyncExternalStore } from "react";
import { getPreferences } from "./preferences.ts";
import { stored } from "./stored.ts";

export type Shortcut = {
  /** Keys in sequence, one space between: "?", "g u", "mod+k" (⌘ on a Mac, Ctrl elsewhere). */
  keys: string;
  label: string;
  group: "Navigation" | "This page" | "General";
  /** For a sheet that is open: only such single keys work over the page. */
  inDialog?: boolean;
};

type Registered = Shortcut & { run: (() => void) | null };

const registered = stored<readonly Registered[]>([]);
/** The first key of an open sequence. The next key or a click ends the sequence, however late it comes. */
let firstKey: string | null = null;

/**
 * Registers a key sequence while the component is mounted. No shortcut may move money. A key that the browser handles itself is only
 * listed: `run` is null.
 */
export function useShortcut(
  { keys, label, group, inDialog = false }: Shortcut,
  run: (() => void) | null,
): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  const isListed = run === null;
  useEffect(() => {
    const entry: Registered = {
      keys,
      label,
      group,
      inDialog,
      run: isListed ? null : () => latest.current?.(),
    };
    if (registered.get().length === 0) {
      document.addEventListener("keydown", handleKey);
      document.addEventListener("pointerdown", endSequence);
    }
    registered.set([...registered.get(), entry]);
    return () => {
      registered.set(registered.get().filter((each) => each !== entry));
      if (registered.get().length > 0) return;
      document.removeEventListener("keydown", handleKey);
      document.removeEventListener("pointerdown", endSequence);
      endSequence();
    };
  }, [keys, label, group, inDialog, isListed]);
}

/** What the shortcut sheet lists. */
export const useShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(registered.subscribe, registered.get);

function endSequence(): void {
  firstKey = null;
}

function handleKey(event: KeyboardEvent): void {
  const previousKey = firstKey;
  endSequence();
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const withModifier = event.metaKey || event.ctrlKey;
  if (!withModifier && (isTyping(event.target) || !getPreferences().singleKeyShortcuts)) return;
  const isOver = (selector: string) => !withModifier && document.querySelector(selector) !== null;
  if (isOver("[role=alertdialog], [role=menu]")) return;
  const key = withModifier ? `mod+${event.key.toLowerCase()}` : event.key;
  const match = findShortcut(previousKey, key, isOver("[role=dialog]"));
  if (!match?.run) {
    firstKey = key;
    return;
  }
  event.preventDefault();
  match.run();
}

/** The newest registration wins, so that a page can override a shortcut of the shell. */
function findShortcut(previousKey: string | null, key: string, inDialog: boolean): Registered | undefined {
  const newestFirst = registered
    .get()
    .filter((each) => !inDialog || each.inDialog)
    .reverse();
  return (
    newestFirst.find(({ keys }) => keys === `${previousKey} ${key}`) ??
    newestFirst.find(({ keys }) => keys === key)
  );
}

/** A list of choices finds its options by typed letters. */
const TYPED_IN = "input, textarea, select, [role=combobox], [role=textbox], [role=listbox], [role=listbox] *";

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN));
}
