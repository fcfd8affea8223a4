import type { Services } from "@countinghouse/api/context";
import { drainOutbox, type OutboxPorts } from "@countinghouse/api/outbox/deliver";
import { PgBoss } from "pg-boss";

const OUTBOX = "outbox";
/** The queue only wakes: if it loses a wake-up, this look at the tables finds what is due. */
const SWEEP_MS = 2_000;

export interface Jobs {
  /** Wakes the workers of every process after a commit. Losing a wake-up delays, never loses. */
  wakeOutbox(): void;
  stop(): Promise<void>;
}

/** Connects to the job queue. With `ports` this process also works: it delivers the outbox. */
export async function startJobs(
  databaseUrl: string,
  log: Services["log"],
  work: { services: Services; ports: OutboxPorts } | null,
): Promise<Jobs> {
  const boss = new PgBoss({ connectionString: databaseUrl, useListenNotify: true });
  boss.on("error", (error) => log.warn({ error: String(error) }, "job queue"));
  await boss.start();
  const queue = { heartbeatSeconds: 10, retryLimit: 0, notify: true };
  await boss.createQueue(OUTBOX, { policy: "short", ...queue });
  // A queue made by an earlier release keeps its settings otherwise.
  await boss.updateQueue(OUTBOX, queue);
  const worker = work && (await startOutboxWorker(boss, work.services, work.ports));
  return {
    wakeOutbox: () => {
      boss.send(OUTBOX, {}).catch((error: unknown) => log.warn({ error: String(error) }, "wake-up lost"));
    },
    stop: async () => {
      await worker?.stop();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function startOutboxWorker(boss: PgBoss, services: Services, ports: OutboxPorts) {
  let running: Promise<unknown> = Promise.resolve();
  const drain = () => {
    running = running
      .then(() => drainOutbox(services, ports))
      .catch((error: unknown) => services.log.error({ error: String(error) }, "outbox"));
    return running;
  };
  await boss.work(OUTBOX, { pollingIntervalSeconds: 2 }, async () => {
    await drain();
  });
  void drain();
  const sweep = setInterval(() => void drain(), SWEEP_MS);
  return {
    stop: async () => {
      clearInterval(sweep);
      await running;
    },
  };
}
