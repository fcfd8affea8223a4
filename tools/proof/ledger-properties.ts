import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const OPERATIONS = 1_000;
const HISTORIES = 100;

/**
 * Plays random payments, advances, reversals and attempts to change posted rows on the ledger in PostgreSQL, then random
 * histories of customers and their instalments.
 */
export const run = ({ scale, seed = 1 }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { playAllocations } = await import("../../packages/api/src/testing/allocation-properties.ts");
    const { playLedger } = await import("../../packages/api/src/testing/ledger-properties.ts");
    const planned = OPERATIONS * scale;
    const { operations, tamperings, broken } = await playLedger(api, {
      operations: planned,
      seed,
      onProgress: (done) => done % 10_000 === 0 && console.log(`${done} of ${planned} operations`),
    });
    for (const what of broken) console.log(what);
    console.log(`\n${tamperings} attempts to change what was posted, all but those named above refused`);
    console.log(`${operations} operations, ${broken.length} broken`);
    const allocated = await playAllocations(api, {
      histories: HISTORIES * scale,
      seed,
      onProgress: (done) => done % 1_000 === 0 && console.log(`${done} histories`),
    });
    for (const what of allocated.broken) console.log(what);
    console.log(`${allocated.histories} histories of instalments, ${allocated.broken.length} broken`);
    return broken.length + allocated.broken.length === 0;
  });
