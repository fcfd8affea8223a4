import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { addBankLink } from "../testing/bank-links.ts";
import {
  dueCustomer,
  endRunning,
  linkedAccount,
  readBatch,
  readRows,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { readSchedules, toProcess } from "../testing/schedules.ts";
import { BULK_DEFAULTS, createBulkEngine } from "./engine/bulk-engine.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterEach(async () => {
  await endRunning(api, "BULK_DEBIT");
  await endRunning(api, "BULK_ACH");
});
afterAll(() => api.close());

describe("a batch of card debits", () => {
  it("charges the card of each customer once, marks what was due as paid, and is complete", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api)];
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", customers));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(processors.books.map(({ mode, amountCents }) => [mode, amountCents])).toEqual([
      ["SALE", 41_250],
      ["SALE", 41_250],
    ]);
    expect(await readRows(api, batchId)).toMatchObject(
      customers.map(({ userId }, position) => ({
        position,
        userId,
        state: "DONE",
        amountCents: 41_250,
        last4: "4242",
        message: "Transaction perform successfully",
        paymentState: "SUCCEEDED",
      })),
    );
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "COMPLETED",
      total: 2,
      completedCount: 2,
      counts: { done: 2, failed: 0, waiting: 0, underWay: 0 },
      sumCents: { all: 82_500, done: 82_500, failed: 0 },
    });
    for (const { userId } of customers)
      expect((await readSchedules(api, userId)).map(({ status }) => status)).toEqual(["PAID"]);
  });

  it("shows what the processor said of a card that was declined, and goes on with the others", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api), await dueCustomer(api)];
    processors.next("declined");
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", customers));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    const rows = await readRows(api, batchId);
    expect(rows.filter(({ state }) => state === "DONE")).toHaveLength(2);
    expect(rows.filter(({ state }) => state === "FAILED")).toMatchObject([
      { errorCode: "51", message: "Insufficient funds", paymentState: "FAILED" },
    ]);
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "COMPLETED",
      counts: { done: 2, failed: 1 },
    });
  });

  it("leaves an unknown outcome unknown, never charges again for it, and follows the payment later", async () => {
    const customer = await dueCustomer(api);
    processors.next("lostAfter");
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [customer]));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "UNKNOWN", message: "We do not know whether this payment went through. Do not repeat it." },
    ]);
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "COMPLETED",
      counts: { unknown: 1, done: 0 },
    });
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(processors.calls()).toBe(1);
    api.clock.advance({ minutes: 2 });
    await api.services.payments.drain();
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(await readRows(api, batchId)).toMatchObject([{ state: "DONE", paymentState: "SUCCEEDED" }]);
    expect(await readBatch(api, batchId)).toMatchObject({ counts: { unknown: 0, done: 1 } });
    expect(processors.books).toHaveLength(1);
  });

  it.each([
    ["has no card", { cardId: null }],
    ["does not exist", { userId: 2_000_000_000 }],
  ])("says of a row whose customer %s why not, and charges the others", async (_what, changed) => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    if ("cardId" in changed)
      await api.database.unsafeTransaction((tx) => tx.card.deleteMany({ where: { userId: one.userId } }));
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [{ ...one, ...changed }, other]));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    const rows = await readRows(api, batchId);
    expect(rows.map(({ state }) => state)).toEqual(["FAILED", "DONE"]);
    expect(rows[0]?.message).toMatch(/no card information|There is no customer 2000000000\./);
    expect(processors.books).toHaveLength(1);
  });

  it("does not pay what was paid since it was reviewed, by whichever door", async () => {
    const customer = await dueCustomer(api);
    const list = reviewed("BULK_DEBIT", [customer]);
    const [row] = await readSchedules(api, customer.userId);
    await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row));
    const { batchId } = await startPayments(api, list);
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "FAILED", message: "This payment is already paid.", paymentId: null },
    ]);
    expect(processors.books).toHaveLength(1);
  });

  it("takes nothing from who paid today and has nothing else due", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "SALE"));
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [{ ...customer, scheduleId: null }]));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "FAILED", message: expect.stringMatching(/^Paid today 10:/) },
    ]);
    expect(processors.books).toHaveLength(1);
  });
});

describe("overlapping lists", () => {
  it("of two kinds that run at the same time charge each due item once", async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => dueCustomer(api)));
    await startPayments(api, reviewed("BULK_DEBIT", customers));
    await startPayments(api, reviewed("BULK_ACH", customers.toReversed()), "SUPERADMIN");
    await Promise.all([
      api.services.bulkJobs.drain("BULK_DEBIT"),
      api.services.bulkJobs.drain("BULK_ACH"),
      api.services.bulkJobs.drain("BULK_DEBIT"),
    ]);
    expect(processors.books).toHaveLength(customers.length);
    for (const { scheduleId } of customers)
      expect(await api.database.read.paymentIntent.count({ where: { scheduleId } })).toBe(1);
  });

  it("without anything due charge each customer once a day", async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, () => payableCustomer(api)));
    const list = customers.map(({ userId }) => ({ userId, scheduleId: null }));
    await startPayments(api, reviewed("BULK_DEBIT", list));
    await startPayments(api, reviewed("BULK_ACH", list));
    await Promise.all([api.services.bulkJobs.drain("BULK_DEBIT"), api.services.bulkJobs.drain("BULK_ACH")]);
    expect(processors.books).toHaveLength(4);
  });
});

