import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AdminActor } from "../actor.ts";
import {
  bankBalances,
  type DueCustomer,
  dueCustomer,
  endRunning,
  linkedAccount,
  readBatch,
  readRows,
  reviewed,
  startBalance,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, run, withProcessors } from "../testing/payable.ts";

let api: TestApi;
let customer: DueCustomer;
let admin: AdminActor;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], connections: 20 }));
  admin = await api.admin("EMPLOYEE");
  customer = await dueCustomer(api);
});
beforeEach(() => {
  withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterEach(async () => {
  for (const kind of ["BULK_BALANCE", "BULK_DEBIT", "BULK_ACH"] as const) await endRunning(api, kind);
});
afterAll(() => api.close());

const batches = () => api.database.read.bulkBatch.count();

describe("starting payments", () => {
  it("writes the reviewed list down in its order, each customer once, and it runs", async () => {
    const other = await dueCustomer(api);
    const list = reviewed("BULK_DEBIT", [other, customer, other]);
    const { batchId } = await startPayments(api, list);
    expect(await readRows(api, batchId)).toMatchObject([
      { position: 0, userId: other.userId, amountCents: 41_250, state: "WAITING" },
      { position: 1, userId: customer.userId, amountCents: 41_250, state: "WAITING" },
    ]);
    expect(await readBatch(api, batchId)).toMatchObject({
      kind: "BULK_DEBIT",
      version: 2,
      state: "RUNNING",
      total: 2,
      completedCount: 0,
      startedBy: { id: admin.id, name: admin.fullName, isMe: false },
      counts: { waiting: 2 },
    });
    const running = await (await api.as("EMPLOYEE")).bulkJobs.running({ kind: "BULK_DEBIT" });
    expect(running).toMatchObject({ isRunning: true, batch: { id: batchId, startedBy: { isMe: true } } });
  });

  it("is refused while one of the kind runs, naming who started it, when, and how far it is", async () => {
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", [customer]));
    const details = await expectRefusal(
      startPayments(api, reviewed("BULK_ACH", [customer]), "ADMIN"),
      "CONFLICT",
      /^A bulk ACH job started by Test EMPLOYEE at 2026-11-20 10:00:00 New York time is running: 0\/1\.$/,
    );
    expect(details).toMatchObject({ batchId, by: "Test EMPLOYEE", completedCount: 0, total: 1 });
    await startPayments(api, reviewed("BULK_DEBIT", [customer]));
  });

  it("is refused where a customer is not as the server showed them, with what happened and who did it", async () => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    const { rows } = await (await api.as("EMPLOYEE")).bulkJobs.preview({
      kind: "BULK_DEBIT",
      version: 2,
      userIds: `${one.userId} ${other.userId}`,
    });
    const items = rows.map(({ userId, scheduleId, balanceCents, newestPaymentId, reviewed: digest }) => ({
      userId,
      scheduleId,
      amountCents: 41_250,
      seen: { balanceCents, newestPaymentId },
      reviewed: digest,
    }));
    await run(api, order(one, "DEBIT"), "ADMIN");
    const list = reviewed("BULK_DEBIT", [], { items });
    const { email } = await api.admin("ADMIN");
    const details = await expectRefusal(
      startPayments(api, list),
      "RULE",
      `Customer ${one.userId}: In the meantime, ${email} debited $10.00 by bank transfer at 10:00 AM EST. The balance is now $490.00.`,
    );
    expect(details).toEqual({ confirm: "changed", changed: [one.userId] });
  });

  it("is refused where the digest is not the server's own for that customer, kind and due payment", async () => {
    const other = await dueCustomer(api);
    const preview = async (kind: "BULK_DEBIT" | "BULK_ACH", userId: number) => {
      const { rows } = await (await api.as("EMPLOYEE")).bulkJobs.preview({
        kind,
        version: 2,
        userIds: `${userId}`,
      });
      return rows[0]?.reviewed ?? "";
    };
    const [item] = reviewed("BULK_DEBIT", [customer]).items;
    if (item === undefined) throw new Error("No item.");
    const digests = [
      await preview("BULK_ACH", customer.userId),
      await preview("BULK_DEBIT", other.userId),
      "x",
    ];
    for (const digest of digests)
      await expectRefusal(
        startPayments(api, reviewed("BULK_DEBIT", [], { items: [{ ...item, reviewed: digest }] })),
        "RULE",
        new RegExp(`^Customer ${customer.userId}: `),
      );
  });

  it("is refused where a customer stands in it with two amounts, and where nobody in it is a customer", async () => {
    const [item] = reviewed("BULK_DEBIT", [customer]).items;
    const twice = item ? [item, { ...item, amountCents: 100 }] : [];
    await expectRefusal(startPayments(api, reviewed("BULK_DEBIT", [], { items: twice })), "RULE", /twice/);
    const nobody = reviewed("BULK_DEBIT", [{ userId: 2_000_000_000, scheduleId: null }]);
    await expectRefusal(startPayments(api, nobody), "RULE", "None of these ids belongs to a customer.");
  });

  it("happens once, however often the same press arrives; the same press with another list is refused", async () => {
    const list = reviewed("BULK_DEBIT", [customer]);
    const before = await batches();
    const [first, ...again] = await Promise.all(Array.from({ length: 5 }, () => startPayments(api, list)));
    for (const each of again) expect(each).toEqual(first);
    expect(await batches()).toBe(before + 1);
    await expectRefusal(
      startPayments(api, { ...reviewed("BULK_DEBIT", [await dueCustomer(api)]), requestId: list.requestId }),
      "CONFLICT",
    );
  });

  it("by fifty admins at once makes one batch, and tells the other forty-nine of it", async () => {
    const before = await batches();
    const starts = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        startPayments(api, reviewed("BULK_ACH", [customer]), index % 2 === 0 ? "EMPLOYEE" : "SUPERADMIN"),
      ),
    );
    expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refusals = starts.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(refusals.filter((reason) => /is running: 0\/1\./.test(reason))).toHaveLength(49);
    expect(await batches()).toBe(before + 1);
  });

  it("gives each batch of a kind a time of its own, by which the drop-down knows it", async () => {
    for (let index = 0; index < 3; index++) {
      await startPayments(api, reviewed("BULK_DEBIT", [customer]));
      await endRunning(api, "BULK_DEBIT");
    }
    const times = await (await api.as("VIEWER")).bulkJobs.batchTimes({ kind: "BULK_DEBIT" });
    const values = times.map(({ value }) => value.getTime());
    expect(new Set(values).size).toBe(values.length);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    expect(times[0]?.label).toMatch(/^2026-11-20 10:0\d:\d\d$/);
  });
});

