import { useEffect, useRef, useState } from "react";

const SHOW_AFTER_MS = 200;
const SHOW_AT_LEAST_MS = 400;

/** True once `waiting` has lasted 200 ms, and then for 400 ms at least, so that nothing flashes. */
export function useDelayed(waiting: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (waiting === shown) return undefined;
    const wait = waiting
      ? SHOW_AFTER_MS
      : Math.max(0, shownAt.current + SHOW_AT_LEAST_MS - performance.now());
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(waiting);
    }, wait);
    return () => clearTimeout(timer);
  }, [waiting, shown]);
  return shown;
}
