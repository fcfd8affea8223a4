import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { paths } from "../../apps/console/src/paths.ts";
import { probe, told, twoFrames, whenReady, withoutCode } from "./browser-probe.ts";
import { type BrowserStack, startBrowserStack } from "./browser-stack.ts";
import { makeLargeCustomer } from "./customer.ts";
import { quantile } from "./measure.ts";
import { fill, heapMb, workMs } from "./rows.ts";
import { tell as tellFigure } from "./tell.ts";

/** How much slower than this machine the browser's processor is made. */
const SLOWED = 4;
const GOALS = { ready: 1.4, pressMs: 200, shift: 0.05, grownMb: 5 };
/** What fails, whatever the machine does meanwhile: the goals with room for what is measured in moments. */
const HELD = { ready: 12, shift: 0.1, grownMb: 20 };
const DEMONSTRATION_USERS = 100;
const IN_A_ROW = 30;
/** What the page keeps by itself has settled by then: its code, its styles, its first answers. */
const SETTLED_AFTER = 10;
const CUSTOMER_LINK = "tbody a[href*='user-detail?id=']";
const CUSTOMER_THERE = "#general[data-state=ready]";

interface Screen {
  name: string;
  address: string;
  /** What of it shows that what was asked for is there. */
  shows: string;
  /** What somebody does there, press by press. */
  presses: readonly ((page: Page) => Promise<unknown>)[];
}

interface Opened {
  readyMs: number;
  /** What the main thread has worked until then: time of the processor, whatever else the machine did. */
  workMs: number;
  shift: number;
  requests: number;
  kibibytes: number;
}

/**
 * Opens the users list, a customer with 5,000 transactions, 200 files and 500 notes, and the results of a bulk job in a browser
 * whose processor is slowed, in turn with the same HTML without our code; presses what one presses there; and opens thirty
 * customers in a row. Throws where more is off than a busy moment explains.
 */
export async function benchBrowser(options: { items: number; rounds: number }): Promise<void> {
  const { items, rounds } = options;
  const stack = await startBrowserStack({ users: DEMONSTRATION_USERS });
  try {
    const [first] = await stack.db.read.user.findMany({
      orderBy: { id: "asc" },
      take: 1,
      select: { id: true },
    });
    const userId = first?.id ?? 1;
    await makeLargeCustomer(stack.db.url, userId);
    const batchId = await fill(stack, items);
    const failures: string[] = [];
    console.log(
      `\n${"screen".padEnd(16)}floor ms   ours ms   ratio   of work   shift   presses   p98 ms   requests   KiB`,
    );
    for (const screen of screens(userId, batchId, items))
      failures.push(...(await benchScreen(stack, screen, rounds)));
    failures.push(...(await benchInARow(stack.context)));
    if (failures.length > 0) throw new Error(failures.join("\n"));
  } finally {
    await stack.stop();
  }
}

