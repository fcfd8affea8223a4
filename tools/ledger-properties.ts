// `npm run ledger-properties`: random sequences of payments, advances, reversals and attempts to change what was posted,
// on the ledger in a PostgreSQL of its own; then random histories of customers, and what they do to their instalments.
// Options: --operations=N (default 100000), --histories=N (default 10000), --seed=N (default 1).
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./stack/build.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const GENERATED = fileURLToPath(new URL("../packages/db/src/generated", import.meta.url));

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
if (!existsSync(GENERATED)) {
  const generated = await build(["generate"], new AbortController().signal);
  if (!generated.ok) throw new Error(generated.output);
}
// Loaded late: by now the database client they need has been generated.
const { default: startDatabases } = await import("../packages/db/src/testing/global-setup.ts");
const { createTestApi } = await import("../packages/api/src/testing/harness.ts");
const { playAllocations } = await import("../packages/api/src/testing/allocation-properties.ts");
const { playLedger } = await import("../packages/api/src/testing/ledger-properties.ts");

const stop = await startDatabases();
const api = await createTestApi();
try {
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
  process.exitCode = broken.length + allocated.broken.length === 0 ? 0 : 1;
} finally {
  await api.close();
  await stop();
}
