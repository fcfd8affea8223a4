import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useScrollSpy } from "./use-page-geometry.ts";

const IDS = ["general", "notes", "manual-payment"] as const;

/** Where the tops of the sections are, in pixels below the top of the window. */
function place(tops: readonly number[]): void {
  IDS.forEach((id, index) => {
    const section = document.getElementById(id);
    const top = tops[index] ?? 0;
    if (section) section.getBoundingClientRect = () => new DOMRect(0, top, 800, 400);
  });
}

/** Lays the page out so, scrolled by `scrollY` of 2,000 pixels, and says which section is being read. */
function read(tops: readonly number[], scrollY: number): string | undefined {
  const { result } = renderHook(() => useScrollSpy(IDS));
  place(tops);
  Object.defineProperty(window, "scrollY", { value: scrollY, configurable: true });
  act(() => {
    window.dispatchEvent(new Event("scroll"));
  });
  return result.current;
}

beforeEach(() => {
  document.body.innerHTML = IDS.map((id) => `<section id="${id}"></section>`).join("");
  Object.defineProperty(document.body, "scrollHeight", { value: 2_000, configurable: true });
});
afterEach(() => Object.defineProperty(window, "scrollY", { value: 0, configurable: true }));

it("at the top the first section is being read", () => {
  expect(read([140, 600, 1_200], 0)).toBe("general");
});

it("a section is being read once its top has passed the sticky bars", () => {
  expect(read([-800, 20, 420], 900)).toBe("notes");
  expect(read([-800, 60, 460], 860)).toBe("general");
});

it("at the end of the page the last section is being read, however short it is", () => {
  expect(read([-1_000, -200, 500], 2_000 - window.innerHeight)).toBe("manual-payment");
});

it("where the sections are is read once the page has moved, and not while React renders", () => {
  const styles = vi.spyOn(window, "getComputedStyle");
  const { rerender } = renderHook(() => useScrollSpy(IDS));
  rerender();
  expect(styles).not.toHaveBeenCalled();
  act(() => {
    window.dispatchEvent(new Event("scroll"));
  });
  expect(styles).toHaveBeenCalled();
  styles.mockRestore();
});
