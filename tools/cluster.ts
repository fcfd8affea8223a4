// `npm run tool -- cluster`: three nodes of PostgreSQL under Patroni, HAProxy, PgBouncer, 2 web and 2 workers on this machine, in a folder
// of their own that goes with them. --once stops them as soon as all of them are well.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { missingParts } from "../apps/sandbox/src/testing/needs.ts";
import { ROOT } from "./checks/repository-files.ts";
import { startCluster } from "./cluster/cluster.ts";
import { build } from "./stack/build.ts";
import { anyFreePort } from "./stack/ports.ts";

const CUSTOMERS = 300;

const { values } = parseArgs({ options: { once: { type: "boolean", default: false } } });
const missing = missingParts("cluster");
if (missing.length === 0) process.exitCode = await main();
else {
  console.log(missing.join("\n"));
  process.exitCode = 1;
}
process.exit();

async function main(): Promise<number> {
  const built = await build(
    existsSync(join(ROOT, "apps/console/dist")) ? ["generate"] : ["generate", "build"],
  );
  if (!built.ok) throw new Error(built.output);
  const { startApart } = await import("./stack/apart.ts");
  const { prepareDatabase } = await import("../packages/db/src/application-role.ts");
  const ending = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => ending.abort());
  console.log("Starting three nodes of PostgreSQL, HAProxy, PgBouncer and the sandbox");
  const apart = await startApart(
    "cluster",
    CUSTOMERS,
    (died) => {
      console.error(died);
      ending.abort();
    },
    async (folder) => {
      const cluster = await startCluster(join(folder, "cluster"));
      await prepareDatabase({ ...cluster, isPrepared: false });
      return cluster;
    },
  );
  try {
    const health: string[] = [];
    for (const role of ["web", "web", "worker", "worker"]) {
      const [port, healthPort] = [await anyFreePort(), await anyFreePort()];
      const place = String(health.length + 1);
      await apart.children.start({
        name: `${role}-${place}`,
        script: join(ROOT, "apps/server/src/main.ts"),
        env: {
          ...apart.serverEnv,
          ROLE: role,
          PORT: String(port),
          HEALTH_PORT: String(healthPort),
          PUBLIC_URL: `http://localhost:${port}`,
        },
      });
      health.push(`http://127.0.0.1:${healthPort}/readyz`);
      console.log(
        `${role}: http://localhost:${role === "web" ? port : healthPort}${role === "web" ? "" : "/readyz"}`,
      );
    }
    console.log(
      `Sign in as superadmin@countinghouse.test with ${apart.settings.adminPassword}; mail: ${apart.sandboxOrigin}`,
    );
    const answers = await Promise.all(health.map(async (url) => (await fetch(url)).status));
    const areWell = answers.every((status) => status === 200);
    console.log(
      areWell ? "2 web and 2 workers are well." : `Not all of them are well: ${answers.join(", ")}.`,
    );
    if (!values.once) {
      console.log("Ctrl-C stops everything.");
      await pause(2 ** 30, undefined, { signal: ending.signal }).catch(() => {});
    }
    return areWell ? 0 : 1;
  } finally {
    await apart.stop();
  }
}
