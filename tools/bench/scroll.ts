import type { Locator } from "@playwright/test";

export interface Scrolled {
  frames: number;
  framesPerSecond: number;
  /** Share of the frames that came more than 50 ms after the one before. */
  longShare: number;
  /** Share of the frames in which not every place in sight had its row. */
  missingShare: number;
  /** The most rows that were in the page at once. */
  mostRows: number;
  /** The texts of the first and the last row, as they stood at the top again and at the bottom. */
  top: string;
  bottom: string;
}

interface Box {
  getBoundingClientRect(): { readonly top: number; readonly bottom: number; readonly height: number };
}

/** What the script in the page needs of an element there; the types of browsers are not among those of Node. */
interface Scroller extends Box {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  querySelectorAll(selector: string): ArrayLike<Box & { readonly textContent: string | null }>;
  readonly ownerDocument: {
    readonly defaultView: { requestAnimationFrame(then: (at: number) => void): unknown };
  };
}

/**
 * Scrolls an element from its top down and back, each for `ms`: by `rows` in each frame, or, without them, to its bottom,
 * however many frames the browser makes of it. `row` names its rows.
 */
export const scrollThrough = (
  scroller: Locator,
  asked: { row: string; ms: number; rows: number | null },
): Promise<Scrolled> =>
  scroller.evaluate(async (element: Scroller, { row, ms, rows: rowsAFrame }) => {
    const browser = element.ownerDocument.defaultView;
    const frame = () => new Promise<number>((resolve) => browser.requestAnimationFrame(resolve));
    const rows = () => element.querySelectorAll(row);
    const height = element.scrollHeight - element.clientHeight;
    const apart: number[] = [];
    const rowPx = rows()[0]?.getBoundingClientRect().height ?? 0;
    let mostRows = 0;
    let missing = 0;
    /** Whether the rows reach from the head of the list, which covers less than a row, to its lower edge. */
    const isWhole = (first?: Box, last?: Box) => {
      const { top, bottom } = element.getBoundingClientRect();
      const above = first?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY;
      return above <= top + rowPx && (last?.getBoundingClientRect().bottom ?? 0) >= bottom - 2;
    };
    const go = async (from: number, to: number): Promise<void> => {
      const startedAt = await frame();
      for (let last = startedAt, frames = 1; last - startedAt < ms; frames++) {
        const at = await frame();
        apart.push(at - last);
        last = at;
        // What stands here is what this frame would show, were it not for the step that the next line takes.
        const made = rows();
        if (!isWhole(made[0], made[made.length - 1])) missing++;
        mostRows = Math.max(mostRows, made.length);
        const wayPx = rowsAFrame === null ? (height * (at - startedAt)) / ms : frames * rowsAFrame * rowPx;
        element.scrollTop = from + Math.sign(to - from) * wayPx;
      }
    };
    const settled = async () => {
      for (let frames = 0; frames < 10; frames++) await frame();
    };
    await go(0, height);
    await settled();
    const bottom = rows()[rows().length - 1]?.textContent ?? "";
    await go(element.scrollTop, 0);
    await settled();
    const total = apart.reduce((sum, each) => sum + each, 0);
    return {
      frames: apart.length,
      framesPerSecond: (apart.length / total) * 1_000,
      longShare: apart.filter((each) => each > 50).length / apart.length,
      missingShare: missing / apart.length,
      mostRows,
      top: rows()[0]?.textContent ?? "",
      bottom,
    };
  }, asked);
