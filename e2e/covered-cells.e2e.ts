import type { Page } from "@playwright/test";
import { FIXTURES } from "../packages/db/src/seed/fixtures.ts";
import { settled } from "./guide/open-screen.ts";
import { SCREENS, type Screen } from "./guide/screens.ts";
import { coveredCells, tooWide } from "./looks/measure.ts";
import { expect, test } from "./support/test.ts";

const WIDTHS = [320, 390, 768, 1024, 1280, 1440, 1536, 1920];
const HEIGHT = 900;
/** Widths at which the tray takes the most of the top bar. */
const PHONES = [320, 390];
/** Their dialogs lie over the tables of a page that is measured without them. */
const WITH_DIALOG: ReadonlySet<string> = new Set(["palette", "user-notes"]);

test("no cell of a table is covered, and no amount is cut, from 320 to 1920 px @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN", "own");
  for (const screen of SCREENS) {
    if (screen.visitor === "nobody" || WITH_DIALOG.has(screen.name)) continue;
    await openWhole(page, screen);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await drawn(page);
      expect.soft(await coveredCells(page), `${screen.name} at ${width}`).toEqual([]);
    }
  }
});

test("no page scrolls sideways on a phone while the tray has a job @long", async ({ signIn }) => {
  const page = await signIn("SUPERADMIN", "own");
  await page.goto("/admin/bulk-balance-v2");
  await page.getByRole("textbox", { name: "User ids" }).fill(String(FIXTURES.fundedUser.id));
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  const tray = page.getByRole("button", { name: /^\d+ jobs? ended$/ });
  await expect(tray).toBeVisible();
  for (const screen of SCREENS) {
    if (screen.visitor === "nobody" || WITH_DIALOG.has(screen.name)) continue;
    await openWhole(page, screen);
    await expect(tray).toBeVisible();
    for (const width of PHONES) {
      await page.setViewportSize({ width, height: HEIGHT });
      await drawn(page);
      expect.soft(await tooWide(page), `${screen.name} at ${width}`).toEqual([]);
      expect.soft(await coveredCells(page), `${screen.name} at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: HEIGHT });
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

/** Opens a screen with all of its sections. */
async function openWhole(page: Page, { path, prepare }: Screen): Promise<void> {
  await page.goto(path);
  await settled(page);
  await prepare?.(page);
  await expect(page.locator("[data-section]:is([data-state=idle], [data-state=loading])")).toHaveCount(0);
}

/** The tables have measured themselves at the new width. */
const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((seen) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(seen))),
      ),
  );
