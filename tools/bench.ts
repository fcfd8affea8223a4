// `npm run bench`: builds one million users and compares the API with a bare node:http + pg server in the same run.
// Options: --users=N (default 1000000), --cycles=N (default 1000), --only=TEXT (only work whose name holds it),
// --keep (leave the database for the next run). Each of these takes --quick: the smallest size that shows that it works.
// `npm run bench -- connections`: the same server and API asked over 16 and 64 connections at once, in the same run.
// Options: --users=N, --rounds=N (default 5), --keep.
// `npm run bench -- rivals`: AdminJS, Directus, and express with pg over the same customers, in the same run; they are installed
// aside, which needs a network once. Options: --users=N, --cycles=N, --keep.
// `npm run bench -- csv`: exports a ledger of a million lines and compares that with COPY in the same run.
// Options: --lines=N (default 1000000), --rounds=N (default 5), --keep.
// `npm run bench -- customer`: opens the page of a customer with 5,000 transactions, 200 files and 500 notes and compares
// what it asks of its own server with the same rows by bare SQL. Options: --cycles=N.
// `npm run bench -- statistics`: computes the bank statistics of a user with 100,000 transactions and compares that with
// one SQL scan of them. Options: --transactions=N (default 100000), --rounds=N.
// `npm run bench -- plans`: how similar records are looked up among one million users. Options: --users=N, --keep.
// `npm run bench -- work`: how long Today takes to be read among one million users, from the facts and as it is kept in the same run,
// and what keeping it costs a payment. Options: --users=N, --cycles=N payments in each block (100 at most), --keep.
// `npm run bench -- overview`: how long it takes to say what is past due by bucket among one million users, by its index and
// by one of days alone. Options: --users=N, --keep.
// `npm run bench -- bulk`: bulk jobs whose vendor takes 20 ms a call, against the same calls in memory in the same run.
// Options: --items=N (default 10000), --rounds=N (default 5).
// `npm run bench -- rows`: a batch of many rows scrolled in a real browser, against a bare list in the same run.
// Options: --items=N (default 10000), --rounds=N (default 5).
// `npm run bench -- browser`: users list, a large customer and the results of a bulk job in a real browser whose processor is slowed
// four times, against the same HTML without our code in the same run. Options: --items=N (default 10000), --rounds=N.
// `npm run bench -- table`: the figures of docs/performance.md, one bench after the other, with date, commit, machine and load.
// Options: --users=N, --quick, --only=TEXT (only benches whose name holds it).
// `npm run bench -- writes`: 16 writers, each write with its audit event, with the chain linked afterwards and with the lock
// that each held before, in the same run. Options: --rounds=N (default 5).
// `npm run bench -- adapter`: what a call costs through our adapter and through tRPC's own, in the same run. Options: --cycles=N.
// `npm run bench -- traces`: what a call costs with traces and without, in the same run: of reads all kept, and one in ten.
// Options: --cycles=N.
// `npm run bench -- curve`: calls a second by 1, 2 and 4 web processes, and rows a second of bulk jobs by 1, 2 and 4 workers, each
// against the ideal in the same run. Options: --cycles=N (calls of each measurement, default 1000), --items=N (rows, 2000
// at most), --rounds=N.
// `npm run bench -- wake`: how long after its commit a worker of another process has a message. Options: --cycles=N (200 at most).
// `npm run bench -- live`: balances that one process asks for, followed in a real browser at another one, which is closed
// and opened again: how long after its commit a row is in the page. Options: --items=N (300 at most).
// `npm run bench -- import`: a book of customers with an advance and five payments each is brought by `npm run import`, into a
// database that keeps what it is told: how many customers a second, and how much memory in each quarter of it.
// Options: --users=N (default 10000; a million takes hours), --payments=N of all of them (default five each), --kills=N: it is
// killed so often at random moments before.
import { parseArgs } from "node:util";
import { UsageError } from "../apps/server/src/cli/shared/command.ts";
import { benchAdapter } from "./bench/adapter.ts";
import { benchBrowser } from "./bench/browser.ts";
import { benchBulk } from "./bench/bulk.ts";
import { BARE_WITH_SESSION, comparisons, lookBefore } from "./bench/comparisons.ts";
import { benchConnections } from "./bench/connections.ts";
import { benchCsv } from "./bench/csv.ts";
import { benchCurve } from "./bench/curve.ts";
import { benchCustomer } from "./bench/customer.ts";
import { benchImport } from "./bench/import.ts";
import { benchLive } from "./bench/live.ts";
import { compare, type Figures } from "./bench/measure.ts";
import { benchOverview } from "./bench/overview.ts";
import { benchPlans } from "./bench/plans.ts";
import { benchRivals } from "./bench/rivals.ts";
import { benchRows } from "./bench/rows.ts";
import { type BenchStack, startBenchStack } from "./bench/stack.ts";
import { benchStatistics } from "./bench/statistics.ts";
import { benchTable } from "./bench/table.ts";
import { tell } from "./bench/tell.ts";
import { benchTraces } from "./bench/traces.ts";
import { benchWake } from "./bench/wake.ts";
import { benchWork } from "./bench/work.ts";
import { benchWrites } from "./bench/writes.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    users: { type: "string" },
    cycles: { type: "string" },
    only: { type: "string", default: "" },
    items: { type: "string" },
    lines: { type: "string" },
    transactions: { type: "string" },
    rounds: { type: "string" },
    keep: { type: "boolean", default: false },
    payments: { type: "string" },
    kills: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});

