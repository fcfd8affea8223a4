// `npm run test:busy`: runs `.ci/run` three times while two other processes each keep a core busy.
// Options: --times=N (default 3); --only is that of npm test.
import { parseArgs } from "node:util";
import { execaNode } from "execa";
import { wholeNumber } from "./stack/whole-number.ts";

const OTHERS = 2;
const TEST = new URL("test.ts", import.meta.url);
/** Never rests, and ends when its parent is gone. */
const BUSY = `const parent = process.ppid;
while (process.ppid === parent) for (let turns = 0; turns < 1e8; turns++);`;

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "3" },
    only: { type: "string" },
  },
});
const times = wholeNumber("times", values.times, 1);
const words = values.only === undefined ? [] : [`--only=${values.only}`];

const others = Array.from({ length: OTHERS }, () =>
  execaNode("-", { input: BUSY, ipc: false, reject: false, stdout: "ignore" }),
);
let passed = 0;
for (let run = 1; run <= times; run++) {
  const { failed } = await execaNode(TEST, words, {
    env: { CI: "true" },
    ipc: false,
    stdio: "inherit",
    reject: false,
  });
  if (!failed) passed++;
  console.log(`\nWith ${OTHERS} other processes at work, ${passed} of ${run} runs passed.`);
}
for (const other of others) other.kill("SIGKILL");
await Promise.all(others);
process.exitCode = passed === times ? 0 : 1;
