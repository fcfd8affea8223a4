import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type ViewportSize,
} from "@playwright/test";
import { axeFindings, scopePage } from "./axe.ts";
import { newlySignedInState, type StorageState, signedInState } from "./signed-in.ts";
import { type Role, surrounding } from "./surroundings.ts";
import { expectToast, rememberToasts } from "./toasts.ts";
import { takeTurn } from "./turns.ts";

export interface Options {
  /** True where no other test may run at the same time: files named `*.alone.e2e.ts`. */
  alone: boolean;
}

interface Fixtures {
  turn: undefined;
  /**
   * A page on which the admin of this role is signed in, with the storage of a browser that has only just signed in; of its
   * own, with a session of its own, for a test that sets the clock or adds a script, which stay.
   */
  signIn: (role: Role, page?: "kept" | "own") => Promise<Page>;
}

interface WorkerFixtures {
  /** Pages by role, each in a browser context of its own: what one has loaded and compiled, the next test need not. */
  pages: {
    take: (role: Role) => Promise<Page>;
    giveBack: (role: Role, page: Page) => Promise<void>;
  };
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  pages: [
    async ({ browser }, provide, { project }) => {
      const idle = new Map<Role, Page[]>();
      await provide({
        take: async (role) => {
          const state = await signedInState(role);
          const page = idle.get(role)?.pop();
          if (page === undefined) return newPage(await browser.newContext({ storageState: state }));
          await giveState(page, state);
          return page;
        },
        giveBack: async (role, page) => {
          if (!page.url().startsWith(surrounding("E2E_ADDRESS"))) return page.context().close();
          await restore(page, project.use.viewport);
          idle.set(role, [...(idle.get(role) ?? []), page]);
        },
      });
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { scope: "worker" },
  ],
  alone: [false, { option: true }],
  turn: [
    async ({ alone }, provide) => {
      const giveBack = await takeTurn(alone);
      await provide(undefined);
      await giveBack();
    },
    { auto: true, timeout: 0 },
  ],
  page: async ({ page }, provide) => {
    await rememberToasts(page);
    await provide(page);
  },
  signIn: async ({ browser, pages }, provide, { errors }) => {
    const taken: [Role, Page][] = [];
    const own: BrowserContext[] = [];
    await provide(async (role, kind = "kept") => {
      if (kind === "own") {
        const context = await browser.newContext({ storageState: await newlySignedInState(role) });
        own.push(context);
        return newPage(context);
      }
      const page = await pages.take(role);
      taken.push([role, page]);
      return page;
    });
    await Promise.all(own.map((context) => context.close()));
    for (const [role, page] of taken) {
      // What a failed test leaves is looked at as the page closes.
      if (errors.length > 0) await page.context().close();
      else await pages.giveBack(role, page);
    }
  },
});

export { expect, expectToast };

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: MOTION });
  await rememberToasts(page);
  return page;
}

/** Where a page waits for the next test: nothing is asked there. At any address but the console's it forgets its code. */
const IDLE = "/admin/idle";
const resting = new WeakSet<Page>();

/** Moving pictures keep a core busy while a page waits. */
const MOTION = process.env.E2E_QUICK ? "reduce" : null;

/** Leaves nothing of a test but the code that the page has loaded. */
async function restore(page: Page, viewport: ViewportSize | null | undefined): Promise<void> {
  const context = page.context();
  await Promise.all(context.pages().flatMap((other) => (other === page ? [] : [other.close()])));
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearPermissions();
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: MOTION });
  if (viewport) await page.setViewportSize(viewport);
  await context.clearCookies();
  resting.add(page);
  await page.evaluate((address) => history.pushState(null, "", address), IDLE);
  await page.evaluate(() => {
    window.toastLog?.said.splice(0);
    window.toastLog?.expected.clear();
    sessionStorage.clear();
    localStorage.clear();
  });
}

/** Has a page that rests hold what a browser holds that has only just signed in. */
async function giveState(page: Page, { cookies, origins }: StorageState): Promise<void> {
  await page.context().addCookies(cookies);
  await page.evaluate((stored) => {
    localStorage.clear();
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
}

/**
 * A page on which the admin of this role is signed in, and which stays open from test to test of the file: to load it anew
 * costs more than most tests do. For tests that change nothing another one looks at.
 */
export function pageThroughout(role: Role): () => Page {
  let page: Page;
  // On a busy machine a file takes longer than an access token is good for: the session is renewed, and no other page has it.
  test.beforeAll(async ({ browser }) => {
    page = await newPage(await browser.newContext({ storageState: await newlySignedInState(role) }));
  });
  test.afterAll(() => page.context().close());
  return () => page;
}

/** Goes there as a link of the console does: without loading it anew, once the test has loaded it. */
export async function follow(page: Page, to: string): Promise<void> {
  if (resting.delete(page) || page.url() === "about:blank") await page.goto(to);
  else await page.evaluate((address) => history.pushState(null, "", address), to);
}

/** Opens a group of the sidebar, where it is folded. */
export async function openGroup(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("navigation", { name: "Main" }).getByRole("button", { name, exact: true });
  if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
}

/** What may be wrong in the dark alone: all else is the same page. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/**
 * Expects axe to find nothing wrong with the page as it stands, in light and in dark; or with parts of it, where another
 * test has looked at the rest. Does nothing under E2E_QUICK, which `npm test` sets.
 */
export async function expectAccessible(scope: Page | Locator): Promise<void> {
  if (process.env.E2E_QUICK) return;
  const page = scopePage(scope);
  if (!("goto" in scope)) await expect(scope.first()).toBeVisible();
  await changeAtOnce(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveClass(colorScheme === "dark" ? /dark/ : /^(?!.*dark)/);
    const found = await axeFindings(scope, colorScheme === "dark" ? RULES_OF_COLOUR : undefined);
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

/**
 * Brings a section into sight, so that it loads; its stand-in may be replaced by it meanwhile, and what loads above it may
 * push it out again before the page has seen it. No step waits for a frame of the page: a page in the background draws none.
 */
export const bringIntoSight = (section: Locator): Promise<void> =>
  expect(async () => {
    await section.page().bringToFront();
    await section.evaluate((element) => element.scrollIntoView({ block: "center" }), undefined, {
      timeout: LOOK_MS,
    });
    await expect(section).toBeInViewport({ timeout: LOOK_MS });
  }).toPass();

/** After so long a section is looked for once more. */
const LOOK_MS = 2_000;

/** Expects exactly one row of the table to hold these texts, each in a cell. */
export async function expectRow(table: Locator, texts: readonly (string | RegExp)[]): Promise<Locator> {
  let row = table.getByRole("row");
  for (const text of texts) row = row.filter({ has: table.page().getByRole("cell", { name: text }) });
  await expect(row).toHaveCount(1);
  return row;
}

/** Leaves the search box of the users list, which has the focus as the list opens, for the keys of the page. */
export async function leaveSearch(page: Page): Promise<void> {
  const box = page.getByLabel("Search users", { exact: true });
  await expect(box).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(box).not.toBeFocused();
}

/** Presses the two keys of one shortcut. */
export async function pressSequence(page: Page, first: string, second: string): Promise<void> {
  await page.keyboard.press(first);
  await page.keyboard.press(second);
}

const MOST_STEPS = 120;

/** Presses the key until the control has the focus. Throws an error when 120 presses do not reach it. */
export async function tabTo(control: Locator, key = "Tab"): Promise<void> {
  await expect(control).toBeVisible();
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press(key);
  }
  throw new Error(`${MOST_STEPS} presses of ${key} did not reach ${String(control)}.`);
}