const USUAL = {
  users: 1_000_000,
  cycles: 1_000,
  items: 10_000,
  lines: 1_000_000,
  transactions: 100_000,
  rounds: 5,
};
const QUICK = { users: 300, cycles: 10, items: 40, lines: 2_000, transactions: 1_000, rounds: 1 };
const { keep, quick } = values;
const size = (name: keyof typeof USUAL): number =>
  wholeNumber(name, values[name] ?? String((quick ? QUICK : USUAL)[name]), 1);
const rounds = size("rounds");

const BENCHES: Record<string, () => Promise<void>> = {
  calls: benchCalls,
  connections: () => benchConnections({ users: size("users"), rounds, keep, quick }),
  rivals: () => benchRivals({ users: size("users"), cycles: Math.min(size("cycles"), 200), keep }),
  adapter: () => benchAdapter({ users: Math.min(size("users"), 2_000), cycles: size("cycles") }),
  csv: () => benchCsv({ lines: size("lines"), rounds, keep }),
  customer: () => benchCustomer({ users: Math.min(size("users"), 2_000), cycles: size("cycles") }),
  curve: () =>
    benchCurve({
      users: Math.min(size("users"), 2_000),
      cycles: size("cycles"),
      items: Math.min(size("items"), 2_000),
      rounds,
    }),
  statistics: () => benchStatistics({ transactions: size("transactions"), rounds }),
  plans: () => benchPlans({ users: size("users"), keep }),
  work: () => benchWork({ users: size("users"), payments: Math.min(100, size("cycles")), keep }),
  overview: () => benchOverview({ users: size("users"), keep }),
  bulk: () => benchBulk({ items: size("items"), rounds }),
  browser: () => benchBrowser({ items: size("items"), rounds }),
  rows: () => benchRows({ items: size("items"), rounds, quick }),
  wake: () => benchWake({ cycles: Math.min(size("cycles"), 200) }),
  traces: () => benchTraces({ users: Math.min(size("users"), 2_000), cycles: size("cycles") }),
  table: () =>
    benchTable({
      only: values.only,
      quick,
      args: [...(quick ? ["--quick"] : []), ...(values.users ? [`--users=${values.users}`] : [])],
    }),
  writes: () => benchWrites({ rounds, quick }),
  // More ids than that are not pasted at once.
  import: () =>
    benchImport({
      customers: values.users || quick ? size("users") : 10_000,
      ...(values.payments ? { payments: wholeNumber("payments", values.payments, 1) } : {}),
      kills: wholeNumber("kills", values.kills ?? "0", 0),
    }),
  live: () => benchLive({ items: Math.min(size("items"), 300) }),
};

const [asked = "calls"] = positionals;
const bench = BENCHES[asked];
if (!bench) throw new UsageError(`There is no bench ${asked}, but ${Object.keys(BENCHES).join(", ")}.`);
await bench();

async function benchCalls(): Promise<void> {
  const stack = await startBenchStack({ users: size("users"), keep });
  let missed = 0;
  try {
    console.log(
      `\n${"work".padEnd(42)}${"server".padEnd(16)}p50 ms   p99 ms   ratio (over ten blocks)   CPU us   goal`,
    );
    for (const comparison of await chosen(stack)) {
      const { work, goal, peers, isFirstLook = false } = comparison;
      if (!quick) await lookBefore(comparison);
      const figures = await compare(peers, size("cycles"), { cpu: !quick && !isFirstLook });
      const [base, ...others] = [...figures];
      if (!base) continue;
      print(work, base[0], base[1], 1, null);
      for (const [name, own] of others) {
        const ratio = own.p50Ms / base[1].p50Ms;
        if (name === BARE_WITH_SESSION) {
          print("", name, own, ratio, null);
          const against = (others[0]?.[1].p50Ms ?? Number.NaN) / own.p50Ms;
          tell({ work, unit: `times ${name}`, reached: against, goal: null });
          console.log(
            `${" ".repeat(42)}ours against the one that looks up the session: ${against.toFixed(2)}`,
          );
          continue;
        }
        if (goal !== null && ratio > goal) missed++;
        tell({
          work: base[0] === "bare" ? work : `${work}: ${name}`,
          unit: `times ${base[0]}`,
          reached: ratio,
          goal: goal === null ? null : { atMost: goal },
        });
        print("", name, own, ratio, goal);
      }
    }
  } finally {
    await stack.stop();
  }
  console.log(missed === 0 ? "\nevery goal reached" : `\n${missed} goals missed`);
}

async function chosen(stack: BenchStack) {
  return (await comparisons(stack)).filter(({ work }) => work.includes(values.only));
}

function print(work: string, name: string, figures: Figures, ratio: number, goal: number | null): void {
  const range = `${ratio.toFixed(2)} (${figures.lowestRatio.toFixed(2)} to ${figures.highestRatio.toFixed(2)})`;
  const numbers = `${figures.p50Ms.toFixed(3).padStart(6)}   ${figures.p99Ms.toFixed(2).padStart(6)}   ${range.padEnd(26)}`;
  const aim = goal === null ? "" : `${goal.toFixed(2)} ${ratio <= goal ? "reached" : "MISSED"}`;
  console.log(
    `${work.padEnd(42)}${name.padEnd(16)}${numbers}${figures.cpuMicroseconds.toFixed(0).padStart(6)}   ${aim}`,
  );
}
