import { join } from "node:path";
import { missingParts } from "../../apps/sandbox/src/testing/needs.ts";
import { prepareDatabase } from "../../packages/db/src/application-role.ts";
import { startCluster } from "../cluster/cluster.ts";
import { startApart } from "../stack/apart.ts";
import { IMPATIENCE, type StormStack } from "./kill-stack.ts";

export interface ClusterStack extends StormStack {
  /** How long it took until writes went again, in ms, for each leader that was killed. */
  outagesMs: readonly number[];
}

/** What a storm needs over a cluster: a strike of the database kills the node that leads. */
export async function startClusterStack(
  customers: number,
  onDeath: (reason: string) => void,
): Promise<ClusterStack> {
  const missing = missingParts("cluster");
  if (missing.length > 0) throw new Error(missing.join("\n"));
  const outagesMs: number[] = [];
  const apart = await startApart("cluster", customers, onDeath, async (folder) => {
    const cluster = await startCluster(join(folder, "cluster"));
    await prepareDatabase({ ...cluster, isPrepared: false });
    return cluster;
  });
  const { cluster } = apart;
  if (cluster === null) throw new Error("The cluster did not start.");
  return {
    env: { ...apart.serverEnv, ...IMPATIENCE, ROLE: "worker" },
    sandboxOrigin: apart.sandboxOrigin,
    logDir: apart.logDir,
    crashDatabase: async () => {
      outagesMs.push(await cluster.killLeader());
    },
    outagesMs,
    stop: () => apart.stop(),
  };
}
