// `npm run fuzz`: every field of every procedure with hostile values, over HTTP, by a SUPERADMIN and by somebody who is not signed
// in: no answer is 5xx, none tells of the inside, nothing unexpected is logged. First each field with each value of a list, as
// far as the number goes, in an order of the seed; then made-up values in several fields at once, half of all calls.
// Options: --calls=N (default 12000), --seed=N (default: those that are kept, then a new one, which is printed), --quick.
import { parseArgs } from "node:util";
import { createRandom } from "../packages/db/src/seed/random.ts";
import { atOwnApi } from "./desk/own-api.ts";
import { KEPT_SEEDS } from "./fuzz/seeds.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    calls: { type: "string" },
    seed: { type: "string" },
    quick: { type: "boolean", default: false },
  },
});
const calls = wholeNumber("calls", values.calls ?? (values.quick ? "400" : "12000"), 1);
const newSeed = Math.floor(Math.random() * 1_000_000);
const seeds = values.seed === undefined ? [...KEPT_SEEDS, newSeed] : [wholeNumber("seed", values.seed, 0)];

await atOwnApi(async (api) => {
  const { startFuzzing } = await import("../apps/server/src/testing/fuzzing.ts");
  const fuzzing = await startFuzzing(api);
  let sent = 0;
  const faults: string[] = [];
  try {
    for (const seed of seeds) {
      const each = Math.ceil(calls / seeds.length);
      const found = await fuzzing.play(createRandom(seed), each);
      sent += found.sent;
      faults.push(...found.faults.map((fault) => `seed ${seed}: ${fault}`));
    }
  } finally {
    await fuzzing.close();
  }
  for (const fault of faults.slice(0, 50)) console.log(fault);
  console.log(
    `Seeds ${seeds.join(", ")}. ${sent} calls, ${faults.length} answered with 5xx or telling of the inside`.replace(
      / 0 answered with 5xx or telling of the inside$/,
      " 0 answered with 5xx, 0 telling of the inside",
    ),
  );
  if (faults.length > 0) console.log("Keep the seed in tools/fuzz/seeds.ts.");
  return faults.length === 0;
});
