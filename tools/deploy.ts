// `npm run tool -- deploy`: makes a Debian machine with nothing on it and runs there each block of shell of README.md and the documents for
// operators as it stands, step by step. Takes a quarter of an hour, and packages of Debian and of npm from the network.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { missingParts } from "../apps/sandbox/src/testing/needs.ts";
import { ROOT } from "./checks/repository-files.ts";
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
  const { linesOf } = await import("./deploy/blocks.ts");
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`.padStart(6);
  console.log(`${seconds()}  making a Debian machine with nothing on it`);
  const machine = await makeMachine();
  let done = 0;
  try {
    for (const step of STEPS) {
      const { document, what, lines } = step;
      try {
        const script = lines ? linesOf(readFileSync(join(ROOT, document), "utf8"), lines).join("\n") : "";
        const showed = await step.does(machine, script);
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
