import { type RefObject, useEffect, useState } from "react";

/** Rows by which the window moves. */
const STEP = 10;
/** Rows that stand ready above and below what is seen: each of them is made anew when the scroll bar is dragged far. */
const READY = 5;

/** Until a row can be measured. */
const ROW_HEIGHT_PX = 36;
const ROWS_AT_FIRST = 30;

export type RowWindow = {
  first: number;
  /** The row after the last. */
  last: number;
  abovePx: number;
  belowPx: number;
};

/** Which of `count` rows, all of one height, are near enough to be seen as `scroller` stands; all when `isOff`. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  isOff: boolean,
): RowWindow {
  const [seen, setSeen] = useState({ first: 0, last: ROWS_AT_FIRST, rowPx: ROW_HEIGHT_PX });
  useEffect(() => {
    const element = scroller.current;
    if (isOff || element === null || count === 0) return undefined;
    const look = () => {
      const row = element.querySelector("tbody > [data-slot=table-row]");
      const rowPx = row?.getBoundingClientRect().height || ROW_HEIGHT_PX;
      const top = Math.floor(element.scrollTop / rowPx / STEP) * STEP;
      const first = Math.max(0, top - READY);
      const last = Math.max(ROWS_AT_FIRST, top + Math.ceil(element.clientHeight / rowPx) + STEP + READY);
      setSeen((before) =>
        before.first === first && before.last === last && before.rowPx === rowPx
          ? before
          : { first, last, rowPx },
      );
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller, count, isOff]);

  if (isOff) return { first: 0, last: count, abovePx: 0, belowPx: 0 };
  const last = Math.min(seen.last, count);
  const first = Math.min(seen.first, last);
  return { first, last, abovePx: first * seen.rowPx, belowPx: (count - last) * seen.rowPx };
}
