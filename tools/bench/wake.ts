import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { startJobs } from "../../apps/server/src/worker.ts";
import { emailDraft } from "../../packages/api/src/auth/message.ts";
import { queueOutbox } from "../../packages/api/src/outbox/queue.ts";
import { createOutboxHandlers } from "../../packages/api/src/outbox-handlers.ts";
import setup from "../../packages/db/src/testing/global-setup.ts";

/** Apart by no part of the sweep's two seconds, so that it does not help some of them always. */
const APART_MS = 137;

/**
 * How long after its commit a mail is handed to the mailer, woken by a process that delivers nothing, and the statements that
 * the database is asked meanwhile. Prints the median and the 95th percentile in ms.
 */
export async function benchWake({ cycles }: { cycles: number }): Promise<void> {
  const tearDown = await setup();
  const { createTestApi } = await import("../../packages/api/src/testing/harness.ts");
  const { startDelivery } = await import("../../packages/api/src/testing/delivery.ts");
  const api = await createTestApi();
  const delivery = await startDelivery(api);
  const { services, database } = api;
  let arrived = () => {};
  delivery.ports.mailer = {
    ...delivery.ports.mailer,
    send: () => Promise.resolve(arrived()),
  };
  const web = startJobs(api.database, services.log, null);
  const outbox = createOutboxHandlers(delivery.ports);
  const worker = startJobs(api.database, services.log, { services, outbox, reportsEveryMs: 60_000 });
  try {
    const times: number[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      await pause(APART_MS);
      const mail = { to: "maria@example.com", subject: "A code", text: "123456" };
      await database.unsafeTransaction((tx) =>
        queueOutbox(tx, api.vault, api.clock.now(), [emailDraft(randomUUID(), mail)]),
      );
      const began = performance.now();
      const sent = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      web.wakeOutbox();
      await sent;
      times.push(performance.now() - began);
    }
    const sorted = times.toSorted((one, other) => one - other);
    const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(1);
    console.log(
      `${cycles} mails: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${(sorted.at(-1) ?? 0).toFixed(1)} ms`,
    );
  } finally {
    await web.stop();
    await worker.stop();
    await delivery.close();
    await api.close();
    await tearDown();
  }
}