/** As by hand: Playwright's own click measures the page while the press is being answered. */
async function pressOn(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error(`There is no ${target.toString()}.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
const button = (name: string | RegExp) => (page: Page) =>
  pressOn(page, page.getByRole("button", { name }).first());
const key = (name: string) => (page: Page) => page.keyboard.press(name);
const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

const screens = (userId: number, batchId: string, items: number): Screen[] => [
  {
    name: "users list",
    address: paths.users(),
    shows: CUSTOMER_LINK,
    presses: [
      ...times(2, (page: Page) =>
        pressOn(page, page.getByRole("columnheader", { name: "Last Name" }).getByRole("button").first()),
      ),
      (page) => pressOn(page, page.getByRole("textbox", { name: "Search users" })),
      ...["d", "e", "l", "g", "a", "d", "o"].map(key),
      key("Enter"),
      ...times(7, key("Backspace")),
      ...times(5, key("Tab")),
    ],
  },
  {
    name: "customer",
    address: paths.userDetail({ id: userId }),
    shows: CUSTOMER_THERE,
    presses: [
      ...[/^Notes/, /^User [Ff]iles/, /^Balance Details/, /^General/].map(
        (name) => (page: Page) =>
          pressOn(
            page,
            page.getByRole("navigation", { name: "On this page" }).getByRole("link", { name }).first(),
          ),
      ),
      ...times(8, key("PageDown")),
      ...times(5, key("Tab")),
    ],
  },
  {
    name: "bulk results",
    address: paths.bulkJobs({ kind: "BULK_BALANCE", version: 2, batch: batchId }),
    shows: 'tbody > [data-slot="table-row"]',
    presses: [
      button(/^Not completed/),
      button(`All ${items.toLocaleString("en-US")}`),
      ...times(8, key("PageDown")),
      ...times(5, key("Tab")),
    ],
  },
];

async function benchScreen(
  { context, consoleDir }: BrowserStack,
  screen: Screen,
  rounds: number,
): Promise<string[]> {
  // The same server answers with both, and the browser keeps of both what it may keep.
  const bare = `/floor-${screen.name.replace(" ", "-")}.html`;
  writeFileSync(join(consoleDir, bare), await readHtml(context, screen));
  const measured: { floor: Opened; ours: Opened }[] = [];
  const slow: number[] = [];
  let presses = 0;
  for (let round = 0; round <= rounds; round++) {
    const floor = await open(context, { ...screen, address: bare });
    const ours = await open(context, screen, async (page) => {
      presses += await pressAll(page, screen.presses);
      slow.push(...(await told(page)).slowMs);
    });
    // The first round fills the caches of the browser.
    if (round > 0) measured.push({ floor, ours });
  }
  const middle = (of: (line: (typeof measured)[number]) => number) => quantile(measured.map(of), 0.5);
  const ratio = middle(({ floor, ours }) => ours.readyMs / floor.readyMs);
  const workRatio = middle(({ floor, ours }) => ours.workMs / floor.workMs);
  const shift = Math.max(...measured.map(({ ours }) => ours.shift));
  // Those that were over within a frame are not told of.
  const pressMs = quantile([...slow, ...times(Math.max(0, presses - slow.length), 16)], 0.98);
  const { ours } = measured.at(-1) ?? {};
  tellFigure({
    work: `${screen.name} ready`,
    unit: "times the floor",
    reached: ratio,
    goal: { atMost: GOALS.ready },
  });
  tellFigure({
    work: `${screen.name}: work of the main thread until ready`,
    unit: "times the floor",
    reached: workRatio,
    goal: null,
  });
  tellFigure({
    work: `${screen.name}: press to paint, p98`,
    unit: "ms",
    reached: pressMs,
    goal: { atMost: GOALS.pressMs },
  });
  tellFigure({
    work: `${screen.name}: layout shift`,
    unit: "",
    reached: shift,
    goal: { atMost: GOALS.shift },
  });
  tellFigure({
    work: `${screen.name}: first view`,
    unit: "requests",
    reached: ours?.requests ?? 0,
    goal: null,
  });
  tellFigure({ work: `${screen.name}: first view`, unit: "KiB", reached: ours?.kibibytes ?? 0, goal: null });
  console.log(
    `${screen.name.padEnd(16)}${cell(
      middle(({ floor }) => floor.readyMs),
      8,
      0,
    )}${cell(
      middle((line) => line.ours.readyMs),
      10,
      0,
    )}` +
      `${cell(ratio, 8, 2)}${cell(workRatio, 10, 2)}${cell(shift, 8, 3)}${cell(presses, 10, 0)}${cell(pressMs, 9, 0)}` +
      `${cell(ours?.requests ?? 0, 11, 0)}${cell(ours?.kibibytes ?? 0, 6, 0)}` +
      `   ${verdict("ready", ratio, GOALS.ready)}, ${verdict("presses", pressMs, GOALS.pressMs)}, ${verdict("shift", shift, GOALS.shift)}`,
  );
  return [
    ...(ratio > HELD.ready ? [`${screen.name}: ready after ${ratio.toFixed(1)} times the floor`] : []),
    ...(shift > HELD.shift ? [`${screen.name}: what is seen moves by ${shift.toFixed(3)}`] : []),
  ];
}

const cell = (value: number, width: number, digits: number): string => value.toFixed(digits).padStart(width);
const verdict = (what: string, reached: number, goal: number): string =>
  `${what} ${reached <= goal ? "reached" : "MISSED"}`;

/** The screen as it looks once it is ready, without our code. */
async function readHtml(context: BrowserContext, { address, shows }: Screen): Promise<string> {
  const page = await context.newPage();
  await probe(page, shows);
  await page.goto(address);
  await whenReady(page);
  const html = await withoutCode(page);
  await page.close();
  return html;
}

/** Opens an address with a processor that is slowed, and does `work` there once it is ready. */
async function open(
  context: BrowserContext,
  { address, shows }: Screen,
  work: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<Opened> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.enable");
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
  let [requests, bytes] = [0, 0];
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    requests++;
    bytes += encodedDataLength;
  });
  await probe(page, shows);
  await page.goto(address);
  const { readyMs } = await whenReady(page);
  const first = { requests, kibibytes: bytes / 1024, workMs: await workMs(devTools) };
  await work(page);
  const { shift } = await told(page);
  await page.close();
  return { readyMs, shift, ...first };
}

/** Does one after the other, each once the one before is seen. Returns how many. */
async function pressAll(page: Page, presses: Screen["presses"]): Promise<number> {
  for (const press of presses) {
    await press(page);
    await twoFrames(page);
  }
  return presses.length;
}

/** Opens so many customers from the list, one after the other, in one page, and tells what JavaScript keeps of them. */
async function benchInARow(context: BrowserContext): Promise<string[]> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await page.goto(`${paths.users()}?n=${IN_A_ROW}`);
  const links = page.locator(CUSTOMER_LINK);
  const hrefs = new Set<string>();
  await links.nth(IN_A_ROW - 1).waitFor();
  for (const link of await links.all()) hrefs.add((await link.getAttribute("href")) ?? "");
  const heaps: number[] = [];
  for (const href of [...hrefs].slice(0, IN_A_ROW)) {
    await page.locator(`tbody a[href='${href}']`).first().click();
    await page.locator(CUSTOMER_THERE).first().waitFor();
    await page.goBack();
    await links.first().waitFor();
    heaps.push(await heapMb(devTools));
  }
  await page.close();
  const [settled, last] = [heaps[SETTLED_AFTER - 1] ?? Number.NaN, heaps.at(-1) ?? Number.NaN];
  const grown = last - settled;
  tellFigure({
    work: `${heaps.length} customers in a row`,
    unit: "MB more",
    reached: grown,
    goal: { atMost: GOALS.grownMb },
  });
  console.log(
    `\n${heaps.length} customers in a row: JavaScript keeps ${settled.toFixed(1)} MB after ${SETTLED_AFTER} of them, ${last.toFixed(1)} MB after all:` +
      ` grown by ${grown.toFixed(1)} MB, ${verdict("goal", grown, GOALS.grownMb)}`,
  );
  return grown > HELD.grownMb ? [`${IN_A_ROW} customers in a row leave ${grown.toFixed(1)} MB`] : [];
}
