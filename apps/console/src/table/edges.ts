/** Of the room of a table, how much may stay in place while the rest scrolls under it. */
const MOST_PINNED = 0.5;

/**
 * Keeps on `frame` what its looks need to know of the table that scrolls in it: whether there is more at the left and at
 * the right, whether the table is wider than its place, where pinned columns begin, and which number an edge would cut. Pinned columns that would leave no
 * room for the others scroll with them. Until the returned function is called.
 */
export function followEdges(frame: HTMLElement, columns: string): (() => void) | undefined {
  const scroller = frame.querySelector<HTMLElement>("[data-slot=data-table]");
  const table = scroller?.querySelector("table");
  if (!scroller || !table) return undefined;
  const look = () => {
    // All is read before anything is written: what is written has the browser look at every cell again.
    const room = scroller.clientWidth;
    const widthPx = table.offsetWidth;
    const leftPx = scroller.scrollLeft;
    const pinned = widths(scroller, "[data-pinned]");
    const actionsPx = widths(scroller, "[data-actions]")[0] ?? 0;
    const pinnedPx = pinned.reduce((sum, px) => sum + px, 0);
    const coverPx = Math.min(
      table.offsetTop + table.offsetHeight - scroller.scrollTop,
      scroller.clientHeight,
    );
    const isWide = widthPx > room + 1;
    const keepsLeft = pinnedPx <= room * MOST_PINNED;
    const numbers = [...scroller.querySelectorAll<HTMLElement>("thead th[data-number]:not([data-pinned])")];
    const places = numbers.map(({ offsetLeft, offsetWidth }) => ({
      leftPx: offsetLeft,
      rightPx: offsetLeft + offsetWidth,
    }));
    const cutLeftPx = cutBy(leftPx + (keepsLeft ? pinnedPx : 0), places, "left");
    const cutRightPx = cutBy(leftPx + room - actionsPx, places, "right");
    placePinned(frame, pinned);
    place(edge(frame, "left"), "--pinned", pinnedPx);
    place(edge(frame, "right"), "--pinned-right", actionsPx);
    place(frame, "--cover", coverPx);
    place(edge(frame, "left"), "--cut", cutLeftPx);
    place(edge(frame, "right"), "--cut", cutRightPx);
    mark(frame, "wide", isWide);
    mark(frame, "unpinned", !keepsLeft);
    mark(frame, "left", isWide && leftPx > 0);
    mark(frame, "right", isWide && leftPx + room < widthPx - 1);
  };
  // What stands where is looked at anew when other columns are shown.
  frame.dataset.shown = columns;
  look();
  const observer = new ResizeObserver(look);
  observer.observe(scroller);
  observer.observe(table);
  scroller.addEventListener("scroll", look, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener("scroll", look);
  };
}

type Span = { leftPx: number; rightPx: number };

/** How much of a column of numbers is in view at the edge that cuts it, in pixels: a part of an amount reads as another. */
export function cutBy(edgePx: number, columns: readonly Span[], side: "left" | "right"): number {
  const cut = columns.find(({ leftPx, rightPx }) => leftPx + 1 < edgePx && edgePx < rightPx - 1);
  if (cut === undefined) return 0;
  return Math.ceil(side === "left" ? cut.rightPx - edgePx : edgePx - cut.leftPx);
}

function mark(element: HTMLElement, name: string, isSo: boolean): void {
  element.toggleAttribute(`data-${name}`, isSo);
}

const widths = (scroller: HTMLElement, which: string): number[] =>
  [...scroller.querySelectorAll<HTMLElement>(`thead th${which}`)].map((head) => head.offsetWidth);

const edge = (frame: HTMLElement, side: "left" | "right"): HTMLElement | null =>
  frame.querySelector(`:scope > [data-edge=${side}]`);

/** Each pinned column begins where the one before it ends: the first at 0, where it stands without being told. */
function placePinned(frame: HTMLElement, pinned: readonly number[]): void {
  let left = 0;
  for (const [index, px] of pinned.entries()) {
    if (index > 0) place(frame, `--pin-${index}`, left);
    left += px;
  }
}

function place(element: HTMLElement | null, name: string, px: number): void {
  const value = `${px}px`;
  if (element && element.style.getPropertyValue(name) !== value) element.style.setProperty(name, value);
}
