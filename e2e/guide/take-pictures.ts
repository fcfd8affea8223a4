// npm run tool -- guide takes the pictures of the guide from a demonstration of its own, and writes down the labels of each screen.
// Options: --only=users,work takes some, --out=FOLDER writes them elsewhere, --check takes none and says which screens have other
// labels now, --quick has fewer customers.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { browserLaunch } from "../../tools/browser.ts";
import { PICTURES } from "../../tools/guide/chapters.ts";
import { runDemonstration } from "./demonstration.ts";
import { keepPictured, type Labels, outdated, pictured, readLabels } from "./labels.ts";
import { openScreen, openVisitors } from "./open-screen.ts";
import { takePicture } from "./picture.ts";
import { SCREENS } from "./screens.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    out: { type: "string", default: PICTURES },
    check: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
  },
});
const only = values.only?.split(",");
const screens = SCREENS.filter(({ name }) => only?.includes(name) ?? true);
if (screens.length === 0) throw new Error(`There is no screen of these: ${values.only}`);

const problems = await runDemonstration({ quick: values.quick }, async () => {
  const browser = await chromium.launch(await browserLaunch());
  try {
    const visitors = await openVisitors(browser);
    const painter = await browser.newPage();
    mkdirSync(values.out, { recursive: true });
    const labels: Record<string, Labels> = {};
    const found: string[] = [];
    for (const screen of screens) {
      const page = await openScreen(visitors, screen);
      const now = await readLabels(page);
      labels[screen.name] = now;
      if (values.check) found.push(...changes(screen.name, now));
      else
        console.log(
          `${screen.name}: ${await takePicture(page, join(values.out, `${screen.name}.webp`), painter)} bytes`,
        );
    }
    if (!values.check) keepPictured(only ? { ...pictured(), ...labels } : labels, values.out);
    return found;
  } finally {
    await browser.close();
  }
});
if (values.check && problems.length === 0) console.log(`${screens.length} screens are as on their pictures.`);
if (problems.length > 0) {
  console.error(
    `${problems.join("\n")}\nnpm run tool -- guide takes the pictures anew; look at the chapters as well.`,
  );
  process.exitCode = 1;
}

/** How a screen differs from its picture. */
function changes(name: string, now: Labels): string[] {
  const before = pictured()[name];
  if (!before) return [`${name} has no picture yet.`];
  const gone = outdated(before, now).map((label) => `${name} has no “${label}” any more.`);
  return [
    ...gone,
    ...outdated(now, before).map((label) => `${name} has “${label}”, which its picture lacks.`),
  ];
}
