// npm run tool -- looks opens every page of a demonstration of its own at every width, light and dark. Nothing may leave the window, axe
// finds nothing, nothing moves while a page loads, and nothing leaves the paper.
// Options: --pictures draws each into test-results/looks, --only=users,work looks at some, --quick has fewer customers.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import { browserLaunch } from "../../tools/browser.ts";
import { runDemonstration } from "../guide/demonstration.ts";
import { openScreen, openVisitors, settled } from "../guide/open-screen.ts";
import type { Screen } from "../guide/screens.ts";
import { axeFindings } from "../support/axe.ts";
import { countShifts, readShifts, tooWide } from "./measure.ts";
import { LOOKED_AT, notLookedAt } from "./screens.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    pictures: { type: "boolean", default: false },
    out: { type: "string", default: "test-results/looks" },
    quick: { type: "boolean", default: false },
  },
});

const WIDTHS = [320, 390, 768, 1024, 1280, 1536, 1920];
/** Widths at which a page is loaded, since what stands where is decided then. */
const LOADED_AT = [390, 1280];
const AXE_AT = new Set(LOADED_AT);
const DRAWN_AT = new Set([390, 1280, 1920]);
const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 900;
const MOST_SHIFT = 0.05;
/** What paper leaves between margins of 10 mm, in CSS pixels. */
const PAPER = {
  "a4-portrait": 718,
  "a4-landscape": 1047,
  "letter-portrait": 740,
  "letter-landscape": 980,
} as const;

const only = values.only?.split(",");
const screens = LOOKED_AT.filter(({ name }) => only?.includes(name) ?? true);
if (screens.length === 0) throw new Error(`There is no screen of these: ${values.only}`);

const problems = await runDemonstration({ quick: values.quick }, async () => {
  const browser = await chromium.launch(await browserLaunch());
  try {
    const visitors = await openVisitors(browser);
    await Promise.all(Object.values(visitors).map(countShifts));
    const found = notLookedAt().map((path) => `No screen stands for ${path}.`);
    for (const screen of screens) {
      for (const loadedAt of LOADED_AT) {
        const page = visitors[screen.visitor ?? "EMPLOYEE"];
        await page.setViewportSize({ width: loadedAt, height: HEIGHT });
        await openScreen(visitors, screen);
        if (screen.prepare === undefined) {
          const { shift, moved } = await readShifts(page);
          if (shift >= MOST_SHIFT)
            found.push(`${screen.name} at ${loadedAt}: moved by ${shift.toFixed(3)} (${moved})`);
        }
        const [low, high] = loadedAt === LOADED_AT[0] ? [0, 1023] : [1024, 9_999];
        for (const width of WIDTHS.filter((each) => each >= low && each <= high))
          found.push(...(await lookAt(page, screen, width)));
      }
      found.push(...(await lookAtPaper(visitors[screen.visitor ?? "EMPLOYEE"], screen)));
      const own = found.filter((each) => each.startsWith(`${screen.name} `));
      console.log([`${screen.name}: ${own.length} findings`, ...own].join("\n  "));
    }
    return found;
  } finally {
    await browser.close();
  }
});
console.log(`${screens.length} screens, ${problems.length} findings`);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}

/** A page as it is printed: nothing runs off the paper. */
async function lookAtPaper(page: Page, { name }: Screen): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ media: "print", colorScheme: "light", reducedMotion: "reduce" });
  for (const [paper, width] of Object.entries(PAPER)) {
    await page.setViewportSize({ width, height: HEIGHT });
    await settled(page);
    found.push(...(await tooWide(page)).map((what) => `${name} on ${paper}: ${what}`));
    if (values.pictures) {
      mkdirSync(values.out, { recursive: true });
      await page.screenshot({ path: join(values.out, `${name}-${paper}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ media: "screen", colorScheme: "light", reducedMotion: "reduce" });
  return found;
}

/** A page at one width, light and dark. */
async function lookAt(page: Page, { name }: Screen, width: number): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize({ width, height: HEIGHT });
  for (const colorScheme of SCHEMES) {
    const isMeasured = colorScheme === "light";
    if (!isMeasured && !AXE_AT.has(width) && !(values.pictures && DRAWN_AT.has(width))) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await settled(page);
    if (isMeasured) found.push(...(await tooWide(page)).map((what) => `${name} at ${width}: ${what}`));
    if (AXE_AT.has(width)) {
      const wrong = await axeFindings(page);
      found.push(...wrong.map((what) => `${name} at ${width}, ${colorScheme}: ${what.slice(0, 300)}`));
    }
    if (values.pictures && DRAWN_AT.has(width)) {
      mkdirSync(values.out, { recursive: true });
      await page.screenshot({ path: join(values.out, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  return found;
}
