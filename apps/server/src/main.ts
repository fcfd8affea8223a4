import type { RequestListener, Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createKnownSessions } from "@countinghouse/api/auth/known-sessions";
import { linkChains } from "@countinghouse/api/chain/chains";
import { checkKeys } from "@countinghouse/api/key-canaries";
import type { Services } from "@countinghouse/api/services";
import { prepareDatabase, whyNotApplicationRole } from "@countinghouse/db/application-role";
import { type KeptRegistration, register } from "@countinghouse/db/registration";
import { createListener } from "./app.ts";
import { connectionBudget } from "./connection-budget.ts";
import { type ConnectionLimits, createLimitedServer, LIMITS_BEHIND_PROXY } from "./connections.ts";
import { databaseAddresses, type Env, readEnv } from "./env.ts";
import { createHealthListener } from "./health.ts";
import { createLog } from "./log.ts";
import { scrape } from "./metrics/scrape.ts";
import { fileOrigin } from "./object-storage-settings.ts";
import { createOutbox } from "./ports.ts";
import { createServices } from "./services.ts";
import { startTracing } from "./tracing/start.ts";
import { VERSION } from "./version.ts";
import { type Jobs, startJobs } from "./worker.ts";
import { createWriteProbe } from "./write-probe.ts";

try {
  await main(readEnv(process.env));
} catch (error) {
  console.error(explained(error));
  process.exit(1);
}

async function main(env: Env): Promise<void> {
  const log = createLog(env.LOG_LEVEL);
  refuseOwnerAddress(env);
  const stopTracing = await startTracing(env);
  await prepareDatabase(databaseAddresses(env));
  await refuseOwner(env);
  const registration = register(env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, env.ROLE);
  await registration.registered;
  let jobs: Jobs | null = null;
  const services = createServices(
    env,
    log,
    () => jobs?.wakeOutbox(),
    (kind) => jobs?.wakeBulkJobs(kind),
    registration,
  );
  if (env.ROLE !== "worker") services.knownSessions = createKnownSessions(services);
  await services.recovery.refuseOtherKind();
  await checkKeys({ db: services.db, vault: services.vault, now: services.now });
  // The process sends nothing before this check ends; reads do not wait for it.
  services.recovery.verify().catch((error: unknown) => log.error({ error: String(error) }, "recovery"));
  const work =
    env.ROLE === "web"
      ? null
      : {
          services,
          outbox: createOutbox(env, services.ports),
          reportsEveryMs: env.REPORTS_EVERY_MS,
          desk: env.DESK_JOBS,
        };
  jobs = startJobs(services.db, log, work);
  const servers = [
    ...(env.ROLE === "worker" ? [] : [await serve(env, services)]),
    ...(env.HEALTH_PORT === undefined
      ? []
      : [await serveHealth(env.HEALTH_PORT, env, services, { jobs, registration })]),
  ];
  const { vendorsOff } = services;
  log.info(
    {
      version: VERSION,
      node: process.version,
      role: env.ROLE,
      pid: process.pid,
      vendorsOff,
      connections: connectionBudget(env.ROLE, env.DATABASE_CONNECTIONS),
    },
    "started",
  );
  void tellUnfitStorage(services);
  stopOnSignal(servers, jobs, services, { registration, works: work !== null, stopTracing });
  process.send?.({ type: "ready" });
}

/** Logs at the start why the store cannot keep files safely. The start does not wait for the store. */
async function tellUnfitStorage({ ports, log }: Services): Promise<void> {
  try {
    const reason = (await ports.objectStorage.whyUnfit?.()) ?? null;
    if (reason !== null) log.error({ reason }, "the store of files is unfit");
  } catch (error) {
    log.warn({ error: String(error) }, "the store of files could not be checked");
  }
}

/** Throws, with the correction, when a process in production has the address of the role that owns the tables. */
function refuseOwnerAddress({ NODE_ENV, DATABASE_OWNER_URL }: Env): void {
  if (NODE_ENV === "production" && DATABASE_OWNER_URL !== undefined)
    throw new Error(
      "DATABASE_OWNER_URL must not be set where a process serves in production. Only npm run migrate and npm run restore:drill need it. Unset it here.",
    );
}

