import { startTransition, useEffect, useState } from "react";
import { useWholePage } from "@/lib/use-whole-page.ts";

/** Rows that are there with their table: about as many as a screen shows. */
const AT_ONCE = 30;
const STEP = 15;
/** By then some more are made, however much else there is to do. */
const LATEST_MS = 500;

/**
 * How many of `count` rows are made: those that are seen first at once, the others a few at a time whenever the page has
 * nothing else to do; all for paper and for the browser's search. `isOff`: all at once.
 */
export function useRowSteps(count: number, isOff: boolean): number {
  const [made, setMade] = useState(AT_ONCE);
  const isWhole = useWholePage();
  const isMore = !isOff && !isWhole && made < count;
  useEffect(() => {
    if (!isMore) return undefined;
    return whenIdle(() => startTransition(() => setMade(made + STEP)));
  }, [isMore, made]);
  return isMore ? made : count;
}

/** Safari tells nobody when it is idle. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 1);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
}
