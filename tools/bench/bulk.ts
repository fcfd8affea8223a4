import { CALL_MS, createBenchEngine } from "./bulk-engine.ts";
import {
  drain,
  fill,
  inMemory,
  seconds,
  startBulkDatabase,
  startWorker,
  stopWorker,
  timed,
} from "./bulk-run.ts";
import { tell } from "./tell.ts";

/** Time against the same calls without anything written down. */
const GOAL = 1.1;
const AT_ONCE = 50;

interface Round {
  ideal: number;
  one: number;
  two: number;
}

/**
 * Runs bulk jobs of `items` users, whose vendor takes 20 ms a call with 50 calls under way, by one worker process and
 * by two, on a database that is as durable as in production; and the same calls in memory, in the same run. Prints the
 * ratio last.
 */
export async function benchBulk({ items, rounds }: { items: number; rounds: number }): Promise<void> {
  const { url, stop } = await startBulkDatabase();
  const bench = createBenchEngine(url, AT_ONCE);
  const workers = await Promise.all([1, 2].map(() => startWorker(url, AT_ONCE / 2)));
  try {
    const adminId = await fill(bench, items);
    const measured: Round[] = [];
    console.log(`${items.toLocaleString("en-US")} calls of ${CALL_MS} ms, ${AT_ONCE} at once\n`);
    console.log("in memory s   one worker s   ratio   two workers s   ratio");
    for (let round = 0; round <= rounds; round++) {
      const ideal = await seconds(() => inMemory(items, AT_ONCE));
      const one = await timed(bench, { items, adminId }, () => bench.engine.drain("BULK_BALANCE"));
      const two = await timed(bench, { items, adminId }, () => Promise.all(workers.map(drain)));
      // The first round warms up.
      if (round === 0) continue;
      measured.push({ ideal, one, two });
      print({ ideal, one, two });
    }
    const ratio = median(measured.map(({ one, ideal }) => one / ideal));
    const ratioOfTwo = median(measured.map(({ two, ideal }) => two / ideal));
    const rows = `${items.toLocaleString("en-US")} rows`;
    tell({ work: `${rows}, one worker`, unit: "times in memory", reached: ratio, goal: { atMost: GOAL } });
    tell({
      work: `${rows}, two workers`,
      unit: "times in memory",
      reached: ratioOfTwo,
      goal: { atMost: GOAL },
    });
    console.log(`\nevery row written down, and counted after each run`);
    console.log(`two workers ${ratioOfTwo.toFixed(2)} ${goal(ratioOfTwo)}`);
    console.log(`one worker ${ratio.toFixed(2)} ${goal(ratio)}`);
    console.log(`ratio ${ratio.toFixed(2)}`);
  } finally {
    await Promise.all(workers.map(stopWorker));
    await bench.db.close();
    await stop();
  }
}

const goal = (ratio: number): string => `(goal ${GOAL.toFixed(2)}: ${ratio <= GOAL ? "reached" : "MISSED"})`;

function print({ ideal, one, two }: Round): void {
  const cell = (value: number, width: number) => value.toFixed(2).padStart(width);
  console.log(
    `${cell(ideal, 11)}   ${cell(one, 12)}   ${cell(one / ideal, 5)}   ${cell(two, 13)}   ${cell(two / ideal, 5)}`,
  );
}

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
