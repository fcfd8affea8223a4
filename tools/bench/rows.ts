import { randomUUID } from "node:crypto";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { paths } from "../../apps/console/src/paths.ts";
import { type BrowserStack, startBrowserStack } from "./browser-stack.ts";
import { type Scrolled, scrollThrough } from "./scroll.ts";

/** The most that is good enough: the frames of a bare list against ours, and what the page keeps. */
const GOALS = { ratio: 1.25, grownMb: 5, rows: 60 };
/** Down, and as long up again. */
const SCROLL_MS = { whole: 6_000, quick: 1_000 };
/** The wheel at its fastest, 6,500 pixels a second; and the scroll bar from end to end, 28 rows a frame or more. */
const WAYS = [
  { way: "wheel", rows: 3 },
  { way: "drag", rows: null },
] as const;
const DEMONSTRATION_USERS = 100;
const FIRST_ID = 1_000_000;

const ROW = 'tbody > [data-slot="table-row"]';

interface Measured {
  way: (typeof WAYS)[number]["way"];
  bare: Scrolled;
  ours: Scrolled;
  /** What the page's main thread works for each frame of ours, whatever else the machine does. */
  workMs: number;
}

/**
 * Opens a finished batch of so many balances in a real browser and scrolls it as by the wheel, and to its end and back as
 * by the scroll bar, each in turn with a list of as many bare rows of the same height. Prints the larger ratio of
 * their frames last.
 */
export async function benchRows(options: { items: number; rounds: number; quick: boolean }): Promise<void> {
  const { items, rounds, quick } = options;
  const scrollMs = quick ? SCROLL_MS.quick : SCROLL_MS.whole;
  const stack = await startBrowserStack({ users: DEMONSTRATION_USERS });
  try {
    const batchId = await fill(stack, items);
    const page = await stack.context.newPage();
    const startedAt = performance.now();
    await page.goto(paths.bulkJobs({ kind: "BULK_BALANCE", version: 2, batch: batchId }));
    await page.getByRole("button", { name: `All ${items.toLocaleString("en-US")}` }).waitFor();
    const seconds = (performance.now() - startedAt) / 1_000;
    const table = page.getByRole("group", { name: "Rows of the batch" });
    const rowPx = (await table.locator(ROW).first().boundingBox())?.height ?? 0;
    const devTools = await stack.context.newCDPSession(page);
    await devTools.send("Performance.enable", { timeDomain: "threadTicks" });
    const bare = await openBare(stack.context, items, rowPx);
    console.log(
      `${items.toLocaleString("en-US")} balances of five accounts, there after ${seconds.toFixed(1)} s,` +
        ` scrolled down and up in ${(2 * scrollMs) / 1_000} s\n`,
    );
    console.log(HEADS.map(([text, width]) => text.padStart(width)).join(""));
    const measured: Measured[] = [];
    const heaps: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const { way, rows } of WAYS) {
        const asked = { ms: scrollMs, rows };
        await bare.bringToFront();
        const ofBare = await scrollThrough(bare.locator("#bare"), { row: ":scope > div", ...asked });
        await page.bringToFront();
        const before = await workMs(devTools);
        const ours = await scrollThrough(table, { row: ROW, ...asked });
        const work = (await workMs(devTools)) - before;
        if (way === "drag") mustHaveShownAll(ours, items);
        // The first round warms up.
        if (round === 0) continue;
        measured.push({ way, bare: ofBare, ours, workMs: work / ours.frames });
        printLine(measured.at(-1));
      }
      if (round > 0) heaps.push(await heapMb(devTools));
    }
    printAll(measured, heaps);
  } finally {
    await stack.stop();
  }
}

function mustHaveShownAll({ top, bottom }: Scrolled, items: number): void {
  if (!top.includes(String(FIRST_ID)) || !bottom.includes(String(FIRST_ID + items - 1)))
    throw new Error(`Not all rows were shown: ${top} … ${bottom}`);
}

/** As many bare rows as tall as ours in a list as tall as ours, all of them made. */
async function openBare(context: BrowserContext, items: number, rowPx: number): Promise<Page> {
  const page = await context.newPage();
  const rows = Array.from({ length: items }, (_, index) => `<div>${FIRST_ID + index}</div>`).join("");
  await page.setContent(
    `<style>#bare { height: 450px; overflow: auto } #bare > div { height: ${rowPx}px }</style><div id="bare">${rows}</div>`,
  );
  return page;
}

