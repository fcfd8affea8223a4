import { gzipSync } from "node:zlib";
import { type Browser, chromium } from "@playwright/test";
import { browserLaunch } from "../../browser.ts";

/** A page of a product and what of it shows that its first list is there. */
export interface FirstList {
  name: string;
  address: string;
  shows: string;
  /** What its local storage holds: who is signed in. */
  storage?: Record<string, string>;
}

export interface Loaded {
  name: string;
  kibibytes: number;
  files: number;
}

/** What each product loads of JavaScript until its first list is there, each file packed by gzip. */
export async function loadedForFirstList(lists: readonly FirstList[]): Promise<Loaded[]> {
  const browser = await chromium.launch(await browserLaunch());
  try {
    const loaded: Loaded[] = [];
    for (const list of lists) loaded.push(await open(browser, list));
    return loaded;
  } finally {
    await browser.close();
  }
}

async function open(browser: Browser, { name, address, shows, storage = {} }: FirstList): Promise<Loaded> {
  const { origin } = new URL(address);
  const localStorage = Object.entries(storage).map(([key, value]) => ({ name: key, value }));
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script") return;
    sizes.push(
      response.body().then(
        (body) => gzipSync(body, { level: 9 }).length,
        () => 0,
      ),
    );
  });
  await page.goto(address);
  await page.locator(shows).first().waitFor({ timeout: 0 });
  const bytes = await Promise.all(sizes);
  await context.close();
  return { name, kibibytes: bytes.reduce((sum, each) => sum + each, 0) / 1024, files: bytes.length };
}
