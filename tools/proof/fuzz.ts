import { createRandom } from "../../packages/db/src/seed/random.ts";
import { atOwnApi } from "../desk/own-api.ts";
import { KEPT_SEEDS } from "./fuzz-seeds.ts";
import type { ProofRun } from "./proof-run.ts";

const CALLS = 400;

/**
 * Sends hostile values in every field of every procedure over HTTP, as a SUPERADMIN and as a visitor who is not signed in.
 * Without a seed: those of `fuzz-seeds.ts`, then a new one.
 */
export const run = ({ scale, seed }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { startFuzzing } = await import("../../apps/server/src/testing/fuzzing.ts");
    const newSeed = Math.floor(Math.random() * 1_000_000);
    const seeds = seed === undefined ? [...KEPT_SEEDS, newSeed] : [seed];
    const fuzzing = await startFuzzing(api);
    let sent = 0;
    const faults: string[] = [];
    try {
      for (const each of seeds) {
        const found = await fuzzing.play(createRandom(each), Math.ceil((CALLS * scale) / seeds.length));
        sent += found.sent;
        faults.push(...found.faults.map((fault) => `seed ${each}: ${fault}`));
      }
    } finally {
      await fuzzing.close();
    }
    for (const fault of faults.slice(0, 50)) console.log(fault);
    if (faults.length > 0) console.log("Add the seed to tools/proof/fuzz-seeds.ts.");
    console.log(
      `Seeds ${seeds.join(", ")}. ${sent} calls, ${faults.length} answered with 5xx or telling of the inside`.replace(
        / 0 answered with 5xx or telling of the inside$/,
        " 0 answered with 5xx, 0 telling of the inside",
      ),
    );
    return faults.length === 0;
  });
