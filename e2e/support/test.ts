import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { type Role, stateFile } from "./surroundings.ts";

interface Fixtures {
  /** A page on which the admin of this role is signed in, each in a browser context of its own. */
  signIn: (role: Role) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  signIn: async ({ browser }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (role) => {
      const context = await browser.newContext({ storageState: stateFile(role) });
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };

/** What may be wrong in the dark alone: all else is the same page. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** Expects axe to find nothing wrong with the page as it stands, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /dark/ : /^(?!.*dark)/);
    await coloursSettled(page);
    const axe = new AxeBuilder({ page });
    const { violations } = await (colorScheme === "dark" ? axe.withRules(RULES_OF_COLOUR) : axe).analyze();
    const found = violations.map(
      ({ id, nodes }) => `${colorScheme}: ${id}: ${nodes.map(({ html }) => html).join(" | ")}`,
    );
    expect(found).toEqual([]);
  }
}

/** Halfway from one colour to another no contrast is right; what is inherited moves on once what is above has arrived. */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    const moving = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let some = moving(); some.length > 0; some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  });

/**
 * Presses until what the button opens is there: while sections above still load, the button may move away from under the
 * press.
 */
export const pressFor = (button: Locator, opened: Locator): Promise<void> =>
  expect(async () => {
    if (!(await opened.isVisible())) await button.click({ timeout: 3_000 });
    await expect(opened).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

/** Expects exactly one row of the table to hold these texts, each in a cell. */
export async function expectRow(table: Locator, texts: readonly (string | RegExp)[]): Promise<Locator> {
  let row = table.getByRole("row");
  for (const text of texts) row = row.filter({ has: table.page().getByRole("cell", { name: text }) });
  await expect(row).toHaveCount(1);
  return row;
}

/** Expects the product to say this in a toast. */
export const expectToast = (page: Page, message: string | RegExp) =>
  expect(page.locator("[data-sonner-toast]").filter({ hasText: message }).first()).toBeVisible();
