import type { Browser, Page } from "@playwright/test";
import { signInWithCode } from "../support/sign-in.ts";
import { roleEmail, surrounding } from "../support/surroundings.ts";
import type { Screen } from "./screens.ts";

const SIZE = { width: 1280, height: 800 };
const LOOK_EVERY_MS = 200;
const STAYED_FOR_LOOKS = 5;

export type Visitors = Record<NonNullable<Screen["visitor"]> | "EMPLOYEE", Page>;

/** A page of an EMPLOYEE, of a SUPERADMIN, and of somebody who has not signed in, all in light. */
export async function openVisitors(browser: Browser): Promise<Visitors> {
  const [nobody, employee, superadmin] = await Promise.all([1, 2, 3].map(() => newPage(browser)));
  if (!nobody || !employee || !superadmin) throw new Error("Three pages were asked for.");
  await signInWithCode(employee, roleEmail("EMPLOYEE"));
  await signInWithCode(superadmin, roleEmail("SUPERADMIN"));
  return { nobody, EMPLOYEE: employee, SUPERADMIN: superadmin };
}

/** Opens a screen as its picture shows it, once all of it is there. */
export async function openScreen(visitors: Visitors, { path, prepare, visitor }: Screen): Promise<Page> {
  const page = visitors[visitor ?? "EMPLOYEE"];
  await page.goto(path);
  await settled(page);
  await prepare?.(page);
  await settled(page);
  return page;
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: surrounding("E2E_ADDRESS"),
    viewport: SIZE,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "America/New_York",
  });
  return context.newPage();
}

/** The heading is there, nothing in sight still loads, and what is said has stayed the same for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").waitFor();
  let before: string | null = null;
  for (let same = 0; same < STAYED_FOR_LOOKS; ) {
    const said = await page.evaluate(() =>
      document.querySelector("[aria-busy=true]") === null ? document.body.textContent : null,
    );
    same = said !== null && said === before ? same + 1 : 0;
    before = said;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
}
