import { type RefCallback, startTransition, useCallback, useEffect, useState } from "react";

/** How far below the screen a section begins to load. */
const NEAR_PX = 600;

type Turn = {
  /** For the element whose coming near the screen gives the turn. */
  ref: RefCallback<HTMLElement>;
  hasTurn: boolean;
};

/** Whether it is a section's turn to load: once it is near the screen, and so long after `isReady` at the latest. */
export function useTurn(isReady: boolean, latestMs: number): Turn {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [hasTurn, setHasTurn] = useState(false);
  useEffect(() => {
    if (!isReady || hasTurn || element === null) return undefined;
    // Twenty sections may have theirs at once: whoever presses a key meanwhile does not wait for them.
    const take = () => startTransition(() => setHasTurn(true));
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) take();
      },
      { rootMargin: `${NEAR_PX}px 0px` },
    );
    observer.observe(element);
    const timer = setTimeout(take, latestMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isReady, hasTurn, element, latestMs]);
  return { ref: useCallback((found) => setElement(found), []), hasTurn };
}
