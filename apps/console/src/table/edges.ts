/** The share of a table's room that scrolls at least. */
const LEAST_SCROLLING = 0.5;
/** The width of the button that arranges the columns. */
const TOOLS_PX = 36;

/**
 * Marks `frame` while a table scrolls in it: whether there is more at the left and at the right, whether the table is
 * wider than its place, where pinned columns begin, which of them stay, and which number an edge would cut. Returns
 * how to stop.
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
    const keys = widths(scroller, "[data-pinned=key]");
    const free = widths(scroller, ":not([data-pinned], [data-actions])");
    const stays = pinsThatFit(room, {
      keysPx: sum(keys),
      pinnedPx: sum(pinned),
      actionsPx: sum(widths(scroller, "[data-actions]")),
      widestPx: Math.max(0, ...free),
    });
    const coverPx = Math.min(
      table.offsetTop + table.offsetHeight - scroller.scrollTop,
      scroller.clientHeight,
    );
    const isWide = widthPx > room + 1;
    const numbers = [
      ...scroller.querySelectorAll<HTMLElement>("thead th:is([data-number], .text-right):not([data-pinned])"),
    ];
    const places = numbers.map(({ offsetLeft, offsetWidth }) => ({
      leftPx: offsetLeft,
      rightPx: offsetLeft + offsetWidth,
    }));
    // The button of the columns lies over the heads at the right: there, heads and cells end at one line.
    const lanePx = Math.max(stays.rightPx, scroller.querySelector("[data-tools]") ? TOOLS_PX : 0);
    const cutLeftPx = cutBy(leftPx + stays.leftPx, places, "left");
    const cutRightPx = lanePx - stays.rightPx + cutBy(leftPx + room - lanePx, places, "right");
    placePinned(frame, pinned);
    place(edge(frame, "left"), "--pinned", stays.leftPx);
    place(edge(frame, "right"), "--pinned-right", stays.rightPx);
    place(frame, "--cover", coverPx);
    place(edge(frame, "left"), "--cut", cutLeftPx);
    place(edge(frame, "right"), "--cut", cutRightPx);
    mark(frame, "wide", isWide);
    mark(frame, "unpinned", stays.unpinned);
    mark(frame, "loose", stays.isLoose);
    mark(frame, "left", isWide && leftPx > 0);
    mark(frame, "right", isWide && leftPx + room < widthPx - 1);
  };
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

type Pins = { keysPx: number; pinnedPx: number; actionsPx: number; widestPx: number };

/**
 * Returns what stays in place in `room` pixels: the pinned columns, or else those that name the row, or else none. What
 * stays leaves half of the room, and room for the widest of the others, so that each can be read whole.
 */
export function pinsThatFit(room: number, { keysPx, pinnedPx, actionsPx, widestPx }: Pins) {
  const fits = (px: number) => room - px >= Math.max(widestPx, room * LEAST_SCROLLING);
  const isLoose = !fits(actionsPx);
  const rightPx = isLoose ? 0 : actionsPx;
  if (fits(pinnedPx + rightPx)) return { leftPx: pinnedPx, rightPx, isLoose, unpinned: false as const };
  if (fits(keysPx + rightPx)) return { leftPx: keysPx, rightPx, isLoose, unpinned: "further" as const };
  return { leftPx: 0, rightPx, isLoose, unpinned: "all" as const };
}

type Span = { leftPx: number; rightPx: number };

/** How much of a column of numbers is in view at the edge that cuts it, in pixels: a part of an amount reads as another. */
export function cutBy(edgePx: number, columns: readonly Span[], side: "left" | "right"): number {
  const cut = columns.find(({ leftPx, rightPx }) => leftPx + 1 < edgePx && edgePx < rightPx - 1);
  if (cut === undefined) return 0;
  return Math.ceil(side === "left" ? cut.rightPx - edgePx : edgePx - cut.leftPx);
}

function mark(element: HTMLElement, name: string, value: boolean | string): void {
  const attribute = `data-${name}`;
  if (value === false) element.removeAttribute(attribute);
  else if (element.getAttribute(attribute) !== String(value)) element.setAttribute(attribute, String(value));
}

const sum = (px: readonly number[]): number => px.reduce((total, each) => total + each, 0);

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
