import type { Page } from "@playwright/test";
import { settled } from "./guide/open-screen.ts";
import { PAGES } from "./guide/screens.ts";
import { countShifts, readShifts } from "./looks/measure.ts";
import { expect, pageThroughout, test } from "./support/test.ts";

/** Half the limit of a good page (web.dev/cls). */
const MOST_SHIFT = 0.05;
const SMALL = { width: 390, height: 900 };
const LARGE = { width: 1280, height: 900 };
/** It lists as many sessions as other tests have begun. */
const GROWS = "profile";

const pages = { EMPLOYEE: pageThroughout("EMPLOYEE"), SUPERADMIN: pageThroughout("SUPERADMIN") };

test.beforeAll(async () => {
  for (const page of Object.values(pages).map((get) => get())) {
    await countShifts(page);
    await page.addInitScript(watchFocus);
  }
});

for (const { name, path, visitor } of PAGES)
  test(`${name} stands still while it loads, and the keyboard comes to all that can be pressed, in sight @long`, async () => {
    const page = pages[visitor === "SUPERADMIN" ? "SUPERADMIN" : "EMPLOYEE"]();
    await page.setViewportSize(SMALL);
    await page.goto(path);
    await settled(page);
    const { shift, moved } = await readShifts(page);
    if (name !== GROWS) expect.soft(shift, moved).toBeLessThan(MOST_SHIFT);
    await page.setViewportSize(LARGE);
    await settled(page);
    // Sections of the customer's page below the window load one after the other.
    await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
    const { unseen, unreached } = await walk(page);
    expect.soft(unseen, "in focus, and nothing shows it").toEqual([]);
    expect.soft(unreached, "Tab does not come to it").toEqual([]);
  });

declare global {
  interface Window {
    walked?: { first: Element | null; visited: Set<Element>; unseen: Set<string>; isRound: boolean };
  }
}

/** Notes in the page what gets the focus, and whether that shows. */
function watchFocus(): void {
  window.walked = { first: null, visited: new Set(), unseen: new Set(), isRound: false };
  document.addEventListener("focusin", ({ target }) => {
    const { walked } = window;
    if (!walked || !(target instanceof HTMLElement)) return;
    walked.isRound ||= walked.first === target;
    walked.first ??= target;
    walked.visited.add(target);
    const shows = (style: CSSStyleDeclaration) =>
      (style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0) ||
      style.boxShadow !== "none";
    // A field shows it by its frame, the link of a row by a frame around the row.
    const isShown =
      shows(getComputedStyle(target)) ||
      shows(getComputedStyle(target, "::after")) ||
      (target.parentElement !== null && shows(getComputedStyle(target.parentElement)));
    if (!isShown)
      walked.unseen.add(
        `${target.localName} "${(target.ariaLabel ?? target.textContent).trim().slice(0, 40)}"`,
      );
  });
}

const STEPS_AT_ONCE = 20;
const MOST_STEPS = 1_000;

/** Presses Tab once around the page. Returns the controls with an invisible focus and the controls without a focus. */
async function walk(page: Page): Promise<{ unseen: string[]; unreached: string[] }> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.walked = { first: null, visited: new Set(), unseen: new Set(), isRound: false };
  });
  for (let steps = 0; steps < MOST_STEPS; steps += STEPS_AT_ONCE) {
    for (let step = 0; step < STEPS_AT_ONCE; step += 1) await page.keyboard.press("Tab");
    if (await page.evaluate(() => window.walked?.isRound)) break;
  }
  return page.evaluate(() => {
    // Within these the arrow keys go on from what Tab has come to.
    const BY_ARROWS = "[role=tablist], [role=radiogroup], nav[aria-label=Main], [role=toolbar]";
    const walked = window.walked ?? { visited: new Set<Element>(), unseen: new Set<string>() };
    const unreached = [
      ...document.querySelectorAll<HTMLElement>("button, a[href], input, select, textarea, summary"),
    ]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) &&
          element.closest("[inert], [aria-hidden=true]") === null &&
          !element.matches(":disabled, [type=hidden]") &&
          !walked.visited.has(element) &&
          element.closest(BY_ARROWS) === null &&
          // Tab reaches only the chosen radio button of a group.
          !element.matches("[type=radio]"),
      )
      .map(
        (element) =>
          `${element.localName} "${(element.ariaLabel ?? element.textContent).trim().slice(0, 40)}"`,
      );
    return { unseen: [...walked.unseen], unreached: [...new Set(unreached)] };
  });
}
