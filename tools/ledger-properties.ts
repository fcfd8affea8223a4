// `npm run ledger-properties`: random sequences of payments, advances, reversals and attempts to change what was posted,
// on the ledger in a PostgreSQL of its own; then random histories of customers, and what they do to their instalments.
// Options: --operations=N (default 100000), --histories=N (default 10000), --seed=N (default 1).
import { parseArgs } from "node:util";
import { atOwnApi } from "./desk/own-api.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    operations: { type: "string", default: "100000" },
    histories: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});
const plan = {
  operations: wholeNumber("operations", values.operations, 1),
  seed: wholeNumber("seed", values.seed, 0),
};

await atOwnApi(async (api) => {
  const { playAllocations } = await import("../packages/api/src/testing/allocation-properties.ts");
  const { playLedger } = await import("../packages/api/src/testing/ledger-properties.ts");
  const onProgress = (done: number) =>
    done % 10_000 === 0 && console.log(`${done} of ${plan.operations} operations`);
  const { operations, tamperings, broken } = await playLedger(api, { ...plan, onProgress });
  for (const what of broken) console.log(what);
  console.log(`\n${tamperings} attempts to change what was posted, all but those named above refused`);
  console.log(`${operations} operations, ${broken.length} broken`);
  const allocated = await playAllocations(api, {
    histories: wholeNumber("histories", values.histories, 0),
    seed: plan.seed,
    onProgress: (done) => done % 1_000 === 0 && console.log(`${done} histories`),
  });
  for (const what of allocated.broken) console.log(what);
  console.log(`${allocated.histories} histories of instalments, ${allocated.broken.length} broken`);
  return broken.length + allocated.broken.length === 0;
});
