// `npm run day`: "NSF Friday" from the collection to the last signature, on the clock of the sandbox. Played again from the same
// seed it ends in the same state, which the digest says. Options: --customers=N (default 300), --returns=N (default 40),
// --seed=N (default 1), --times=N (default 1: how often it is played, each in a database of its own).
import { parseArgs } from "node:util";
import { atOwnApi } from "./desk/own-api.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    customers: { type: "string", default: "300" },
    returns: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    times: { type: "string", default: "1" },
  },
});
const size = (name: keyof typeof values): number => wholeNumber(name, values[name], 1);

const digests = new Set<string>();
for (let time = 0; time < size("times"); time++) {
  await atOwnApi(async (api) => {
    const { playNsfFriday } = await import("../packages/api/src/testing/day/nsf-friday.ts");
    const { digest, waiting, differences, ended } = await playNsfFriday(api, {
      customers: size("customers"),
      returns: size("returns"),
      seed: size("seed"),
      say: (line) => console.log(line),
    });
    digests.add(digest);
    for (const [kind, count] of Object.entries(ended)) console.log(`  ${kind}: ${count} seen to`);
    for (const difference of differences) console.log(`  ${difference}`);
    console.log(`\n${waiting} wait, ${differences.length} differences, end state ${digest}`);
    return waiting === 0 && differences.length === 0 && digests.size === 1;
  });
  if (process.exitCode !== 0) break;
}
