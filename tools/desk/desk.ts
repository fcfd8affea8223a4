import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Services } from "../../packages/api/src/services.ts";
import type { Desk } from "../../packages/api/src/testing/desk.ts";
import { startApart, startServers } from "../stack/apart.ts";
import { build } from "../stack/build.ts";
import { controlSandbox } from "../stack/sandbox-control.ts";

const GENERATED = fileURLToPath(new URL("../../packages/db/src/generated", import.meta.url));
const SILENT = { info: () => {}, warn: () => {}, error: () => {} };
/** As many servers as race with one another. */
const SERVERS = 2;

export interface RunningDesk {
  desk: Desk;
  services: Services;
  /** Where the servers write what they have to say. */
  logDir: string;
}

/**
 * Runs `work` at a desk over several of the server's own processes, a PostgreSQL and the sandbox, all of its own, and
 * stops them afterwards. The exit code is 1 when it says that something is wrong, or throws.
 */
export async function atDesk(work: (running: RunningDesk) => Promise<boolean>): Promise<void> {
  const over = new AbortController();
  endWhenAsked(over);
  try {
    if (!existsSync(GENERATED)) {
      const generated = await build(["generate"], over.signal);
      if (!generated.ok) throw new Error(generated.output);
    }
    process.exitCode = (await withStack(over, work)) ? 0 : 1;
  } catch (error) {
    if (!over.signal.aborted) console.error(error instanceof Error ? (error.stack ?? error.message) : error);
    process.exitCode = 1;
  }
  process.exit();
}

async function withStack(
  over: AbortController,
  work: (running: RunningDesk) => Promise<boolean>,
): Promise<boolean> {
  // Loaded late: by now the database client they need has been generated.
  const { readEnv } = await import("../../apps/server/src/env.ts");
  const { createServices } = await import("../../apps/server/src/services.ts");
  const { openDesk } = await import("../../packages/api/src/testing/desk.ts");
  const { letOnePersonDo } = await import("../../packages/api/src/testing/harness.ts");
  console.log(`Starting a database, the sandbox and ${SERVERS} servers`);
  const stack = await startApart("desk", 0, (reason) => {
    console.error(reason);
    over.abort();
  });
  try {
    const origins = await startServers(stack, SERVERS);
    const services = createServices(readEnv(stack.serverEnv), SILENT, () => {});
    // A desk tests how payments are made, not who approves them: accounts here are new, and payouts to them would wait.
    await letOnePersonDo(services.db);
    const sandbox = controlSandbox(stack.sandboxOrigin);
    const books = async () => ({
      calls: await sandbox.moneyCalls(),
      moved: (await sandbox.captures()).map(({ key, direction, amountCents }) => ({
        key: key ?? "",
        mode: direction,
        amountCents,
      })),
    });
    const desk = await openDesk({ services, origins, books });
    const stopped = new Promise<never>((_, reject) => {
      over.signal.addEventListener("abort", () => reject(new Error("Stopped before it was over.")));
    });
    try {
      return await Promise.race([work({ desk, services, logDir: stack.logDir }), stopped]);
    } finally {
      await services.live.close();
      await services.bulkJobs.stop();
      await services.db.close();
    }
  } finally {
    await stack.stop();
  }
}

/** On Ctrl-C and its like, and when whoever started us was killed: whatever was started is stopped. */
function endWhenAsked(over: AbortController): void {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => over.abort());
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && over.abort(), 500).unref();
}
