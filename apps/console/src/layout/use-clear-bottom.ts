import { useEffect, useState } from "react";

/** How far above the window's bottom messages begin now: over none of the page's action bars. */
export function useClearBottom(areShown: boolean): number {
  const [bottom, setBottom] = useState(FOOTERS_PX);
  useEffect(() => {
    if (!areShown) return undefined;
    let frame = 0;
    const measure = () => {
      const bars = [...document.querySelectorAll("[data-action-bar]")];
      setBottom(
        clearBottom(
          bars.map((bar) => bar.getBoundingClientRect()),
          window.innerHeight,
        ),
      );
    };
    const measureSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(measure);
    };
    measureSoon();
    // A bar is moved by whatever comes and goes above it.
    const changed = new MutationObserver(measureSoon);
    changed.observe(document.body, { childList: true, subtree: true });
    window.addEventListener("scroll", measureSoon, { capture: true, passive: true });
    window.addEventListener("resize", measureSoon);
    return () => {
      cancelAnimationFrame(frame);
      changed.disconnect();
      window.removeEventListener("scroll", measureSoon, { capture: true });
      window.removeEventListener("resize", measureSoon);
    };
  }, [areShown]);
  return bottom;
}

/** The buttons of drawers stand in the corner of messages, and an error stays: none may lie over them. */
const FOOTERS_PX = 72;

/** Three messages of two lines, one behind the other. */
const STACK_PX = 160;
const GAP_PX = 12;

type Bar = { top: number; bottom: number };

/**
 * How many pixels above the bottom of a window of this height messages begin, so that they lie over none of these action
 * bars: above the one that stands where they would, as long as there is room.
 */
export function clearBottom(bars: readonly Bar[], windowHeight: number): number {
  const lowestFirst = bars.toSorted((one, other) => other.top - one.top);
  const clear = lowestFirst.reduce((bottom, bar) => {
    const from = windowHeight - bottom;
    const isInTheWay = bar.top - GAP_PX < from && bar.bottom > from - STACK_PX;
    return isInTheWay ? windowHeight - bar.top + GAP_PX : bottom;
  }, FOOTERS_PX);
  return clear + STACK_PX <= windowHeight ? clear : FOOTERS_PX;
}
