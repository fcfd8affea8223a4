// `npm run races`: one payment pressed by many at once, FUND against CREDIT, requests whose body is changed, and rules
// that change under way, through two servers over HTTP; counted in the books of the sandbox's processors.
// Options: --rounds=N (default 5), --presses=N at once in each (default 200), --races=N (default 20), --changes=N
// (default 20), --flips=N (default 40), --seed=N (default 1).
import { parseArgs } from "node:util";
import type { RaceCounts } from "../packages/api/src/testing/races.ts";
import { atDesk } from "./desk/desk.ts";
import { wholeNumber } from "./stack/whole-number.ts";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    presses: { type: "string", default: "200" },
    races: { type: "string", default: "20" },
    changes: { type: "string", default: "20" },
    flips: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
  },
});
const plan = {
  rounds: wholeNumber("rounds", values.rounds, 0),
  presses: wholeNumber("presses", values.presses, 1),
  races: wholeNumber("races", values.races, 0),
  changes: wholeNumber("changes", values.changes, 0),
  flips: wholeNumber("flips", values.flips, 0),
  seed: wholeNumber("seed", values.seed, 0),
};

await atDesk(async ({ desk }) => {
  const { playRaces } = await import("../packages/api/src/testing/races.ts");
  const counts = await playRaces(desk, { ...plan, onDone: console.log });
  for (const problem of counts.problems) console.log(problem);
  console.log(`\n${describeCounts(counts)}`);
  return counts.problems.length === 0;
});

function describeCounts({ presses, races, changes, flips }: RaceCounts): string {
  const mostCalls = presses.mostCalls;
  return [
    `${plan.presses} presses, ${mostCalls} ${mostCalls === 1 ? "call" : "calls"} (${presses.payments} rounds)`,
    `${races.races} races, ${races.live} live fundings`,
    `${changes.changes} changed bodies, ${changes.refused} refused`,
    `${flips.flips} flips, ${flips.sentAfter} sent after`,
  ].join("; ");
}
