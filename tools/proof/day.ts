import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const CUSTOMERS = 6;
const RETURNED_SHARE = 2 / 15;
/** Each in a database of its own. */
const TIMES = 2;

/** Plays "NSF Friday" from the collection to the last signature on the clock of the sandbox, twice from the same seed. */
export async function run({ scale, seed = 1 }: ProofRun): Promise<void> {
  const customers = CUSTOMERS * scale;
  const digests = new Set<string>();
  for (let time = 0; time < TIMES; time++) {
    await atOwnApi(async (api) => {
      const { playNsfFriday } = await import("../../packages/api/src/testing/day/nsf-friday.ts");
      const { digest, waiting, differences, ended } = await playNsfFriday(api, {
        customers,
        returns: Math.max(2, Math.round(customers * RETURNED_SHARE)),
        seed,
        say: (line) => console.log(line),
      });
      digests.add(digest);
      for (const [kind, count] of Object.entries(ended)) console.log(`  ${kind}: ${count} seen to`);
      for (const difference of differences) console.log(`  ${difference}`);
      console.log(`\n${waiting} wait, ${differences.length} differences, end state ${digest}`);
      return waiting === 0 && differences.length === 0 && digests.size === 1;
    });
    if (process.exitCode !== 0) break;
  }
}
