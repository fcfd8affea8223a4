/** The buttons of drawers stand in the corner of messages, and an error stays: none may lie over them. */
export const FOOTERS_PX = 72;

/** Three messages of two lines, one behind the other. */
const STACK_PX = 160;
const GAP_PX = 12;

type Bar = { top: number; bottom: number };

/**
 * How many pixels above the bottom of a window of this height messages begin, so that they lie over none of these action
 * bars: above the one that stands where they would, as long as there is room.
 */
export function clearBottom(bars: readonly Bar[], windowHeight: number): number {
  const lowestFirst = bars.toSorted((one, other) => other.top - one.top);
  const clear = lowestFirst.reduce((bottom, bar) => {
    const from = windowHeight - bottom;
    const isInTheWay = bar.top - GAP_PX < from && bar.bottom > from - STACK_PX;
    return isInTheWay ? windowHeight - bar.top + GAP_PX : bottom;
  }, FOOTERS_PX);
  return clear + STACK_PX <= windowHeight ? clear : FOOTERS_PX;
}
