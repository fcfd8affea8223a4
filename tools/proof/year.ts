import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const DAYS = 800;

/** Plays two years of a desk in the tables whose rows are deleted some day; the scale is the percentage of a desk of thirty. */
export const run = ({ scale }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { growing, liveDays } = await import("../../packages/api/src/testing/busy-year.ts");
    const share = scale / 100;
    const sizes = await liveDays(api, DAYS, share);
    for (const { table, rows, bytes } of sizes)
      if (rows > 0)
        console.log(
          `${table.padEnd(28)}${rows.toLocaleString("en-US").padStart(12)} rows ${(bytes / 1_000_000).toFixed(1).padStart(9)} MB`,
        );
    const found = growing(sizes, share);
    for (const each of found) console.log(each);
    console.log(`\n${DAYS} days, ${found.length} tables grow without end`);
    return found.length === 0;
  });
