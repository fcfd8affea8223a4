import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useShortcut } from "@/lib/shortcuts.ts";
import { stored } from "@/lib/stored.ts";

const PRELOAD_AFTER_MS = 2_000;

const loadPalette = () => import("./command-palette.tsx");
const loadShortcutSheet = () => import("./shortcut-sheet.tsx");
const CommandPalette = lazy(loadPalette);
const ShortcutSheet = lazy(loadShortcutSheet);

type Overlay = "palette" | "shortcuts" | null;

const overlay = stored<Overlay>(null);
const close = () => overlay.set(null);

export const openPalette = () => overlay.set("palette");
export const openShortcutSheet = () => overlay.set("shortcuts");

/** What the shell can open over any page. The palette is fetched soon after the page, so that it opens at once. */
export function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get);
  useShortcut({ keys: "mod+k", label: "Search or jump to…", group: "General" }, openPalette);
  useShortcut({ keys: "?", label: "Keyboard shortcuts", group: "General" }, openShortcutSheet);
  useEffect(preloadPalette, []);
  useEffect(() => close, []);
  return (
    <ErrorBoundary fallback={null} resetKeys={[open]}>
      <Suspense fallback={null}>
        {open === "palette" && <CommandPalette onClose={close} />}
        {open === "shortcuts" && <ShortcutSheet onClose={close} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function preloadPalette(): () => void {
  const timer = setTimeout(() => void loadPalette(), PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}