/** What JavaScript keeps once all that can go is gone, in MB. */
export async function heapMb(devTools: CDPSession): Promise<number> {
  await devTools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devTools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

/** What the main thread of the page has worked so far: time of the processor, not of the clock. */
export async function workMs(devTools: CDPSession): Promise<number> {
  const { metrics } = await devTools.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

/** Users with names and e-mail addresses, and a batch in which each has its answer. */
export async function fill({ db, adminId }: BrowserStack, items: number): Promise<string> {
  const batchId = randomUUID();
  await db.pool.query(
    `INSERT INTO users (id, firstname, lastname, email)
     SELECT $1::int + n, 'Maria ' || n, 'Delgado', 'maria.' || n || '@example.com' FROM generate_series(0, $2::int - 1) AS n`,
    [FIRST_ID, items],
  );
  await db.pool.query(
    `INSERT INTO bulk_batch (id, kind, version, epoch, requested_by_id, requested_at, total, done, state, change,
       last_progress_at, finished_at)
     VALUES ($1, 'BULK_BALANCE', 2, 0, $2, now(), $3, $3, 'COMPLETED', 1, now(), now())`,
    [batchId, adminId, items],
  );
  await db.pool.query(
    `INSERT INTO bulk_item (id, batch_id, position, user_id, state, change, finished_at, result)
     SELECT gen_random_uuid(), $1, n, $2::int + n, 'DONE', 1, now(), (SELECT jsonb_agg(jsonb_build_object(
       'name', 'Checking ' || a, 'mask', lpad((n % 10000)::text, 4, '0'), 'balanceCents', n * a)) FROM generate_series(1, 5) AS a)
     FROM generate_series(0, $3::int - 1) AS n`,
    [batchId, FIRST_ID, items],
  );
  await db.pool.query("ANALYZE");
  return batchId;
}

const HEADS: [text: string, width: number][] = [
  ["way", 6],
  ["bare frames/s", 15],
  ["over 50 ms", 12],
  ["ours frames/s", 15],
  ["over 50 ms", 12],
  ["ratio", 7],
  ["work ms/frame", 15],
  ["rows missing", 14],
  ["most rows", 11],
];

function printLine(line: Measured | undefined): void {
  if (!line) return;
  const { way, bare, ours } = line;
  const cells = [
    way,
    bare.framesPerSecond.toFixed(1),
    percent(bare.longShare),
    ours.framesPerSecond.toFixed(1),
    percent(ours.longShare),
    framesRatio(line).toFixed(2),
    line.workMs.toFixed(1),
    percent(ours.missingShare),
    String(ours.mostRows),
  ];
  console.log(cells.map((text, index) => text.padStart(HEADS[index]?.[1] ?? 0)).join(""));
}

function printAll(measured: Measured[], heaps: number[]): void {
  const most = Math.max(...measured.map(({ ours }) => ours.mostRows));
  const [first, last] = [heaps[0] ?? 0, heaps.at(-1) ?? 0];
  console.log(`\nat most ${most} rows in the page ${goal(most, GOALS.rows, "")}`);
  console.log(
    `JavaScript keeps ${first.toFixed(1)} MB after the first round, ${last.toFixed(1)} MB after the last:` +
      ` grown by ${(last - first).toFixed(1)} MB ${goal(last - first, GOALS.grownMb, " MB")}`,
  );
  const ratios = WAYS.map(({ way }) =>
    printWay(
      way,
      measured.filter((line) => line.way === way),
    ),
  );
  console.log(`ratio ${Math.max(...ratios).toFixed(2)}`);
}

/** Returns the ratio. */
function printWay(way: string, lines: Measured[]): number {
  const longShare = median(lines.map(({ ours }) => ours.longShare));
  const missingShare = median(lines.map(({ ours }) => ours.missingShare));
  const work = median(lines.map((line) => line.workMs));
  const ratio = median(lines.map(framesRatio));
  console.log(
    `${way}: a bare list makes ${ratio.toFixed(2)} times our frames ${goal(ratio, GOALS.ratio, "")};` +
      ` the page works ${work.toFixed(1)} ms for one,\n  ${percent(longShare)} came more than 50 ms after the one before,` +
      ` ${percent(missingShare)} missed a row`,
  );
  return ratio;
}

const framesRatio = ({ bare, ours }: Measured): number => bare.framesPerSecond / ours.framesPerSecond;

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const goal = (reached: number, most: number, unit: string): string =>
  `(goal ${most}${unit}: ${reached <= most ? "reached" : "MISSED"})`;

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