/** Throws in production when the role owns tables: an attacker in the process could rewrite the audit and the ledger. */
async function refuseOwner({ NODE_ENV, DATABASE_URL }: Env): Promise<void> {
  const reason = NODE_ENV === "production" ? await whyNotApplicationRole(DATABASE_URL) : null;
  if (reason !== null) throw new Error(reason);
}

async function serve(env: Env, services: Services): Promise<Server> {
  const options = {
    trustProxy: env.TRUST_PROXY,
    consoleDir: env.CONSOLE_DIR,
    fileOrigin: fileOrigin(env.objectStorage),
    quarantineBytes: env.QUARANTINE_MB * 1_000_000,
    rates: { perAddress: env.REQUESTS_PER_MINUTE_ADDRESS, perSession: env.REQUESTS_PER_MINUTE_SESSION },
  };
  const limits = env.TRUST_PROXY ? LIMITS_BEHIND_PROXY : undefined;
  const server = await listen(createListener(services, options), env.PORT, env.HOST, limits);
  services.log.info({ port: env.PORT, role: env.ROLE }, "listening");
  return server;
}

async function serveHealth(
  port: number,
  { HOST, ROLE, METRICS_TOKEN }: Env,
  services: Services,
  { jobs, registration }: { jobs: Jobs; registration: KeptRegistration },
): Promise<Server> {
  const whyNoWrite = createWriteProbe(services.db);
  // A process that answers calls goes on with a wrong clock.
  const whyNotWork = () => (ROLE === "worker" ? registration.whyNotClock() : null);
  const checks = {
    whyNotAlive: () => jobs.whyNotComingRound(),
    whyNotReady: async () => (await whyNoWrite()) ?? whyNotWork(),
    metrics: { token: METRICS_TOKEN ?? null, scrape: () => scrape(services) },
  };
  const server = await listen(createHealthListener(checks), port, HOST);
  services.log.info({ port, role: ROLE }, "telling of its health");
  return server;
}

async function listen(
  listener: RequestListener,
  port: number,
  host: string,
  limits?: ConnectionLimits,
): Promise<Server> {
  const server = createLimitedServer(listener, limits);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return server;
}

/** On a signal, accepts no more calls, finishes the open ones, stops the jobs, and closes the database at the end. */
function stopOnSignal(
  servers: Server[],
  jobs: Jobs,
  services: Services,
  {
    registration,
    works,
    stopTracing,
  }: { registration: KeptRegistration; works: boolean; stopTracing: () => Promise<void> },
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    services.log.info({}, "stopping");
    const answered = Promise.race([
      Promise.all(servers.map(callsEnded)),
      pause(CALLS_END_WITHIN_MS, undefined, { ref: false }),
    ]);
    await services.live.close();
    await services.knownSessions?.close();
    await services.bulkJobs.stop();
    await jobs.stop();
    await answered;
    // Without another worker, the events of the last calls would stay unlinked until the next start.
    if (works) await linkChains(services).catch(() => {});
    await registration.close();
    await services.db.close();
    await stopTracing().catch(() => {});
    services.log.info({}, "stopped");
    process.exit(0);
  };
  // When the parent process is gone, no one is left to stop this process.
  for (const event of ["SIGINT", "SIGTERM", "disconnect"] as const) process.once(event, () => void stop());
}

/** The longest time for open calls to end when the process stops. */
const CALLS_END_WITHIN_MS = 15_000;
/** Node keeps a connection open for its next call, so idle ones are closed at this interval. */
const CLOSE_IDLE_EVERY_MS = 50;

/** Accepts no more connections, and resolves when all open calls are answered. */
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
    const setting = String(error.port) === process.env.HEALTH_PORT ? "HEALTH_PORT" : "PORT";
    return `Port ${String(error.port)} is taken. Stop what listens there, or set ${setting}.`;
  }
  return error instanceof Error ? error.message : String(error);
}
