import { createRandom } from "../../packages/db/src/seed/random.ts";
import { atOwnApi } from "../desk/own-api.ts";
import type { ProofRun } from "./proof-run.ts";

const MANIPULATIONS = 40;

/**
 * Changes, inserts, removes and cuts rows of audit and ledger, and makes whole chains again, with the rights of the
 * database's owner and the guards switched off.
 */
export const run = ({ scale, seed = 1 }: ProofRun): Promise<void> =>
  atOwnApi(async (api) => {
    const { tamper, writeForTampering } = await import("../../packages/api/src/testing/tampering.ts");
    await writeForTampering(api);
    const plan = { count: MANIPULATIONS * scale, random: createRandom(seed) };
    const { done, unfound } = await tamper(api, plan);
    for (const what of unfound) console.log(`Not found: ${what}`);
    console.log(`\n${done} manipulations, ${done - unfound.length} found`);
    return unfound.length === 0;
  });
