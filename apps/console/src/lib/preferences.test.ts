import { expect, it, vi } from "vitest";

it("a new page has the choices that an earlier one stored, and the default of all others", async () => {
  localStorage.setItem(
    "preferences",
    JSON.stringify({
      theme: "dark",
      sidebarCollapsed: true,
      sidebarGroups: { Reports: true, Payments: "no" },
    }),
  );
  vi.resetModules();
  const { getPreferences } = await import("./preferences.ts");
  expect(getPreferences()).toEqual({
    theme: "dark",
    density: "default",
    sidebarCollapsed: true,
    sidebarGroups: { Reports: true },
    singleKeyShortcuts: true,
    timelineHidden: false,
  });
});
