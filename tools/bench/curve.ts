import { availableParallelism } from "node:os";
import { createBenchEngine } from "./bulk-engine.ts";
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
import { type Call, procedureCall, readCpuMicroseconds, send } from "./measure.ts";
import { startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

const COUNTS = [1, 2, 4] as const;
/** So many callers ask at once, whatever the number of processes. */
const CALLERS = 16;
/** Calls that one worker of bulk jobs has under way: little, so that the vendor is what bounds it and not this machine. */
const AT_ONCE = 5;

interface Peer {
  pid: number;
  port: number;
}

/**
 * What more processes bring: calls a second by 1, 2 and 4 web processes, against bare servers of the same number in the same run;
 * rows a second of bulk jobs by 1, 2 and 4 workers, against the same calls in memory.
 */
export async function benchCurve({
  users,
  cycles,
  items,
  rounds,
}: {
  users: number;
  /** Calls of each measurement. */
  cycles: number;
  items: number;
  rounds: number;
}): Promise<void> {
  console.log(
    `This machine has ${availableParallelism()} cores, for callers, processes and database together.\n`,
  );
  await curveOfWeb({ users, cycles, rounds });
  await curveOfWorkers({ items, rounds });
}

async function curveOfWeb({
  users,
  cycles,
  rounds,
}: {
  users: number;
  cycles: number;
  rounds: number;
}): Promise<void> {
  const stack = await startBenchStack({ users, keep: false });
  try {
    const most = Math.max(...COUNTS);
    const api: Peer[] = [stack.api];
    const bare: Peer[] = [stack.bare];
    while (api.length < most) api.push(await stack.another("api"));
    while (bare.length < most) bare.push(await stack.another("bare"));
    const ours = procedureCall("users.get", { id: stack.firstId }, stack.api.token);
    const theirs: Call = { path: `/whole?id=${stack.firstId}`, method: "GET" };
    const rates = new Map(COUNTS.map((count) => [count, { api: [] as Rate[], bare: [] as Rate[] }]));
    for (let round = 0; round <= rounds; round++)
      for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
        const measured = {
          api: await measureRate(api.slice(0, count), ours, cycles),
          bare: await measureRate(bare.slice(0, count), theirs, cycles),
        };
        // The first round warms up.
        if (round === 0) continue;
        rates.get(count)?.api.push(measured.api);
        rates.get(count)?.bare.push(measured.bare);
      }
    console.log(
      "\nweb processes   calls/s   times one   bare calls/s   times one   of the ideal   CPU us a call",
    );
    const one = rates.get(1);
    for (const [count, { api: own, bare: floor }] of rates) {
      const [mine, bares] = [median(own.map(perSecond)), median(floor.map(perSecond))];
      const [gain, possible] = [
        mine / median((one?.api ?? []).map(perSecond)),
        bares / median((one?.bare ?? []).map(perSecond)),
      ];
      tell({
        work: `${count} web processes`,
        unit: "of what bare ones gain",
        reached: gain / possible,
        goal: null,
      });
      console.log(
        `${cell(count, 13, 0)}${cell(mine, 10, 0)}${cell(gain, 12, 2)}${cell(bares, 15, 0)}${cell(possible, 12, 2)}${cell(gain / possible, 15, 2)}${cell(median(own.map(({ cpuMicroseconds }) => cpuMicroseconds)), 16, 0)}`,
      );
    }
  } finally {
    await stack.stop();
  }
}

interface Rate {
  perSecond: number;
  cpuMicroseconds: number;
}

const perSecond = (rate: Rate): number => rate.perSecond;

/** So many calls by callers of their own, each at one process after the other. */
async function measureRate(peers: readonly Peer[], call: Call, calls: number): Promise<Rate> {
  const cpu = () => peers.reduce((sum, { pid }) => sum + readCpuMicroseconds(pid), 0);
  const before = cpu();
  let next = 0;
  const took = await seconds(() =>
    Promise.all(
      Array.from({ length: CALLERS }, async () => {
        for (let nth = next++; nth < calls; nth = next++)
          await send(peers[nth % peers.length]?.port ?? 0, call);
      }),
    ),
  );
  return {
    perSecond: calls / took,
    cpuMicroseconds: (cpu() - before) / calls,
  };
}

async function curveOfWorkers({ items, rounds }: { items: number; rounds: number }): Promise<void> {
  const { url, stop } = await startBulkDatabase();
  const bench = createBenchEngine(url, AT_ONCE);
  const workers = await Promise.all(
    Array.from({ length: Math.max(...COUNTS) }, () => startWorker(url, AT_ONCE)),
  );
  try {
    const adminId = await fill(bench, items);
    const rates = new Map(COUNTS.map((count) => [count, { own: [] as number[], ideal: [] as number[] }]));
    for (let round = 0; round <= rounds; round++)
      for (const count of COUNTS) {
        const ideal = await seconds(() => inMemory(items, count * AT_ONCE));
        const own = await timed(bench, { items, adminId }, () =>
          Promise.all(workers.slice(0, count).map(drain)),
        );
        if (round === 0) continue;
        rates.get(count)?.own.push(items / own);
        rates.get(count)?.ideal.push(items / ideal);
      }
    console.log("\nworkers   rows/s   times one   ideal rows/s   of the ideal");
    const one = median(rates.get(1)?.own ?? []);
    for (const [count, { own, ideal }] of rates) {
      const reached = median(own) / median(ideal);
      tell({
        work: `${count} workers of bulk jobs`,
        unit: "of the ideal rows a second",
        reached,
        goal: null,
      });
      console.log(
        `${cell(count, 7, 0)}${cell(median(own), 9, 0)}${cell(median(own) / one, 12, 2)}${cell(median(ideal), 15, 0)}${cell(reached, 15, 2)}`,
      );
    }
  } finally {
    await Promise.all(workers.map(stopWorker));
    await bench.db.close();
    await stop();
  }
}

const cell = (value: number, width: number, digits: number): string => value.toFixed(digits).padStart(width);

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
