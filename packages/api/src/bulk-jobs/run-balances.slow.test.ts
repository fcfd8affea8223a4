import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "@countinghouse/db";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { verifyChains } from "../chain/chains.ts";
import { addBankLink } from "../testing/bank-links.ts";
import {
  bankBalances,
  endRunning,
  linkedAccount,
  linkedCustomer,
  readBatch,
  readRows,
  startBalance,
  withBanks,
} from "../testing/bulk.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { BULK_DEFAULTS, type BulkSettings, createBulkEngine } from "./engine/bulk-engine.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["SUPERADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
afterEach(() => endRunning(api, "BULK_BALANCE"));
afterAll(() => api.close());

const customers = (count: number) => Promise.all(Array.from({ length: count }, () => linkedCustomer(api)));

/** The workers of another process. */
const engine = (changed: Partial<BulkSettings> = {}) => {
  const { ports, payments, recovery, log, now, vault, registration, vendorsOff } = api.services;
  const services = { db: api.database, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  return createBulkEngine(
    services,
    { ...BULK_DEFAULTS, balancesPerMinute: 0, ...changed },
    () => {},
    BATCH_RUNNERS,
  );
};

const refused = (vendorCode: string) =>
  new ProviderError({
    kind: "refused",
    provider: "plaid",
    message: `plaid: 400 ${vendorCode}: It did not work.`,
    status: 400,
    vendorCode,
  });

describe("a batch of balances", () => {
  it("asks the banks of each customer and shows at most five accounts, the number's last digits before the mask", async () => {
    const [user] = await customers(1);
    withBanks(api, () =>
      Array.from({ length: 7 }, (_, index) =>
        linkedAccount({
          name: `Account ${index + 1}`,
          mask: `000${index}`,
          availableCents: index === 1 ? null : 1_000,
        }),
      ),
    );
    const { batchId } = await startBalance(api, bankBalances([user ?? { id: 0 }]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const [row] = await readRows(api, batchId);
    expect(row).toMatchObject({ state: "DONE", errorCode: "", message: "" });
    expect(row?.accounts).toHaveLength(5);
    expect(row?.accounts.slice(0, 2)).toEqual([
      { name: "Account 1", mask: "0000", balanceCents: 1_000 },
      { name: "Account 2", mask: "0001", balanceCents: 110_000 },
    ]);
  });

  it("keeps what the banks said as the customer's page does", async () => {
    const [user = { id: 0 }] = await customers(1);
    withBanks(api, () => [linkedAccount({ name: "Savings", availableCents: 5 })]);
    await startBalance(api, bankBalances([user]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const [record] = await (await api.as("VIEWER")).bankLinks.balances({ userId: user.id });
    expect(record).toMatchObject({
      accounts: [{ name: "Savings", availableCents: 5, currentCents: 110_000 }],
    });
  });

  it("shows the provider's code of a link that did not answer, and that a lost one is out of use", async () => {
    const [user = { id: 0 }] = await customers(1);
    withBanks(api, () => Promise.reject(refused("ITEM_LOGIN_REQUIRED")));
    const { batchId } = await startBalance(api, bankBalances([user]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    expect(await readRows(api, batchId)).toMatchObject([
      { state: "FAILED", errorCode: "ITEM_LOGIN_REQUIRED", message: "We have lost user's plaid connection" },
    ]);
    const link = await api.database.read.bankLink.findFirstOrThrow({ where: { userId: user.id } });
    expect(link).toMatchObject({ isActive: false, errorCode: "ITEM_LOGIN_REQUIRED" });
  });

  it("shows the accounts of the link that answered beside the code of the one that did not", async () => {
    const [user = { id: 0 }] = await customers(1);
    await addBankLink(api, user.id, "broken");
    withBanks(api, (token) =>
      token === "broken" ? Promise.reject(refused("ITEM_LOCKED")) : [linkedAccount()],
    );
    const { batchId } = await startBalance(api, bankBalances([user]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const [row] = await readRows(api, batchId);
    expect(row).toMatchObject({ state: "FAILED", errorCode: "ITEM_LOCKED" });
    expect(row?.accounts).toHaveLength(1);
  });

  it("says of a customer without a link, and of a number that is no customer, why there is no balance", async () => {
    const [linked = { id: 0 }] = await customers(1);
    const bare = await api.user();
    withBanks(api, () => [linkedAccount()]);
    const { batchId } = await startBalance(api, bankBalances([bare, { id: 2_000_000_000 }, linked]));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    expect(
      (await readRows(api, batchId)).map(({ state, errorCode, message }) => [state, errorCode, message]),
    ).toEqual([
      ["FAILED", "NO_BANK_LINK", "This customer has no bank link."],
      ["FAILED", "UNKNOWN_USER", "There is no customer 2000000000."],
      ["DONE", "", ""],
    ]);
  });

  it("goes past a row whose token can not be opened, and past one whose answer can not be stored", async () => {
    const users = await customers(20);
    const [sealedByAnother, unstorable] = [users[3]?.id ?? 0, users[7]?.id ?? 0];
    await api.database.unsafeTransaction((tx) =>
      tx.bankLink.updateMany({
        where: { userId: sealedByAnother },
        data: { accessTokenSealed: Buffer.from("broken") },
      }),
    );
    withBanks(api, (token) => [
      linkedAccount({ name: token === String(unstorable) ? "half \0 a name" : "Checking" }),
    ]);
    const { batchId } = await startBalance(api, bankBalances(users));
    await api.services.bulkJobs.drain("BULK_BALANCE");
    const rows = await readRows(api, batchId);
    const failed = rows.filter(({ state }) => state === "FAILED");
    expect(failed.map(({ userId, errorCode, message }) => [userId, errorCode, message])).toEqual([
      [sealedByAnother, "INTERNAL", "Something went wrong!"],
      [unstorable, "INTERNAL", "Something went wrong!"],
    ]);
    expect(rows.filter(({ state }) => state === "DONE")).toHaveLength(18);
    expect(await readBatch(api, batchId)).toMatchObject({
      state: "COMPLETED",
      counts: { done: 18, failed: 2 },
    });
  });
});

describe("workers", () => {
  it("in two processes share a batch, and ask about nobody twice", async () => {
    const users = await customers(250);
    const asked: string[] = [];
    withBanks(api, async (token) => {
      asked.push(token);
      await pause(5);
      return [linkedAccount()];
    });
    const { batchId } = await startBalance(api, bankBalances(users));
    const rows = await Promise.all([
      engine({ balancesAtOnce: 10 }).drain("BULK_BALANCE"),
      engine({ balancesAtOnce: 10 }).drain("BULK_BALANCE"),
    ]);
    expect(rows.every((each) => each > 0)).toBe(true);
    expect(asked.toSorted()).toEqual(users.map(({ id }) => String(id)).toSorted());
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: 250 } });
    expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
  });

  it("take the rows of a worker that was not heard of for two minutes, whose own answers then count for nothing", async () => {
    const [user = { id: 0 }] = await customers(1);
    const { batchId } = await startBalance(api, bankBalances([user]));
    let answer = (): void => {};
    const isAsked = new Promise<void>((resolve) => {
      withBanks(api, () => {
        resolve();
        return new Promise((late) => {
          answer = () => late([linkedAccount({ name: "Late" })]);
        });
      });
    });
    const lost = engine().drain("BULK_BALANCE");
    await isAsked;
    api.clock.advance({ minutes: 3 });
    withBanks(api, () => [linkedAccount({ name: "In time" })]);
    await engine().drain("BULK_BALANCE");
    answer();
    await lost;
    expect((await readRows(api, batchId)).map(({ accounts }) => accounts[0]?.name)).toEqual(["In time"]);
    expect(await readBatch(api, batchId)).toMatchObject({ counts: { done: 1 }, completedCount: 1 });
  });

  it("that take longer keep their rows, as long as they say that they are there", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const [user = { id: 0 }] = await customers(1);
      const { batchId } = await startBalance(api, bankBalances([user]));
      let answer = (): void => {};
      let asked = 0;
      withBanks(api, () => {
        asked++;
        return new Promise((late) => {
          answer = () => late([linkedAccount({ name: "Slow" })]);
        });
      });
      const slow = engine().drain("BULK_BALANCE");
      await expect.poll(() => asked).toBe(1);
      const leased = () => api.database.read.bulkItem.findFirstOrThrow({ where: { batchId } });
      const { claimedUntil } = await leased();
      api.clock.advance({ seconds: 100 });
      vi.advanceTimersByTime(30_000);
      await expect.poll(async () => (await leased()).claimedUntil).not.toEqual(claimedUntil);
      api.clock.advance({ seconds: 100 });
      await engine().drain("BULK_BALANCE");
      expect(asked).toBe(1);
      answer();
      await slow;
      expect((await readRows(api, batchId)).map(({ accounts }) => accounts[0]?.name)).toEqual(["Slow"]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("of all processes together keep the vendor's pace", async () => {
    const users = await customers(24);
    const times: number[] = [];
    withBanks(api, () => {
      times.push(performance.now());
      return [linkedAccount()];
    });
    await startBalance(api, bankBalances(users));
    const perMinute = { balancesPerMinute: 1_200 };
    const started = performance.now();
    await Promise.all([engine(perMinute).drain("BULK_BALANCE"), engine(perMinute).drain("BULK_BALANCE")]);
    expect(times).toHaveLength(24);
    // 50 ms apart. A call may be late, but none is early.
    for (const [index, at] of times.toSorted((one, other) => one - other).entries())
      expect(at - started).toBeGreaterThan(index * 50 - 5);
  });

  it("that are told to stop finish what is under way, begin nothing more, and leave the rest to others", async () => {
    const users = await customers(120);
    const stopping = engine({ balancesAtOnce: 10 });
    let asked = 0;
    withBanks(api, async () => {
      asked++;
      await pause(30);
      return [linkedAccount()];
    });
    const { batchId } = await startBalance(api, bankBalances(users));
    const draining = stopping.drain("BULK_BALANCE");
    await expect.poll(() => asked).toBeGreaterThan(20);
    await stopping.stop();
    await draining;
    const begun = asked;
    const { counts, state } = await readBatch(api, batchId);
    expect(state).toBe("RUNNING");
    expect(counts).toMatchObject({ done: begun, underWay: 0, waiting: 120 - begun });
    await engine().drain("BULK_BALANCE");
    expect(asked).toBe(120);
    expect(await readBatch(api, batchId)).toMatchObject({ state: "COMPLETED", counts: { done: 120 } });
  });
});

it("workers that were told to stop ask nothing of a database that is let go of", async () => {
  const db = connect(api.database.url, { size: 1 });
  const { ports, payments, recovery, log, now, vault, registration, vendorsOff } = api.services;
  const services = { db, ports, payments, recovery, log, now, vault, registration, vendorsOff };
  const stopping = createBulkEngine(services, BULK_DEFAULTS, () => {}, BATCH_RUNNERS);
  await stopping.stop();
  await db.close();
  expect(await stopping.drain("BULK_DEBIT")).toBe(0);
});

it("a batch in which nothing happens for a minute is shown as stalled, and a paused one is not", async () => {
  const [user = { id: 0 }] = await customers(1);
  const { batchId } = await startBalance(api, bankBalances([user]));
  expect(await readBatch(api, batchId)).toMatchObject({ isStalled: false });
  api.clock.advance({ seconds: 60 });
  expect(await readBatch(api, batchId)).toMatchObject({ isStalled: true });
  await (await api.as("EMPLOYEE")).bulkJobs.pause({ batchId, requestId: randomUUID() });
  api.clock.advance({ seconds: 61 });
  expect(await readBatch(api, batchId)).toMatchObject({ isStalled: false, state: "PAUSED" });
});
