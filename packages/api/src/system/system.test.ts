import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addFailedWrite, paymentRow } from "../testing/ledger-writes.ts";
import { payableCustomer } from "../testing/payable.ts";
import { openSession } from "../testing/signing-in.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterEach(() => {
  api.vendorsOff.length = 0;
});
afterAll(() => api.close());

const system = async () => (await api.as("SUPERADMIN")).system.get();
const vendor = async (name: string) => (await system()).vendors.find((each) => each.vendor === name);

it("says the version of the product and of the database, and how many sessions are open", async () => {
  await openSession(api, "VIEWER");
  const { version, node, database, standing, readAt } = await system();
  expect(version).toBe("1.2.3");
  expect(node).toMatch(/^\d+\.\d+\.\d+$/);
  expect(database.version).toMatch(/^\d+/);
  expect(readAt).toEqual(api.clock.now());
  expect(standing.sessions).toBe(1);
  expect(standing.connections.open).toBeGreaterThan(0);
  expect(standing.connections.most).toBeGreaterThan(standing.connections.open);
});

it("counts what failed of a vendor in the last 24 hours, and no longer", async () => {
  await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria")] });
  expect(await vendor("ledgerSheet")).toEqual({
    vendor: "ledgerSheet",
    name: "Google Sheets",
    whyOff: null,
    lastSuccessAt: null,
    asked: 1,
    failed: 1,
  });
  expect((await system()).standing.outbox).toMatchObject([
    { topic: "LEDGER_SHEET", state: "FAILED", count: 1 },
  ]);
  api.clock.advance({ hours: 25 });
  expect(await vendor("ledgerSheet")).toMatchObject({ asked: 0, failed: 0 });
});

it("says when a vendor last did what was asked, also of one that was asked long ago", async () => {
  const { id } = await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Ines")] });
  const deliveredAt = api.clock.now();
  await api.database.unsafeTransaction((tx) =>
    tx.outboxMessage.update({ where: { id }, data: { state: "DELIVERED", deliveredAt } }),
  );
  api.clock.advance({ hours: 48 });
  expect(await vendor("ledgerSheet")).toMatchObject({ lastSuccessAt: deliveredAt, asked: 0 });
});

it("tells rows of bulk jobs that run from those that are paused, or held before they begin", async () => {
  const now = api.clock.now();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const { id: requestedById } = await api.database.read.admin.findFirstOrThrow({ select: { id: true } });
  const all = { version: 1, epoch: 1, requestedById, total: 5, done: 2, lastProgressAt: ago(30) };
  await api.database.unsafeTransaction((tx) =>
    tx.bulkBatch.createMany({
      data: [
        { ...all, kind: "BULK_DEBIT", requestedAt: ago(1) },
        { ...all, kind: "BULK_ACH", requestedAt: ago(2), state: "PAUSED" },
        { ...all, kind: "AUTOMATION", requestedAt: ago(3), heldUntil: new Date(now.getTime() + 60_000) },
        { ...all, kind: "REVERT", requestedAt: ago(4), heldUntil: ago(10) },
      ],
    }),
  );
  const rows = { rows: 3, lastProgressAt: ago(30) };
  expect((await system()).standing.bulk).toEqual([
    { ...rows, kind: "AUTOMATION", state: "HELD" },
    { ...rows, kind: "BULK_ACH", state: "PAUSED" },
    { ...rows, kind: "BULK_DEBIT", state: "RUNNING" },
    // Nothing was to be done while it was held.
    { rows: 3, lastProgressAt: ago(10), kind: "REVERT", state: "RUNNING" },
  ]);
});

it("does not count a call to a processor before it is over", async () => {
  const { userId, cardId } = await payableCustomer(api);
  const now = api.clock.now();
  await api.database.unsafeTransaction(async (tx) => {
    const { id: intentId } = await tx.paymentIntent.create({
      data: {
        userId,
        cardId,
        kind: "SALE",
        paymentType: "DEBIT",
        businessKey: randomUUID(),
        amountCents: 1000,
        instrumentLast4: "4242",
        dueAt: now,
      },
    });
    const leasedUntil = new Date(now.getTime() + 60_000);
    const key = { provider: "tabapay", providerKey: randomUUID() };
    await tx.paymentAttempt.create({ data: { intentId, sequence: 1, ...key, sentAt: now, leasedUntil } });
  });
  expect(await vendor("cards")).toMatchObject({ asked: 0, failed: 0 });
  api.clock.advance({ minutes: 1 });
  expect(await vendor("cards")).toMatchObject({ asked: 1, failed: 1 });
});

it("names every vendor, and why one is off", async () => {
  api.vendorsOff.push("cards");
  const { vendors } = await system();
  expect(vendors).toHaveLength(10);
  expect(vendors.find((each) => each.vendor === "cards")).toMatchObject({
    name: "TabaPay",
    whyOff: "Card payments are off: TabaPay is not set up here.",
  });
});
