import { type Acknowledged, writeNumbers } from "./acknowledged.ts";
import { startClusterStack } from "./cluster-stack.ts";
import { countCustomers, play } from "./kill-storm.ts";
import { reportKills } from "./kill-words.ts";
import type { KillPlan, StormReport } from "./plan.ts";

/** Writes go again this soon after a leader was killed, in 99 of 100 cases. */
const GOAL_SECONDS = 30;

/** Payments while workers and, again and again, the leader of the cluster are killed. */
export async function runClusterKills(
  plan: KillPlan,
  onDeath: (reason: string) => void,
): Promise<StormReport> {
  plan.say("Starting three nodes, a pooler and the sandbox");
  const stack = await startClusterStack(countCustomers(plan), onDeath);
  let numbers: Acknowledged | null = null;
  try {
    const {
      DATABASE_URL: url = "",
      DATABASE_OWNER_URL: ownerUrl = "",
      DATABASE_REPLICA_URL: replicaUrl = "",
    } = stack.env;
    numbers = await writeNumbers({ url, ownerUrl, replicaUrl });
    const { problems, lines } = reportKills(await play(plan, stack));
    const { acknowledged, lost, reads, failedReads } = await numbers.end();
    numbers = null;
    const seconds = stack.outagesMs.map((ms) => ms / 1000).toSorted((one, other) => one - other);
    const p99 = seconds[Math.ceil(0.99 * seconds.length) - 1] ?? 0;
    return {
      problems: [
        ...problems,
        ...(lost > 0 ? [`${lost} writes were acknowledged and are lost`] : []),
        ...(p99 > GOAL_SECONDS ? [`writes went again after ${p99.toFixed(1)} s, not ${GOAL_SECONDS}`] : []),
      ],
      lines: [
        `writes went again after ${seconds.map((each) => each.toFixed(1)).join(", ")} s: p99 ${p99.toFixed(1)} s (goal ${GOAL_SECONDS} s)`,
        `${acknowledged} numbered writes were acknowledged, ${lost} lost; ${reads} reads of a replica, ${failedReads} to be tried again`,
        ...lines.slice(0, -1),
        `${lines.at(-1)}, ${stack.outagesMs.length} leaders killed`,
      ],
    };
  } finally {
    await numbers?.end().catch(() => {});
    await stack.stop();
  }
}
