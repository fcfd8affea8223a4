import { getPreferences, onPreferencesChange } from "./preferences.ts";

const DARK = "(prefers-color-scheme: dark)";

/** Keeps <html> in step with the preferences and the system theme, until the returned function is called. */
export function followPreferences(): () => void {
  const system = window.matchMedia(DARK);
  applyPreferences();
  system.addEventListener("change", applyPreferences);
  const unsubscribe = onPreferencesChange(applyPreferences);
  return () => {
    system.removeEventListener("change", applyPreferences);
    unsubscribe();
  };
}

function applyPreferences(): void {
  const { theme, density } = getPreferences();
  const isDark = theme === "dark" || (theme === "system" && window.matchMedia(DARK).matches);
  document.documentElement.classList.toggle("dark", isDark);
  document.documentElement.dataset.density = density;
}
