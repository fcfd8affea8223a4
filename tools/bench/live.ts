import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { paths } from "../../apps/console/src/paths.ts";
import type { Database } from "../../packages/db/src/index.ts";
import { type BrowserStack, startBrowserStack } from "./browser-stack.ts";
import { seenRows, watchRows } from "./watch-rows.ts";

/** The most that is good enough, in ms: a row in the page after its commit, and a page that is opened again. */
const GOALS = { p99Ms: 1_000, againMs: 2_000 };
/** How long the browser is away. */
const AWAY_MS = 2_000;
const TOO_LONG_MS = 300_000;

/**
 * Asks the banks of so many users by one process while a browser is open at another one, is closed in the middle and
 * opened again. Prints how long after its commit each row was in the page.
 */
export async function benchLive({ items }: { items: number }): Promise<void> {
  const stack = await startBrowserStack({ users: items });
  try {
    await noteCommits(stack.db);
    const first = await openAndStart(stack, items);
    const url = first.url();
    const batchId = new URL(url).searchParams.get("batch") ?? "";
    await untilDone(stack.db, batchId, (items * 2) / 3);
    const seen = await seenRows(first);
    await first.close();
    await pause(AWAY_MS);
    const again = await openAgain(stack, url, batchId);
    await untilDone(stack.db, batchId, items);
    await again.page.getByText(`${items}/${items}`, { exact: true }).first().waitFor();
    await print(stack.db, { items, seen, again });
  } finally {
    await stack.stop();
  }
}

/** Keeps of each row the moment right before the commit that ended it: as the owner, the processes may not write there. */
async function noteCommits({ pool }: Database): Promise<void> {
  await pool.query("CREATE TABLE ended (user_id int, at timestamptz)");
  await pool.query(
    `CREATE FUNCTION note_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
     $$ BEGIN INSERT INTO ended VALUES (NEW.user_id, clock_timestamp()); RETURN NULL; END $$`,
  );
  await pool.query(
    `CREATE CONSTRAINT TRIGGER ended AFTER UPDATE ON bulk_item DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
     WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.state IN ('DONE', 'FAILED')) EXECUTE FUNCTION note_end()`,
  );
}

/** Pastes the users, starts, and follows. */
async function openAndStart({ db, context }: BrowserStack, items: number): Promise<Page> {
  const users = await db.read.user.findMany({ orderBy: { id: "asc" }, take: items, select: { id: true } });
  const page = await context.newPage();
  await page.goto(paths.bulkJobs({ kind: "BULK_BALANCE", version: 2 }));
  await page.getByRole("textbox", { name: "User ids" }).fill(users.map(({ id }) => id).join("\n"));
  await page.getByRole("button", { name: "Balance", exact: true }).click();
  await page.getByRole("button", { name: "Follow", exact: true }).click();
  await watchRows(page);
  return page;
}

interface Again {
  page: Page;
  /** From the first request until the page showed no less than was true at that request. */
  ms: number;
  ended: number;
}

async function openAgain({ db, context }: BrowserStack, url: string, batchId: string): Promise<Again> {
  const page = await context.newPage();
  const ended = await countEnded(db, batchId);
  const startedAt = performance.now();
  await page.goto(url, { waitUntil: "commit" });
  const count = page.getByText(/^\d+\/\d+$/).first();
  while (Number.parseInt((await count.textContent()) ?? "", 10) < ended) await pause(20);
  const ms = performance.now() - startedAt;
  return { page, ms, ended };
}

async function countEnded({ pool }: Database, batchId: string): Promise<number> {
  const { rows } = await pool.query<{ ended: number }>(
    "SELECT done + failed AS ended FROM bulk_batch WHERE id = $1",
    [batchId],
  );
  return rows[0]?.ended ?? 0;
}

async function untilDone(db: Database, batchId: string, wanted: number): Promise<void> {
  const deadline = Date.now() + TOO_LONG_MS;
  while ((await countEnded(db, batchId)) < wanted) {
    if (Date.now() > deadline) throw new Error("The rows do not end.");
    await pause(100);
  }
}

async function print(
  { pool }: Database,
  { items, seen, again }: { items: number; seen: ReadonlyMap<number, number>; again: Again },
): Promise<void> {
  const { rows } = await pool.query<{ userId: number; at: Date }>(
    'SELECT user_id AS "userId", at FROM ended',
  );
  const delays = rows
    .flatMap(({ userId, at }) => {
      const seenAt = seen.get(userId);
      return seenAt === undefined ? [] : [seenAt - at.getTime()];
    })
    .toSorted((one, other) => one - other);
  const quantile = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  const [p50, p99] = [quantile(0.5), quantile(0.99)];
  console.log(
    [
      `${items} balances by one process, followed in a browser at another, which was closed for ${AWAY_MS / 1_000} s after two thirds`,
      `${delays.length} rows ended in sight, each in the page after ${p50.toFixed(0)} ms (p50), ${p99.toFixed(0)} ms (p99) ${goal(p99, GOALS.p99Ms)}`,
      `opened again, the page showed the ${again.ended} rows that had ended after ${again.ms.toFixed(0)} ms ${goal(again.ms, GOALS.againMs)}`,
    ].join("\n"),
  );
}

const goal = (reached: number, most: number): string =>
  `(goal ${most} ms: ${reached <= most ? "reached" : "MISSED"})`;
