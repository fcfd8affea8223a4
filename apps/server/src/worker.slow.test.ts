import { randomUUID } from "node:crypto";
import { emailDraft } from "@countinghouse/api/auth/message";
import { crmDraft } from "@countinghouse/api/deals/message";
import { type OutboxDraft, queueOutbox } from "@countinghouse/api/outbox/queue";
import { createOutboxHandlers } from "@countinghouse/api/outbox-handlers";
import {
  bankBalances,
  linkedAccount,
  linkedCustomer,
  readBatch,
  startBalance,
  withBanks,
} from "@countinghouse/api/testing/bulk";
import { type Delivery, rowIdsIn, startDelivery } from "@countinghouse/api/testing/delivery";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { debtor } from "@countinghouse/api/testing/payable";
import { payment, recordInTheEnd } from "@countinghouse/api/testing/payments";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type Jobs, startJobs } from "./worker.ts";

let api: TestApi;
let delivery: Delivery;
let userId: number;
const running: Jobs[] = [];

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  ({ id: userId } = await debtor(api));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.stop()));
  api.services.wakeOutbox = () => {};
});
afterAll(async () => {
  await delivery.close();
  await api.close();
});

/** Starts the jobs of one process, which delivers only when `works` is true. */
async function start(works: boolean): Promise<Jobs> {
  const { services } = api;
  const jobs = startJobs(
    api.database,
    services.log,
    works ? { services, outbox: createOutboxHandlers(delivery.ports), reportsEveryMs: 60_000 } : null,
  );
  running.push(jobs);
  return jobs;
}

const recordPayment = async () => (await recordInTheEnd(api, payment(userId), "EMPLOYEE")).paymentId;

const queue = (draft: OutboxDraft) =>
  api.database.unsafeTransaction((tx) => queueOutbox(tx, api.vault, api.clock.now(), [draft]));

/** Waits until these payments are in the sheet. */
const expectInSheet = (paymentIds: string[]) =>
  vi.waitFor(() => expect(rowIdsIn(delivery.sandbox)).toEqual(expect.arrayContaining(paymentIds)), {
    timeout: 30_000,
    interval: 20,
  });

/** Returns the number of connections that receive wake-ups. */
const countListeners = async () => {
  const { rowCount } = await api.database.pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'listen work' AND state = 'idle' AND query ILIKE 'listen%'`,
  );
  return rowCount;
};

/** Ends every connection that receives wake-ups. */
const cutListeners = async () => {
  const { rowCount } = await api.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'listen work'`,
  );
  return rowCount;
};

const expectEachOnce = () => {
  const rowIds = rowIdsIn(delivery.sandbox);
  expect(new Set(rowIds).size).toBe(rowIds.length);
};

describe("a worker", () => {
  it("writes a committed payment to the ledger sheet after a wake-up", async () => {
    const jobs = await start(true);
    api.services.wakeOutbox = () => jobs.wakeOutbox();
    await expectInSheet([await recordPayment()]);
    await vi.waitFor(async () => {
      const [newest] = await (await api.as("VIEWER")).payments.listManual({ userId });
      expect(newest?.ledgerSheet).toMatchObject({ state: "DELIVERED", lastError: "" });
    }, 30_000);
  });

  it("is woken by another process that serves calls and delivers nothing itself", async () => {
    const web = await start(false);
    await start(true);
    api.services.wakeOutbox = () => web.wakeOutbox();
    await expectInSheet([await recordPayment()]);
  });

  it("runs no job that claims by its clock while that clock differs from the database's, and goes on afterwards", async () => {
    const { registration, approvals, payments } = api.services;
    const id = vi.spyOn(registration, "id").mockReturnValue(null);
    const tended = vi.spyOn(approvals, "tend");
    const rounds = vi.spyOn(payments, "drain");
    await start(true);
    await vi.waitFor(() => expect(rounds.mock.calls.length).toBeGreaterThan(2), 30_000);
    expect(tended).not.toHaveBeenCalled();
    id.mockReturnValue(randomUUID());
    await vi.waitFor(() => expect(tended).toHaveBeenCalled(), 30_000);
    for (const spy of [id, tended, rounds]) spy.mockRestore();
  });

  it("finds messages that were committed while no worker ran", async () => {
    const paymentId = await recordPayment();
    expect(rowIdsIn(delivery.sandbox)).not.toContain(paymentId);
    await start(true);
    await expectInSheet([paymentId]);
  });

  it("sends a mail while the CRM does not answer", async () => {
    const { crm, mailer } = delivery.ports;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      delivery.ports.crm = {
        ...crm,
        setDoNotFund: () => {
          resolve();
          return new Promise<void>((answered) => {
            answer = answered;
          });
        },
      };
    });
    const flag = { step: "flag", userId, crmId: "4150868000000326037", reason: null } as const;
    const mail = { to: "maria@example.com", subject: "A code", text: "123456" };
    const jobs = await start(true);
    await queue(crmDraft(randomUUID(), flag));
    jobs.wakeOutbox();
    await asked;
    const sent = new Promise<string>((resolve) => {
      delivery.ports.mailer = {
        ...mailer,
        send: ({ to }) => {
          resolve(to);
          return Promise.resolve();
        },
      };
    });
    await queue(emailDraft(randomUUID(), mail));
    jobs.wakeOutbox();
    expect(await sent).toBe("maria@example.com");
    answer();
    Object.assign(delivery.ports, { crm, mailer });
  });

  it("runs a bulk job that another process began, at once after a wake-up", async () => {
    const web = await start(false);
    await start(true);
    withBanks(api, () => [linkedAccount()]);
    const user = await linkedCustomer(api);
    const { batchId } = await startBalance(api, bankBalances([user]));
    web.wakeBulkJobs("BULK_BALANCE");
    await vi.waitFor(
      async () => expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED" }),
      {
        timeout: 30_000,
      },
    );
  });

  it("loses and repeats nothing when the connections of wake-ups are cut", async () => {
    const [one, other] = [await start(true), await start(true)];
    const paymentIds: string[] = [];
    let cut = 0;
    await expect.poll(countListeners).toBeGreaterThanOrEqual(2);
    for (let round = 0; round < 5; round++) {
      api.services.wakeOutbox = () => (round % 2 ? one : other).wakeOutbox();
      paymentIds.push(await recordPayment());
      cut += (await cutListeners()) ?? 0;
    }
    expect(cut).toBeGreaterThanOrEqual(2);
    await expectInSheet(paymentIds);
    expectEachOnce();
  });

  it("that is stopped finishes its work and begins no more", async () => {
    const jobs = await start(true);
    api.services.wakeOutbox = () => jobs.wakeOutbox();
    const paymentIds = await Promise.all(Array.from({ length: 5 }, recordPayment));
    await expectInSheet(paymentIds);
    await jobs.stop();
    running.length = 0;
    const calls = delivery.sandbox.calls.list().length;
    api.services.wakeOutbox = () => {};
    await recordPayment();
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM outbox_message WHERE leased_until IS NOT NULL",
    );
    expect(rows).toEqual([]);
    expect(delivery.sandbox.calls.list()).toHaveLength(calls);
  });

  it("has written every payment of these tests once", async () => {
    await start(true);
    await vi.waitFor(
      async () => {
        expect(await api.database.read.outboxMessage.count({ where: { state: "QUEUED" } })).toBe(0);
      },
      { timeout: 30_000 },
    );
    expectEachOnce();
    expect(rowIdsIn(delivery.sandbox)).toHaveLength(
      await api.database.read.paymentIntent.count({ where: { manual: { isNot: null } } }),
    );
  });
});
