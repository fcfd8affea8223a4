/** Of the room of a table, how much may stay in place while the rest scrolls under it. */
const MOST_PINNED = 0.5;

/**
 * Keeps on `frame` what its looks need to know of the table that scrolls in it: whether there is more at the left and at
 * the right, whether the table is wider than its place, and where pinned columns begin. Pinned columns that would leave no
 * room for the others scroll with them. Until the returned function is called.
 */
export function followEdges(frame: HTMLElement, columns: string): (() => void) | undefined {
  const scroller = frame.querySelector<HTMLElement>("[data-slot=data-table]");
  const table = scroller?.querySelector("table");
  if (!scroller || !table) return undefined;
  const look = () => {
    const room = scroller.clientWidth;
    const isWide = table.offsetWidth > room + 1;
    const pinnedPx = placePinned(frame, scroller);
    mark(frame, "wide", isWide);
    mark(frame, "unpinned", pinnedPx > room * MOST_PINNED);
    mark(frame, "left", isWide && scroller.scrollLeft > 0);
    mark(frame, "right", isWide && scroller.scrollLeft + room < table.offsetWidth - 1);
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

function mark(element: HTMLElement, name: string, isSo: boolean): void {
  element.toggleAttribute(`data-${name}`, isSo);
}

/** Each pinned column begins where the one before it ends. Returns where the last one ends. */
function placePinned(frame: HTMLElement, scroller: HTMLElement): number {
  let left = 0;
  scroller.querySelectorAll<HTMLElement>("thead th[data-pinned]").forEach((head, index) => {
    frame.style.setProperty(`--pin-${index}`, `${left}px`);
    left += head.offsetWidth;
  });
  frame.style.setProperty("--pinned", `${left}px`);
  const actions = scroller.querySelector<HTMLElement>("thead th[data-actions]");
  frame.style.setProperty("--pinned-right", `${actions?.offsetWidth ?? 0}px`);
  return left;
}
