import { type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Rows by which the window moves. */
const STEP = 10;
/** Rows that stand ready above and below what is seen. */
const READY = 5;
/** When they are made after a jump: while the scroll bar is dragged nobody needs them, and each would cost. */
const REST_MS = 100;

/** Until a row can be measured. */
const ROW_HEIGHT_PX = 36;
const ROWS_AT_FIRST = 30;

/** Rows from `first` to before `last`. */
type Rows = { first: number; last: number };

export type RowWindow = Rows & { abovePx: number; belowPx: number };

/** Which of `count` rows, all of one height, are near enough to be seen as `scroller` stands; all when `isOff`. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isOff: boolean,
): RowWindow {
  const [made, setMade] = useState({ first: 0, last: ROWS_AT_FIRST, rowPx: ROW_HEIGHT_PX });
  const latest = useRef(made);
  useEffect(() => {
    const element = scroller.current;
    if (isOff || element === null || count === 0) return undefined;
    let rest: ReturnType<typeof setTimeout>;
    const make = (rows: Rows, rowPx: number) => {
      const { first, last, rowPx: before } = latest.current;
      if (first === rows.first && last === rows.last && before === rowPx) return;
      latest.current = { ...rows, rowPx };
      setMade(latest.current);
    };
    const settle = () => {
      const rowPx = rowHeight(element);
      make(withReady(seenRows(element, rowPx)), rowPx);
    };
    const follow = () => {
      clearTimeout(rest);
      const { first, last, rowPx } = latest.current;
      const seen = seenRows(element, rowPx);
      if (seen.first >= first && seen.last <= last) return settle();
      // What is in sight is there in the same frame; after a jump, nothing else for now.
      const isJump = seen.first >= last || seen.last <= first;
      flushSync(() => make(isJump ? seen : withReady(seen), rowPx));
      if (isJump) rest = setTimeout(settle, REST_MS);
    };
    settle();
    element.addEventListener("scroll", follow, { passive: true });
    return () => {
      clearTimeout(rest);
      element.removeEventListener("scroll", follow);
    };
  }, [scroller, count, isOff]);

  if (isOff) return { first: 0, last: count, abovePx: 0, belowPx: 0 };
  const last = Math.min(made.last, count);
  const first = Math.min(made.first, last);
  return { first, last, abovePx: first * made.rowPx, belowPx: (count - last) * made.rowPx };
}

function rowHeight(scroller: HTMLElement): number {
  const row = scroller.querySelector("tbody > [data-slot=table-row]");
  return row?.getBoundingClientRect().height || ROW_HEIGHT_PX;
}

/** As many wherever it stands: one may be seen in part at either end. */
function seenRows(scroller: HTMLElement, rowPx: number): Rows {
  const first = Math.floor(scroller.scrollTop / rowPx);
  return { first, last: first + Math.ceil(scroller.clientHeight / rowPx) + 1 };
}

/** Moved by whole steps, so that most of a way needs no row anew. */
function withReady({ first, last }: Rows): Rows {
  const top = Math.floor(first / STEP) * STEP;
  return {
    first: Math.max(0, top - READY),
    last: Math.max(ROWS_AT_FIRST, top + STEP + last - first + READY),
  };
}
