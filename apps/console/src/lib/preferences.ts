import { useSyncExternalStore } from "react";
import { stored } from "./stored.ts";

/** The one key that logging out keeps (specification 1, section 2). */
const PREFERENCES_KEY = "preferences";

export const THEMES = ["system", "light", "dark"] as const;
export const DENSITIES = ["compact", "default", "comfortable"] as const;
export type Theme = (typeof THEMES)[number];
export type Density = (typeof DENSITIES)[number];

export type Preferences = {
  theme: Theme;
  density: Density;
  sidebarCollapsed: boolean;
  /** The groups of the sidebar that the admin has opened (true) or folded (false). */
  sidebarGroups: Readonly<Record<string, boolean>>;
  singleKeyShortcuts: boolean;
  /** Whether the timeline of a customer is folded away. */
  timelineHidden: boolean;
};

const DEFAULTS: Preferences = {
  theme: "system",
  density: "default",
  sidebarCollapsed: false,
  sidebarGroups: {},
  singleKeyShortcuts: true,
  timelineHidden: false,
};

const current = stored<Preferences>(readPreferences());

export const getPreferences = current.get;

export const usePreferences = (): Preferences => useSyncExternalStore(current.subscribe, current.get);

export function setPreferences(change: Partial<Preferences>): void {
  const next = { ...current.get(), ...change };
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify(next));
  current.set(next);
}

/** Calls `listener` after each change, in this tab or another. */
export function onPreferencesChange(listener: () => void): () => void {
  const reread = (event: StorageEvent) => {
    if (event.key === PREFERENCES_KEY) current.set(readPreferences());
  };
  const unsubscribe = current.subscribe(listener);
  window.addEventListener("storage", reread);
  return () => {
    unsubscribe();
    window.removeEventListener("storage", reread);
  };
}

/** Empties the storage but for the preferences, and for the key `alsoKept`. */
export function forgetAllButPreferences(alsoKept = PREFERENCES_KEY): void {
  for (const key of Object.keys(localStorage))
    if (key !== PREFERENCES_KEY && key !== alsoKept) localStorage.removeItem(key);
}

function readPreferences(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFERENCES_KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return DEFAULTS;
    const { theme, density, sidebarCollapsed, sidebarGroups, singleKeyShortcuts, timelineHidden } =
      kept as Record<string, unknown>;
    return {
      theme: THEMES.find((known) => known === theme) ?? DEFAULTS.theme,
      density: DENSITIES.find((known) => known === density) ?? DEFAULTS.density,
      sidebarCollapsed: sidebarCollapsed === true,
      sidebarGroups: readChoices(sidebarGroups),
      singleKeyShortcuts: singleKeyShortcuts !== false,
      timelineHidden: timelineHidden === true,
    };
  } catch {
    return DEFAULTS;
  }
}

function readChoices(kept: unknown): Record<string, boolean> {
  const entries = Object.entries(typeof kept === "object" && kept !== null ? kept : {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
  );
}
