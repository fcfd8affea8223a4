// `npm run bulk-resets`: bulk debits that are reset at a random moment and started again at once, against processors in
// memory whose books are compared in the end. Options: --rounds=N (default 200), --seed=N (default 1).
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "./stack/build.ts";

const GENERATED = fileURLToPath(new URL("../packages/db/src/generated", import.meta.url));

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
if (!existsSync(GENERATED)) {
  const generated = await build(["generate"], new AbortController().signal);
  if (!generated.ok) throw new Error(generated.output);
}
// Loaded late: by now the database client they need has been generated.
const { default: startDatabases } = await import("../packages/db/src/testing/global-setup.ts");
const { createTestApi } = await import("../packages/api/src/testing/harness.ts");
const { playResets } = await import("../packages/api/src/testing/bulk-resets.ts");

const stop = await startDatabases();
const api = await createTestApi();
try {
  const { rounds, resets, charges, cancelled, inFlight, doubled, lost } = await playResets(api, {
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    onRound: (round) => round % 20 === 0 && console.log(`${round} of ${values.rounds}`),
  });
  console.log(`\n${charges} charges, ${cancelled} rows cancelled by a reset, ${inFlight} under way at one`);
  console.log(`${rounds} rounds, ${resets} resets, ${doubled} doubled, ${lost} lost`);
  process.exitCode = doubled + lost === 0 ? 0 : 1;
} finally {
  await api.close();
  await stop();
}
