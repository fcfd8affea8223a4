import { createServer, type Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Services } from "@countinghouse/api/context";
import { migrate } from "@countinghouse/db/migrate";
import { createListener } from "./app.ts";
import { type Env, readEnv } from "./env.ts";
import { createLog } from "./log.ts";
import { fileOrigin } from "./object-storage-settings.ts";
import { createOutboxPorts, createServices } from "./services.ts";
import { type Jobs, startJobs } from "./worker.ts";

try {
  await main(readEnv(process.env));
} catch (error) {
  console.error(explained(error));
  process.exit(1);
}

async function main(env: Env): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  await migrate(env.DATABASE_URL);
  let jobs: Jobs | null = null;
  const services = createServices(
    env,
    log,
    () => jobs?.wakeOutbox(),
    (kind) => jobs?.wakeBulkJobs(kind),
  );
  await services.recovery.refuseOtherKind();
  // Nothing goes out before that is over; what is read does not wait for it.
  services.recovery.verify().catch((error: unknown) => log.error({ error: String(error) }, "recovery"));
  const work = env.ROLE === "web" ? null : { services, ports: createOutboxPorts(env, services.ports) };
  jobs = await startJobs(env.DATABASE_URL, log, work);
  const server = env.ROLE === "worker" ? null : await listen(env, services);
  process.send?.({ type: "ready" });
  stopOnSignal(server, jobs, services);
}

async function listen(env: Env, services: Services): Promise<Server> {
  const options = {
    trustProxy: env.TRUST_PROXY,
    consoleDir: env.CONSOLE_DIR,
    fileOrigin: fileOrigin(env.objectStorage),
  };
  const server = createServer(createListener(services, options));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  services.log.info({ port: env.PORT, role: env.ROLE }, "listening");
  return server;
}

/** Stops taking calls, finishes those under way, then lets go of the queue and the database. */
function stopOnSignal(server: Server | null, jobs: Jobs, services: Services): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    const answered = Promise.race([
      server && callsEnded(server),
      pause(CALLS_END_WITHIN_MS, undefined, { ref: false }),
    ]);
    await services.live.close();
    await services.bulkJobs.stop();
    await jobs.stop();
    await answered;
    await services.db.close();
    process.exit(0);
  };
  // Without the process that started us there is nobody left to stop us.
  for (const event of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(event, () => void stop());
}

/** What is asked of a process that is told to stop has this long to be answered. */
const CALLS_END_WITHIN_MS = 15_000;
/** A connection whose last call was answered would be kept open for the next one. */
const CLOSE_IDLE_EVERY_MS = 50;

/** Takes no connection any more, and resolves when the calls of those there are were answered. */
function callsEnded(server: Server): Promise<void> {
  const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(closing);
      resolve();
    });
  });
}

function explained(error: unknown): string {
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return `Port ${String(error.port)} is taken. Stop what listens there, or set PORT.`;
  }
  return error instanceof Error ? error.message : String(error);
}
