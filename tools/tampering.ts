// `npm run tampering`: changes, insertions, removals, cuts and whole chains made anew in audit and ledger, with the rights of
// the database's owner and the guards switched off; each has to be found. Options: --count=N (default 1000), --seed=N (default 1).
import { parseArgs } from "node:util";
import { createRandom } from "../packages/db/src/seed/random.ts";
import { atOwnApi } from "./desk/own-api.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const count = wholeNumber("count", values.count, 1);
const random = createRandom(wholeNumber("seed", values.seed, 0));

await atOwnApi(async (api) => {
  const { tamper, writeForTampering } = await import("../packages/api/src/testing/tampering.ts");
  await writeForTampering(api);
  const { done, unfound } = await tamper(api, { count, random });
  for (const what of unfound) console.log(`Not found: ${what}`);
  console.log(`\n${done} manipulations, ${done - unfound.length} found`);
  return unfound.length === 0;
});