describe("a batch of ACH payments", () => {
  /** Says by its bank what is in the account that is charged. */
  async function linked(availableCents: number | null) {
    const customer = await dueCustomer(api);
    await addBankLink(api, customer.userId, `token-${customer.userId}`);
    const { providerAccountId: accountId } = await api.database.read.bankAccount.findUniqueOrThrow({
      where: { id: customer.accountId },
    });
    withBanks(api, () => [linkedAccount({ accountId, availableCents })]);
    return customer;
  }

  it("asks the bank first, keeps what it said, then debits the account", async () => {
    const customer = await linked(60_000);
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", [customer]));
    await api.services.bulkJobs.drain("BULK_ACH");
    expect(await readRows(api, batchId)).toMatchObject([
      {
        state: "DONE",
        last4: "6789",
        accounts: [{ mask: "6789", balanceCents: 60_000 }],
        paymentState: "SUBMITTED",
      },
    ]);
    expect(await api.database.read.balanceRecord.count({ where: { userId: customer.userId } })).toBe(1);
    expect(processors.books.map(({ mode }) => mode)).toEqual(["DEBIT"]);
  });

  it("sends nothing where the bank says that less is in the account", async () => {
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", [await linked(10_000)]));
    await api.services.bulkJobs.drain("BULK_ACH");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "FAILED", message: "Only $100.00 is available in the account •••• 6789.", paymentId: null },
    ]);
    expect(processors.calls()).toBe(0);
  });

  it("is sent where the bank does not say what is in the account", async () => {
    await startPayments(api, reviewed("BULK_ACH", [await linked(null)]));
    await api.services.bulkJobs.drain("BULK_ACH");
    expect(processors.books.map(({ mode }) => mode)).toEqual(["DEBIT"]);
  });

  it("of the first version falls back to RCC for who has no linked account", async () => {
    const [linkedOne, onFile] = [await linked(60_000), await dueCustomer(api)];
    await startPayments(api, reviewed("BULK_ACH", [linkedOne, onFile], { version: 1 }));
    await api.services.bulkJobs.drain("BULK_ACH");
    expect(processors.books.map(({ mode }) => mode)).toEqual(["DEBIT", "RCC"]);
  });

  it("of the first version says RCC of who has no linked account, in the review and in the row", async () => {
    const customers = [await linked(60_000), await dueCustomer(api)];
    const pasted = { kind: "BULK_ACH", userIds: customers.map(({ userId }) => userId).join(" ") } as const;
    const { bulkJobs } = await api.as("EMPLOYEE");
    const modes = async (version: 1 | 2) =>
      (await bulkJobs.preview({ ...pasted, version })).rows.map(({ mode }) => mode);
    expect([await modes(1), await modes(2)]).toEqual([
      ["DEBIT", "RCC"],
      ["DEBIT", "DEBIT"],
    ]);
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", customers, { version: 1 }));
    await api.services.bulkJobs.drain("BULK_ACH");
    const rows = await readRows(api, batchId);
    expect(new Set(rows.map(({ mode }) => mode))).toEqual(new Set(["DEBIT", "RCC"]));
  });

  it("of the first version does one customer after the other, a pause apart", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api), await dueCustomer(api)];
    const { db, ...services } = { ...api.services, db: api.database };
    const settings = { ...BULK_DEFAULTS, balancesPerMinute: 0, achV1PauseMs: 100 };
    const paced = { ...services, db, now: () => new Date(api.clock.now().getTime() + performance.now()) };
    const engines = [1, 2].map(() => createBulkEngine(paced, settings, () => {}, BATCH_RUNNERS));
    let underWay = 0;
    const ends: number[] = [];
    const begins: number[] = [];
    processors.onCall(async () => {
      begins.push(performance.now());
      expect(++underWay).toBe(1);
      await pause(20);
      underWay--;
      ends.push(performance.now());
    });
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", customers, { version: 1 }));
    await vi.waitFor(async () => {
      await Promise.all(engines.map((engine) => engine.drain("BULK_ACH")));
      expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: 3 } });
    }, 30_000);
    for (const index of [1, 2]) expect((begins[index] ?? 0) - (ends[index - 1] ?? 0)).toBeGreaterThan(99);
  });

  it("of the first version says so where there is no account to fall back to", async () => {
    const customer = await dueCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.bankAccount.deleteMany({ where: { id: customer.accountId } }),
    );
    const { batchId } = await startPayments(api, reviewed("BULK_ACH", [customer], { version: 1 }));
    await api.services.bulkJobs.drain("BULK_ACH");
    expect(await readRows(api, batchId)).toMatchObject([
      {
        state: "FAILED",
        message: "The customer has no linked account and no account on file to debit.",
      },
    ]);
  });
});

it("a payment that was begun is finished by another worker, and its row follows", async () => {
  const customer = await dueCustomer(api);
  const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", [customer]));
  const dying = vi.spyOn(api.services.payments, "step").mockRejectedValue(new Error("The process died."));
  await api.services.bulkJobs.drain("BULK_DEBIT");
  dying.mockRestore();
  expect(processors.calls()).toBe(0);
  expect(await readBatch(api, batchId)).toMatchObject({ state: "RUNNING", counts: { underWay: 1 } });
  api.clock.advance({ minutes: 1 });
  await api.services.payments.drain();
  await api.services.bulkJobs.drain("BULK_DEBIT");
  expect(await readRows(api, batchId)).toMatchObject([{ state: "DONE" }]);
  expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED" });
  expect(processors.books).toHaveLength(1);
});
