import { type BrowserContext, test as base, expect, type Locator, type Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { type Role, stateFile } from "./surroundings.ts";

interface Fixtures {
  /**
   * A page on which the admin of this role is signed in, with the storage of a browser that has only just signed in; for a
   * test that sets the clock in a browser context of its own, where clocks stay.
   */
  signIn: (role: Role, context?: "kept" | "own") => Promise<Page>;
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
    const own: BrowserContext[] = [];
    await provide(async (role, kind = "kept") => {
      const kept = kind === "kept" ? idle.get(role)?.pop() : undefined;
      const context = kept ?? (await browser.newContext({ storageState: stateFile(role) }));
      if (kind === "kept") used.push([role, context]);
      else own.push(context);
      return context.newPage();
    });
    await Promise.all(own.map((context) => context.close()));
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
  await changeAtOnce(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /dark/ : /^(?!.*dark)/);
    const found = await axeFindings(page, colorScheme === "dark" ? RULES_OF_COLOUR : undefined);
    expect(found, colorScheme).toEqual([]);
  }
}

/**
 * Has every colour change at once: halfway from one to another no contrast is right, and what is inherited would set out
 * only once what is above has arrived.
 */
const changeAtOnce = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition-property: none !important }");
    document.adoptedStyleSheets.push(sheet);
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
