import type { Page } from "@playwright/test";

/** What a page tells of itself. */
export interface Told {
  /** When what was waited for had been painted, in ms from the beginning of its navigation; null while it is not. */
  readyMs: number | null;
  /** How far what is seen has moved by itself, by the browser's own measure. */
  shift: number;
  /** What each press took until the next frame was painted, in ms: of those that took 16 and more. */
  slowMs: number[];
}

/** Runs in the page before anything of its own does; the types of browsers are not among those of Node, so it is a text. */
const script = (shows: string): string => `{
  const told = { readyMs: null, shift: 0, presses: new Map() };
  globalThis.benchTold = () => ({ readyMs: told.readyMs, shift: told.shift, slowMs: [...told.presses.values()] });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) told.shift += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) told.presses.set(interactionId, Math.max(duration, told.presses.get(interactionId) ?? 0));
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  const look = () => {
    if (document.querySelector(${JSON.stringify(shows)}) === null) requestAnimationFrame(look);
    // The frame that shows it is painted before the one after begins.
    else requestAnimationFrame(() => { told.readyMs = performance.now(); });
  };
  look();
}`;

/** Has a page that is opened from now on tell when this is there, what moves, and how long presses take. */
export const probe = (page: Page, shows: string): Promise<unknown> => page.addInitScript(script(shows));

/** What the page has told so far. */
export const told = (page: Page): Promise<Told> => page.evaluate<Told>("globalThis.benchTold()");

/** Resolves once the page is ready, with what it has told until then. */
export async function whenReady(page: Page): Promise<Told & { readyMs: number }> {
  await page.waitForFunction("globalThis.benchTold?.().readyMs !== null", undefined, { timeout: 0 });
  const now = await told(page);
  return { ...now, readyMs: now.readyMs ?? Number.NaN };
}

/** The page as it stands, with its styles and without any code of ours. */
export const withoutCode = (page: Page): Promise<string> =>
  page.evaluate<string>(`{
    const copy = document.documentElement.cloneNode(true);
    for (const each of copy.querySelectorAll("script, link[rel=modulepreload], link[rel=preload]")) each.remove();
    "<!doctype html>" + copy.outerHTML;
  }`);

/** Waits until the frame after the next one. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
