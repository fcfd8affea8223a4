import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const ROUNDS = 4;

/** Resets bulk debits at a random moment, starts them again at once, and compares the books of processors in memory. */
export const run = ({ scale, seed = 1 }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { playResets } = await import("../../packages/api/src/testing/bulk-resets.ts");
    const planned = ROUNDS * scale;
    const { rounds, resets, charges, cancelled, inFlight, doubled, lost } = await playResets(api, {
      rounds: planned,
      seed,
      onRound: (round) => round % 20 === 0 && console.log(`${round} of ${planned}`),
    });
    console.log(`\n${charges} charges, ${cancelled} rows cancelled by a reset, ${inFlight} under way at one`);
    console.log(`${rounds} rounds, ${resets} resets, ${doubled} doubled, ${lost} lost`);
    return doubled + lost === 0;
  });
