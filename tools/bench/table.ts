import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { FIGURES_FILE, type Figure, markdownTable } from "./tell.ts";

const BENCH = fileURLToPath(new URL("../bench.ts", import.meta.url));

/** What stands in docs/performance.md, in this order. Those over the same million users come one after the other. */
const BENCHES = [
  { bench: "calls", keeps: true },
  { bench: "connections", keeps: true },
  { bench: "rivals", keeps: true, needsNetwork: true },
  { bench: "customer" },
  { bench: "statistics" },
  { bench: "csv" },
  { bench: "bulk" },
  { bench: "import" },
  { bench: "traces" },
  { bench: "curve" },
  { bench: "browser" },
] as const satisfies readonly { bench: string; keeps?: true; needsNetwork?: true }[];

interface Row {
  bench: string;
  figures: Figure[];
  /** It ended otherwise than with its figures. */
  hasFailed: boolean;
}

/**
 * Runs one bench after the other, each as a process of its own, and prints their figures as one table with date, commit,
 * machine and load. `args` go to each of them.
 */
export async function benchTable({
  only,
  quick,
  args,
}: {
  only: string;
  quick: boolean;
  args: string[];
}): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-table-"));
  const began = { at: new Date(), load: os.loadavg() };
  const rows: Row[] = [];
  try {
    const chosen = BENCHES.filter(({ bench }) => bench.includes(only));
    for (const each of chosen) {
      // At its smallest size the table is made without a network.
      if (quick && "needsNetwork" in each) continue;
      console.log(`\n## ${each.bench}\n`);
      const file = path.join(folder, each.bench);
      const keep = "keeps" in each ? ["--keep"] : [];
      const { exitCode } = await execa(
        process.execPath,
        [...process.execArgv, BENCH, each.bench, ...keep, ...args],
        { stdio: ["ignore", "inherit", "inherit"], env: { [FIGURES_FILE]: file }, reject: false },
      );
      rows.push({ bench: each.bench, figures: figuresIn(file), hasFailed: exitCode !== 0 });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${await head(began)}\n\n${markdownTable(rows)}`);
  const failed = rows.filter(({ hasFailed }) => hasFailed).map(({ bench }) => bench);
  if (failed.length > 0) throw new Error(`Ended without all its figures: ${failed.join(", ")}.`);
}

function figuresIn(file: string): Figure[] {
  try {
    return readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Figure);
  } catch {
    return [];
  }
}

/** On which commit, when, on which machine, and how busy that was. */
async function head({ at, load }: { at: Date; load: number[] }): Promise<string> {
  const git = async (...asked: string[]) => {
    const { stdout, exitCode } = await execa("git", asked, { reject: false });
    return exitCode === 0 ? stdout : "";
  };
  const commit = (await git("rev-parse", "--short=12", "HEAD")) || "unknown";
  const isChanged = (await git("status", "--porcelain")) !== "";
  const [cpu] = os.cpus();
  const loads = (averages: number[]) => averages.map((each) => each.toFixed(1)).join(", ");
  return [
    `Commit ${commit}${isChanged ? ", with changes that are not committed" : ""}, ${at.toISOString().slice(0, 16)}Z to ${new Date().toISOString().slice(0, 16)}Z.`,
    `${os.availableParallelism()} cores (${cpu?.model.trim() ?? "unknown"}), ${(os.totalmem() / 2 ** 30).toFixed(0)} GB, Node ${process.versions.node}.`,
    `Load average ${loads(load)} before, ${loads(os.loadavg())} after.`,
  ].join("\n");
}
