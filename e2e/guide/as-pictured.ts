import type { Page } from "@playwright/test";
import { expect, follow } from "../support/test.ts";
import { outdated, pictured, readLabels } from "./labels.ts";
import type { Screen } from "./screens.ts";

/** Expects the screen, opened in this page, to have the labels that its picture in the guide has. */
export async function expectAsPictured(screen: Screen, page: Page): Promise<void> {
  if (screen.visitor === "nobody") await page.goto(screen.path);
  else await follow(page, screen.path);
  await expect(page.locator("h1")).toBeVisible();
  await screen.prepare?.(page);
  const before = pictured()[screen.name];
  if (!before) throw new Error(`${screen.name} has no picture: npm run tool -- guide takes it.`);
  await expect
    .poll(async () => outdated(before, await readLabels(page)), {
      message: `${screen.name}: npm run tool -- guide takes its picture anew; look at its chapter as well`,
    })
    .toEqual([]);
  while ((await page.getByRole("dialog").count()) > 0) await page.keyboard.press("Escape");
}
