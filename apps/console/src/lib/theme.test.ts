import { expect, it } from "vitest";
import { setPreferences } from "./preferences.ts";
import { followPreferences } from "./theme.ts";

it("keeps the page in the chosen theme and density until told to stop", () => {
  const root = document.documentElement;
  const stop = followPreferences();
  setPreferences({ theme: "dark", density: "compact" });
  expect(root.classList.contains("dark")).toBe(true);
  expect(root.dataset.density).toBe("compact");
  setPreferences({ theme: "light" });
  expect(root.classList.contains("dark")).toBe(false);
  stop();
  setPreferences({ theme: "dark" });
  expect(root.classList.contains("dark")).toBe(false);
});
