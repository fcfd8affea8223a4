// `npm run storm`: payments while the world is unkind, on a database and a sandbox of its own. Without more, real worker
// processes are killed and PostgreSQL is struck down. Of all: --payments=N (default 1000), --seed=N (default 1), --quick
// (the smallest size that shows it, in a minute or so).
//   --kills=N of workers at the least (default 100), --restarts=N of PostgreSQL (default 2), --bulk (the payments are what
//   customers owe today, and two admins start and reset bulk jobs over it, with lists that overlap), --approvals (with
//   --bulk: each list waits for a second person, and two approve it at once).
//   --cluster: the same over three nodes, of which the leader is killed --restarts=N times (default 10); bulk jobs run with --bulk.
//   --slow: calls take effect up to ten minutes late, and staff press again, by a clock that is set forward.
//   --freeze: processes are stopped and woken again, --freezes=N times (default 30).
//   --restore: the database is set back to a copy of itself, in --rounds=N (default 20).
// With STORM_PLANT_DOUBLE=1 it takes money once more behind our books, and has to end with 1 doubled; without, it does so
// after the comparison, to see that this would have been found.
import { parseArgs } from "node:util";
import { wholeNumber } from "./stack/whole-number.ts";
import type { StormPlan, StormReport } from "./storm/plan.ts";

const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    payments: { type: "string" },
    kills: { type: "string" },
    restarts: { type: "string" },
    freezes: { type: "string" },
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
    bulk: { type: "boolean", default: false },
    approvals: { type: "boolean", default: false },
    cluster: { type: "boolean", default: false },
    slow: { type: "boolean", default: false },
    freeze: { type: "boolean", default: false },
    restore: { type: "boolean", default: false },
  },
});

const over = new AbortController();
let asked = false;

endWhenAsked();
try {
  const { problems, lines } = await main();
  for (const problem of asked ? [] : problems) console.log(problem);
  console.log(asked ? "Stopped before it was over." : `\n${lines.join("\n")}`);
  process.exitCode = !asked && problems.length === 0 ? 0 : 1;
} catch (error) {
  if (!asked) console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<StormReport> {
  const run = chosen();
  return run((reason) => {
    console.error(reason);
    over.abort();
  });
}

/** The one storm that was asked for. What it needs is loaded late: by then the database client has been generated. */
function chosen(): (onDeath: (reason: string) => void) => Promise<StormReport> {
  const kinds = [values.slow, values.freeze, values.restore, values.bulk || values.cluster].filter(Boolean);
  if (kinds.length > 1)
    throw new Error("One storm at a time: --slow, --freeze, --restore, or --bulk and --cluster.");
  const { quick } = values;
  if (values.slow) {
    const plan = readPlan({ payments: quick ? 30 : 1000, minutes: 30 });
    return async (onDeath) => (await import("./storm/slow-storm.ts")).runSlow(plan, onDeath);
  }
  if (values.freeze) {
    const freezes = wholeNumber("freezes", values.freezes ?? (quick ? "6" : "30"), 1);
    const plan = { ...readPlan({ payments: quick ? 30 : 1000, minutes: 30 }), freezes };
    return async (onDeath) => (await import("./storm/freeze-storm.ts")).runFreezes(plan, onDeath);
  }
  if (values.restore) {
    const rounds = wholeNumber("rounds", values.rounds ?? (quick ? "2" : "20"), 1);
    const plan = { ...readPlan({ payments: quick ? 20 : 1000, minutes: 60 }), rounds };
    return async (onDeath) => (await import("./storm/restore-storm.ts")).runRestores(plan, onDeath);
  }
  const { bulk, cluster } = values;
  const usualRestarts = cluster ? 10 : 2;
  const usualMinutes = cluster || bulk ? 60 : 30;
  const kill = {
    ...readPlan({ payments: quick ? 40 : 1000, minutes: usualMinutes }),
    kills: wholeNumber("kills", values.kills ?? (quick ? "4" : "100"), 1),
    restarts: wholeNumber("restarts", values.restarts ?? (quick ? "1" : String(usualRestarts)), 0),
    bulk,
    approvals: bulk && values.approvals,
  };
  if (cluster)
    return async (onDeath) => (await import("./storm/cluster-storm.ts")).runClusterKills(kill, onDeath);
  return async (onDeath) => (await import("./storm/kill-storm.ts")).runKills(kill, onDeath);
}

function readPlan(usual: { payments: number; minutes: number }): StormPlan {
  return {
    payments: wholeNumber("payments", values.payments ?? String(usual.payments), 1),
    seed: wholeNumber("seed", values.seed, 0),
    quick: values.quick,
    plantDouble: process.env.STORM_PLANT_DOUBLE === "1",
    signal: AbortSignal.any([over.signal, AbortSignal.timeout(usual.minutes * MINUTE_MS)]),
    say: console.log,
  };
}

/** On Ctrl-C and its like, and when whoever started us was killed: whatever was started is stopped. */
function endWhenAsked(): void {
  const end = () => {
    asked = true;
    over.abort();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), 500).unref();
}
