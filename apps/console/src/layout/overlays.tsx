import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { closeOverlay, openMenu, openPalette, openShortcutSheet, overlay } from "@/lib/overlay.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import KeptArrangements from "./kept-arrangements.tsx";

const PRELOAD_AFTER_MS = 2_000;

const loadPalette = () => import("./palette/command-palette.tsx");
const loadShortcutSheet = () => import("./shortcut-sheet.tsx");
const CommandPalette = lazy(loadPalette);
const ShortcutSheet = lazy(loadShortcutSheet);
const MenuSheet = lazy(() => import("./menu-sheet.tsx"));
const IdleEnd = lazy(() => import("./idle-end.tsx"));

/** What the shell can open over any page. The palette is fetched soon after the page, so that it opens at once. */
export function Overlays() {
  const open = useSyncExternalStore(overlay.subscribe, overlay.get);
  useShortcut({ keys: "mod+k", label: "Search or jump to…", group: "General" }, openPalette);
  useShortcut({ keys: "?", label: "Keyboard shortcuts", group: "General" }, openShortcutSheet);
  useShortcut({ keys: "m", label: "Menu of all pages", group: "Navigation" }, openMenu);
  useEffect(preloadPalette, []);
  useEffect(() => closeOverlay, []);
  return (
    <ErrorBoundary fallback={null} resetKeys={[open]}>
      <KeptArrangements />
      <Suspense fallback={null}>
        <IdleEnd />
        {open === "palette" && <CommandPalette onClose={closeOverlay} />}
        {open === "menu" && <MenuSheet onClose={closeOverlay} />}
        {open === "shortcuts" && <ShortcutSheet onClose={closeOverlay} />}
      </Suspense>
    </ErrorBoundary>
  );
}

function preloadPalette(): () => void {
  const timer = setTimeout(() => void loadPalette(), PRELOAD_AFTER_MS);
  return () => clearTimeout(timer);
}
