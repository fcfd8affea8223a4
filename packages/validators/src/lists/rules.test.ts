import { expect, it } from "vitest";
import { whyNotChangeView, whyNotSaveView, whyNotShareView } from "./rules.ts";
import { ViewContent } from "./schemas.ts";

it("a view is changed by its owner, and a shared one by who manages staff", () => {
  expect(whyNotChangeView("VIEWER", { isOwn: true, isShared: false })).toBeNull();
  expect(whyNotChangeView("SUPERADMIN", { isOwn: false, isShared: true })).toBeNull();
  expect(whyNotChangeView("ADMIN", { isOwn: false, isShared: true })).toMatch(/owner or SUPERADMIN/);
  expect(whyNotChangeView("SUPERADMIN", { isOwn: false, isShared: false })).toBe("There is no such view.");
});

it("whoever writes may share a view, and nobody keeps more than a hundred", () => {
  expect(whyNotShareView("VIEWER", true)).toMatch(/EMPLOYEE/);
  expect(whyNotShareView("VIEWER", false)).toBeNull();
  expect(whyNotShareView("EMPLOYEE", true)).toBeNull();
  expect(whyNotSaveView(99)).toBeNull();
  expect(whyNotSaveView(100)).toMatch(/Delete one first/);
});

it("a view keeps what an address says, and no search for a person", () => {
  const view = (params: Record<string, string>) =>
    ViewContent.safeParse({ version: 1, params, columns: null });
  expect(view({ q: "Mott Street 41", from: "2026-11-24" }).success).toBe(true);
  expect(view({ q: "123-45-6789" }).success).toBe(false);
  expect(view(Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, ""]))).success).toBe(false);
});
