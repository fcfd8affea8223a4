import { comparisons, lookBefore } from "./comparisons.ts";
import { type Load, load } from "./load.ts";
import { type Peer, quantile } from "./measure.ts";
import { startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

const CONNECTIONS = [16, 64] as const;
const WORKS = [
  "user by id, the same statement",
  "first page by id",
  "a page deep in the list by id",
  "selective search",
];
/** Of the requests a second of the bare server, and of its slowest hundredth. */
const GOALS = { requests: 0.5, p99: 3 };
const ROUND_MS = 1_000;

/**
 * Asks the bare server and the API over 16 and over 64 connections, in rounds of a second, in turn, the order reversed each
 * round. Prints the median of the ratios within a round: a busy moment of the machine falls on both.
 */
export async function benchConnections(options: {
  users: number;
  rounds: number;
  keep: boolean;
  quick: boolean;
}): Promise<void> {
  const { users, rounds, keep, quick } = options;
  const stack = await startBenchStack({ users, keep });
  const ms = quick ? ROUND_MS / 5 : ROUND_MS;
  let missed = 0;
  try {
    console.log(`\n${"work".padEnd(34)}at once   bare req/s   ours req/s   ratio                  p99 ratio`);
    for (const comparison of (await comparisons(stack)).filter((each) => WORKS.includes(each.work))) {
      const { work, peers } = comparison;
      if (!quick) await lookBefore(comparison);
      const [bare, ours] = peers;
      if (!bare || !ours) throw new Error(`Nothing to compare for ${work}.`);
      for (const connections of CONNECTIONS) {
        const measured = await inTurn(bare, ours, { connections, ms, rounds });
        const ratios = measured.map((round) => round.ours.requestsPerSecond / round.bare.requestsPerSecond);
        const ratio = quantile(ratios, 0.5);
        const p99 = quantile(
          measured.map((round) => round.ours.p99Ms / round.bare.p99Ms),
          0.5,
        );
        if (ratio < GOALS.requests) missed++;
        if (p99 > GOALS.p99) missed++;
        const over = `${work} over ${connections} connections`;
        tell({
          work: over,
          unit: "of bare's requests a second",
          reached: ratio,
          goal: { atLeast: GOALS.requests },
        });
        tell({ work: over, unit: "times bare's p99", reached: p99, goal: { atMost: GOALS.p99 } });
        const perSecond = (of: "bare" | "ours") =>
          quantile(
            measured.map((round) => round[of].requestsPerSecond),
            0.5,
          )
            .toFixed(0)
            .padStart(10);
        const range = `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
        console.log(
          `${work.padEnd(34)}${String(connections).padStart(7)}   ${perSecond("bare")}   ${perSecond("ours")}   ${range.padEnd(22)} ${p99.toFixed(2)}`,
        );
      }
    }
  } finally {
    await stack.stop();
  }
  const goals = `goals: ${GOALS.requests} of the requests a second, ${GOALS.p99} times the p99`;
  console.log(missed === 0 ? `\nevery goal reached (${goals})` : `\n${missed} goals missed (${goals})`);
}

async function inTurn(
  bare: Peer,
  ours: Peer,
  { connections, ms, rounds }: { connections: number; ms: number; rounds: number },
): Promise<{ bare: Load; ours: Load }[]> {
  const measured: { bare: Load; ours: Load }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const asked = new Map<Peer, Load>();
    for (const peer of round % 2 === 0 ? [bare, ours] : [ours, bare])
      asked.set(peer, await load(peer, { connections, ms }));
    const [ofBare, ofOurs] = [asked.get(bare), asked.get(ours)];
    // The first round warms up.
    if (round > 0 && ofBare && ofOurs) measured.push({ bare: ofBare, ours: ofOurs });
  }
  return measured;
}
