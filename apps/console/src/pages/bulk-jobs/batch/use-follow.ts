import { type RefObject, useEffect, useState } from "react";
import type { BulkRow } from "@/components/batches/types.ts";
import { isSettled } from "./row-status.ts";

/** Where in the height of the table the newest row is brought to. */
const AT = 0.7;

/** What tells that the reader scrolls, and not this. */
const BY_HAND = ["wheel", "touchmove", "pointerdown", "keydown"];

/**
 * Follow: the table scrolls to the row that was settled last, until the reader scrolls it. `frame` holds the table;
 * `shown` are its rows.
 */
export function useFollow(
  frame: RefObject<HTMLElement | null>,
  shown: readonly BulkRow[] | null,
  changedIds: ReadonlySet<string>,
) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const scroller = frame.current?.querySelector("[data-slot=data-table]");
    const newest = shown?.findLastIndex(({ id, state }) => changedIds.has(id) && isSettled(state)) ?? -1;
    if (!isOn || !scroller || newest === -1) return;
    const rowPx = scroller.querySelector("[data-slot=table-row]")?.getBoundingClientRect().height ?? 0;
    scroller.scrollTop = Math.max(0, newest * rowPx - scroller.clientHeight * AT);
  }, [isOn, shown, changedIds, frame]);
  useEffect(() => {
    const element = frame.current;
    if (!isOn || !element) return undefined;
    const stop = () => setOn(false);
    for (const sign of BY_HAND) element.addEventListener(sign, stop, { passive: true });
    return () => {
      for (const sign of BY_HAND) element.removeEventListener(sign, stop);
    };
  }, [isOn, frame]);
  return { isOn, toggle: () => setOn((was) => !was) };
}
