import type { Browser, Page } from "@playwright/test";
import { signInWithCode } from "../support/sign-in.ts";
import { roleEmail, surrounding } from "../support/surroundings.ts";
import type { Screen } from "./screens.ts";

const SIZE = { width: 1280, height: 800 };
const SAME_FOR_FRAMES = 60;

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

/** Waits until the heading is there, no part in view loads, and 60 frames in a row show the same text. */
export async function settled(page: Page): Promise<void> {
  await page.locator("h1").waitFor();
  await page.evaluate(async (frames) => {
    let before: string | null = null;
    for (let same = 0; same < frames; ) {
      await new Promise((drawn) => requestAnimationFrame(drawn));
      const isBusy = document.querySelector("[aria-busy=true]") !== null;
      const text = isBusy ? null : document.body.textContent;
      same = text !== null && text === before ? same + 1 : 0;
      before = text;
    }
  }, SAME_FOR_FRAMES);
}
