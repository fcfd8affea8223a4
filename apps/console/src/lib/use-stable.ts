import { useCallback, useLayoutEffect, useRef } from "react";

/** One and the same function at each render, which does what the latest given one does. Not for what is called while rendering. */
export function useStable<Args extends unknown[], Result>(
  latest: (...args: Args) => Result,
): (...args: Args) => Result {
  const kept = useRef(latest);
  useLayoutEffect(() => {
    kept.current = latest;
  });
  return useCallback((...args: Args) => kept.current(...args), []);
}
