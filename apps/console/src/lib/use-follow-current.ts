import { type RefObject, useLayoutEffect } from "react";

/**
 * Keeps the current entry of a list that scrolls within itself in sight, whenever `current` becomes another. The page stays
 * where it is, which it would not by scrollIntoView.
 */
export function useFollowCurrent(list: RefObject<HTMLElement | null>, current: string | undefined): void {
  useLayoutEffect(() => {
    const scroller = list.current;
    const entry = scroller?.querySelector<HTMLElement>("[aria-current]");
    if (current === undefined || !scroller || !entry) return;
    const [outer, inner] = [scroller.getBoundingClientRect(), entry.getBoundingClientRect()];
    scroller.scrollBy({
      top: outside(inner.top, inner.bottom, outer.top, outer.bottom),
      left: outside(inner.left, inner.right, outer.left, outer.right),
      behavior: "instant",
    });
  }, [list, current]);
}

/** How far something lies before (below zero) or behind what is seen. */
function outside(start: number, end: number, first: number, last: number): number {
  if (start < first) return start - first;
  return end > last ? end - last : 0;
}
