import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { usePageGeometry } from "./use-page-geometry.ts";

function move(): void {
  act(() => {
    window.dispatchEvent(new Event("scroll"));
  });
}

it("nothing is read while React renders, the first time or again: only once the page has moved", () => {
  const read = vi.fn<() => string>(() => "measured");
  const { result, rerender } = renderHook(() => usePageGeometry(read, "initial"));
  rerender();
  expect(read).not.toHaveBeenCalled();
  expect(result.current).toBe("initial");
  move();
  expect(read).toHaveBeenCalledOnce();
  expect(result.current).toBe("measured");
  rerender();
  expect(read).toHaveBeenCalledOnce();
});

it("what was rendered last is what is read", () => {
  const { result, rerender } = renderHook(({ said }) => usePageGeometry(() => said, ""), {
    initialProps: { said: "first" },
  });
  rerender({ said: "last" });
  move();
  expect(result.current).toBe("last");
});

it("nothing is read any more once it is gone", () => {
  const read = vi.fn<() => number>(() => 0);
  renderHook(() => usePageGeometry(read, 0)).unmount();
  move();
  expect(read).not.toHaveBeenCalled();
});
