import { type RefObject, startTransition, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useWholePage } from "@/lib/use-whole-page.ts";
import { useRowWindow } from "./use-row-window.ts";

/** Rows that are there with their table: about as many as a screen shows. */
const AT_ONCE = 30;
const STEP = 15;
/** By then some more are made, however much else there is to do. */
const LATEST_MS = 500;

/**
 * Which of the rows of a table are made: of a windowed one those near to what is seen, of any other the first ones at once and the
 * others soon. `made` is the place up to which they are, `last` up to which they come to be.
 */
export function useNearRows<Row>(
  root: RefObject<HTMLDivElement | null>,
  rows: readonly Row[] | undefined,
  isWindowed: boolean,
) {
  const count = rows?.length ?? 0;
  const near = useRowWindow(root, count, !isWindowed);
  const made = Math.min(near.last, useRowSteps(count, isWindowed));
  const nearRows = useMemo(() => rows?.slice(near.first, made) ?? NO_ROWS, [rows, near.first, made]);
  return { ...near, made, rows: nearRows };
}

const NO_ROWS: readonly never[] = [];

/** Calls `onNearEnd` once the last of the loaded rows is near. `endingAt` is their number, or 0 before that. */
export function useNearEnd(endingAt: number, onNearEnd: (() => void) | undefined): void {
  const nearEnd = useEffectEvent(() => onNearEnd?.());
  useEffect(() => {
    if (endingAt > 0) nearEnd();
  }, [endingAt]);
}

/**
 * How many of `count` rows are made: those that are seen first at once, the others a few at a time whenever the page has
 * nothing else to do; all for paper and for the browser's search. `isOff`: all at once.
 */
function useRowSteps(count: number, isOff: boolean): number {
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
