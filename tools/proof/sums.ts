import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const CUSTOMERS = 20;
const OPERATIONS = 100;
const EVERY = 100;

/** Plays random operations on a random book at every door, and compares the sums of every page and export with the ledger. */
export const run = ({ scale, seed = 1 }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { preparePayments } = await import("../../packages/api/src/testing/payable.ts");
    const { playOperations } = await import("../../packages/api/src/testing/random-operations.ts");
    const processors = await preparePayments(api);
    const planned = OPERATIONS * scale;
    const { operations, refused, comparisons, broken } = await playOperations(api, processors, {
      customers: CUSTOMERS * scale,
      operations: planned,
      every: EVERY,
      seed,
      onProgress: (done) => console.log(`${done} of ${planned} operations`),
    });
    for (const what of broken) console.log(what);
    console.log(
      `${operations} operations, ${refused} of them refused; ${comparisons} comparison(s), ${broken.length} differences`,
    );
    return broken.length === 0;
  });
