import type { RaceCounts, RacePlan } from "../../packages/api/src/testing/races.ts";
import { atDesk } from "../desk/desk.ts";
import type { ProofRun } from "./proof-run.ts";

/** More requests at once for one payment show nothing more. */
const MOST_AT_ONCE = 200;

/**
 * Races many requests for one payment, FUND against CREDIT, changed requests, and changes of the rules, through two servers
 * over HTTP, and counts in the books of the sandbox's processors.
 */
export const run = ({ scale, seed = 1 }: ProofRun): Promise<void> =>
  atDesk(async ({ desk }) => {
    const { playRaces } = await import("../../packages/api/src/testing/races.ts");
    const plan = {
      rounds: Math.ceil(scale / 2),
      presses: Math.min(MOST_AT_ONCE, 20 * scale),
      races: 2 * scale,
      changes: 2 * scale,
      flips: 4 * scale,
      seed,
      onDone: console.log,
    };
    const counts = await playRaces(desk, plan);
    for (const problem of counts.problems) console.log(problem);
    console.log(`\n${describeCounts(plan, counts)}`);
    return counts.problems.length === 0;
  });

function describeCounts(plan: RacePlan, { presses, races, changes, flips }: RaceCounts): string {
  const mostCalls = presses.mostCalls;
  return [
    `${plan.presses} presses, ${mostCalls} ${mostCalls === 1 ? "call" : "calls"} (${presses.payments} rounds)`,
    `${races.races} races, ${races.live} live fundings`,
    `${changes.changes} changed bodies, ${changes.refused} refused`,
    `${flips.flips} flips, ${flips.sentAfter} sent after`,
  ].join("; ");
}
