// `npm run test:busy`: npm test three times in a row while two other processes keep a core busy each, all the time.
// Options: --times=N (default 3); --only is that of npm test.
import { spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { wholeNumber } from "./stack/whole-number.ts";

const OTHERS = 2;
const TEST = fileURLToPath(new URL("test.ts", import.meta.url));
/** Never rests, and leaves when whoever started it is gone. */
const BUSY = `const parent = process.ppid;
while (process.ppid === parent) for (let turns = 0; turns < 1e8; turns++);`;

const { values } = parseArgs({
  options: { times: { type: "string", default: "3" }, only: { type: "string" } },
});
const times = wholeNumber("times", values.times, 1);
const words = values.only === undefined ? [] : [`--only=${values.only}`];

const others = Array.from({ length: OTHERS }, () =>
  spawn(process.execPath, ["--eval", BUSY], { stdio: "ignore" }),
);
let passed = 0;
for (let run = 1; run <= times; run++) {
  const { status } = spawnSync(process.execPath, [TEST, ...words], { stdio: "inherit" });
  if (status === 0) passed++;
  console.log(`\nWith ${OTHERS} other processes at work, ${passed} of ${run} runs passed.`);
}
for (const other of others) other.kill("SIGKILL");
process.exitCode = passed === times ? 0 : 1;
