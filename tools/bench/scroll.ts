import type { Locator } from "@playwright/test";

export interface Scrolled {
  frames: number;
  framesPerSecond: number;
  /** Share of the frames that came more than 50 ms after the one before. */
  longShare: number;
  /** The most rows that were in the page at once. */
  mostRows: number;
  /** The texts of the first and the last row, as they stood at the top again and at the bottom. */
  top: string;
  bottom: string;
}

/** What the script in the page needs of an element there; the types of browsers are not among those of Node. */
interface Scroller {
  scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
  querySelectorAll(selector: string): ArrayLike<{ readonly textContent: string | null }>;
  readonly ownerDocument: {
    readonly defaultView: { requestAnimationFrame(then: (at: number) => void): unknown };
  };
}

/**
 * Scrolls an element from its top to its bottom and back, each in `ms`, however many frames the browser makes of it.
 * `row` names its rows.
 */
export const scrollThrough = (scroller: Locator, asked: { row: string; ms: number }): Promise<Scrolled> =>
  scroller.evaluate(async (element: Scroller, { row, ms }) => {
    const browser = element.ownerDocument.defaultView;
    const frame = () => new Promise<number>((resolve) => browser.requestAnimationFrame(resolve));
    const rows = () => element.querySelectorAll(row);
    const height = element.scrollHeight - element.clientHeight;
    const apart: number[] = [];
    let mostRows = 0;
    const go = async (from: number, to: number): Promise<void> => {
      const startedAt = await frame();
      for (let last = startedAt; last - startedAt < ms; ) {
        const at = await frame();
        apart.push(at - last);
        last = at;
        element.scrollTop = from + (to - from) * Math.min(1, (at - startedAt) / ms);
        mostRows = Math.max(mostRows, rows().length);
      }
    };
    const settled = async () => {
      for (let frames = 0; frames < 10; frames++) await frame();
    };
    await go(0, height);
    await settled();
    const bottom = rows()[rows().length - 1]?.textContent ?? "";
    await go(height, 0);
    await settled();
    const total = apart.reduce((sum, each) => sum + each, 0);
    return {
      frames: apart.length,
      framesPerSecond: (apart.length / total) * 1_000,
      longShare: apart.filter((each) => each > 50).length / apart.length,
      mostRows,
      top: rows()[0]?.textContent ?? "",
      bottom,
    };
  }, asked);
