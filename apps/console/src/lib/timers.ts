import { useEffect, useRef, useState } from "react";

/** The time, renewed each `everyMs`. */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** `value` as it was once it has not changed for `delayMs`. */
export function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

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
