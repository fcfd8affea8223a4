import { type RefCallback, useCallback, useEffect, useState } from "react";

/** How far below the screen a section begins to load. */
const NEAR_PX = 600;

/** By then a section loads even if nobody has come near it (specification 1, sections 4 and 9). */
const LATEST_MS = 5_000;

type Turn = {
  /** For the element whose coming near the screen gives the turn. */
  ref: RefCallback<HTMLElement>;
  hasTurn: boolean;
};

/** Whether it is a section's turn to load: once it is near the screen, and five seconds after `isReady` at the latest. */
export function useTurn(isReady: boolean): Turn {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [hasTurn, setHasTurn] = useState(false);
  useEffect(() => {
    if (!isReady || hasTurn || element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setHasTurn(true);
      },
      { rootMargin: `${NEAR_PX}px 0px` },
    );
    observer.observe(element);
    const timer = setTimeout(() => setHasTurn(true), LATEST_MS);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [isReady, hasTurn, element]);
  return { ref: useCallback((found) => setElement(found), []), hasTurn };
}
