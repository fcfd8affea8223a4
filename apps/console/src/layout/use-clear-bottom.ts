import { useEffect, useState } from "react";
import { clearBottom, FOOTERS_PX } from "./clear-bottom.ts";

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
