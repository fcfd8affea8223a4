import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { settled } from "./guide/open-screen.ts";
import { SCREENS } from "./guide/screens.ts";
import { coveredCells } from "./looks/measure.ts";
import { expect, test } from "./support/test.ts";

const WIDTHS = [1024, 1280, 1440, 1680];
const HEIGHT = 900;
/** Their dialogs lie over the tables of a page that is measured without them. */
const WITH_DIALOG: ReadonlySet<string> = new Set(["palette", "user-notes"]);

test("no amount of a list is covered or cut at usual widths @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN", "own");
  for (const { name, path, visitor, prepare } of SCREENS) {
    if (visitor === "nobody" || WITH_DIALOG.has(name)) continue;
    await page.goto(path);
    await settled(page);
    await prepare?.(page);
    await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await drawn(page);
      expect.soft(await coveredCells(page), `${name} at ${width}`).toEqual([]);
    }
  }
});

test("no table lies over the name of the customer while the page scrolls @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN", "own");
  await page.goto(`/admin/user-detail?id=${FIXTURES.fundedUser.id}`);
  await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
  const over = await page.evaluate(async () => {
    const bar = document.querySelector("[data-slot=identity] > :first-child");
    const found = new Set<string>();
    const frame = () => new Promise((seen) => requestAnimationFrame(seen));
    for (let y = 200; y < document.body.scrollHeight; y += 50) {
      window.scrollTo(0, y);
      await frame();
      const { left, right, bottom } = bar?.getBoundingClientRect() ?? new DOMRect();
      for (let x = left + 20; x < right; x += 40) {
        const element = document.elementFromPoint(x, bottom - 4);
        if (!bar?.contains(element))
          found.add(`${element?.localName} "${element?.textContent.slice(0, 30)}"`);
      }
    }
    return [...found];
  });
  expect(over).toEqual([]);
});

/** The tables have measured themselves at the new width. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((seen) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(seen))),
      ),
  );
