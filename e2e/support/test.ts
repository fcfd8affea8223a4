import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { type Role, stateFile } from "./surroundings.ts";

interface Fixtures {
  /** A page on which the admin of this role is signed in, with the storage of a browser that has only just signed in. */
  signIn: (role: Role) => Promise<Page>;
}

interface WorkerFixtures {
  /** Browser contexts that no test uses now: what they have loaded and compiled, the next test need not. */
  idle: Map<Role, BrowserContext[]>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  idle: [
    async ({ browser }, provide) => {
      await provide(new Map());
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { scope: "worker" },
  ],
  signIn: async ({ browser, idle }, provide) => {
    const used: [Role, BrowserContext][] = [];
    await provide(async (role) => {
      const context = idle.get(role)?.pop() ?? (await browser.newContext({ storageState: stateFile(role) }));
      used.push([role, context]);
      return context.newPage();
    });
    for (const [role, context] of used) {
      await Promise.all(context.pages().map((page) => page.close()));
      await context.clearPermissions();
      await context.setStorageState(stateFile(role));
      idle.set(role, [...(idle.get(role) ?? []), context]);
    }
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
    const found = await axeFindings(page, colorScheme === "dark" ? RULES_OF_COLOUR : undefined);
    expect(found, colorScheme).toEqual([]);
  }
}

/** Halfway from one colour to another no contrast is right; what is inherited moves on once what is above has arrived. */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    const moving = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let some = moving(); some.length > 0; some = moving())
      await Promise.allSettled(some.map(({ finished }) => finished));
  });

/** Brings a section into sight, so that it loads; its stand-in may be replaced by it meanwhile. */
export const bringIntoSight = (section: Locator): Promise<void> =>
  section.evaluate((element) => element.scrollIntoView({ block: "center" }));

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