describe("starting balances", () => {
  const users = () => [{ id: customer.userId }];

  it("asks about each pasted customer once, however they are written", async () => {
    const other = await api.user();
    const userIds = `${other.id}-1\t${customer.userId}_2\n\n  ${other.id} 0${customer.userId}`;
    const { batchId } = await startBalance(api, bankBalances([], { userIds }));
    expect((await readRows(api, batchId)).map(({ userId }) => userId)).toEqual([other.id, customer.userId]);
  });

  it("is refused while one runs", async () => {
    await startBalance(api, bankBalances(users()));
    await expectRefusal(startBalance(api, bankBalances(users())), "CONFLICT", /^A bulk balance job/);
  });

  it.each([
    ["a number that is none", "12 4821x", "Invalid User ID: 4821x"],
    ["nothing", " \n ", "Please enter valid user IDs"],
    ["more than 4,000 characters", "1".repeat(4_001), "Use at most 4,000 characters."],
    ["a megabyte", "7 ".repeat(500_000), "Use at most 4,000 characters."],
  ])("is refused for %s, and says so", async (_what, userIds, message) => {
    await expect(startBalance(api, bankBalances([], { userIds }))).rejects.toThrow(message);
  });

  it("leaves an audit event, and none where it was refused", async () => {
    const { batchId } = await startBalance(api, bankBalances(users()));
    expect(await lastAuditEvent(api, "bulkJobs.start.BULK_BALANCE")).toMatchObject({
      subjectId: batchId,
      after: { users: 1, totalCents: 0 },
    });
    const before = await countAuditEvents(api, "bulkJobs.start.BULK_BALANCE");
    await expectRefusal(startBalance(api, bankBalances(users(), { requestId: randomUUID() })), "CONFLICT");
    expect(await countAuditEvents(api, "bulkJobs.start.BULK_BALANCE")).toBe(before);
  });
});
