// `npm run tool -- deploy`: makes a Debian machine with nothing on it and does there what README.md, docs/deploy.md, docs/operations.md
// and docs/backup.md say, step by step. Takes a quarter of an hour, and packages of Debian and of npm from the network.
import { existsSync } from "node:fs";
import { missingParts } from "../apps/sandbox/src/testing/needs.ts";
import { makeMachine } from "./deploy/machine.ts";
import { build } from "./stack/build.ts";

const missing = missingParts("machine");
if (missing.length === 0) process.exitCode = await main();
else {
  console.log(missing.join("\n"));
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<number> {
  if (!existsSync(new URL("../packages/db/src/generated", import.meta.url))) {
    const generated = await build(["generate"]);
    if (!generated.ok) throw new Error(generated.output);
  }
  const { NOT_HERE, STEPS } = await import("./deploy/steps.ts");
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`.padStart(6);
  console.log(`${seconds()}  making a Debian machine with nothing on it`);
  const machine = await makeMachine();
  let done = 0;
  try {
    for (const step of STEPS) {
      const { document, what } = step;
      try {
        const showed = await step.does(machine);
        done++;
        console.log(`${seconds()}  ${document}: ${what}: ${showed}`);
      } catch (error) {
        console.log(`${seconds()}  ${document}: ${what}: FAILED`);
        console.log(error instanceof Error ? error.message : error);
        break;
      }
    }
  } finally {
    await machine.remove();
  }
  for (const each of NOT_HERE) console.log(`Not tried here: ${each}`);
  console.log(`${done} of ${STEPS.length} steps of the documents work`);
  return done === STEPS.length ? 0 : 1;
}
