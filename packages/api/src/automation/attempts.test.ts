import { randomUUID } from "node:crypto";
import { NOT_PROCESSED } from "@countinghouse/validators/automation-rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  automationRows,
  automationStatus,
  drainAutomation,
  endAutomation,
  freshVendors,
  listAutomation,
  moved,
  otherProcess,
  press,
} from "../testing/automation.ts";
import { DUE_ON, dueCustomer, linkedAccount, reviewed, startPayments, withBanks } from "../testing/bulk.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = freshVendors(api);
});
afterEach(() => endAutomation(api));
afterAll(() => api.close());

/** A customer whose bank can be asked, by a token that is the account's name there. */
async function poorCustomer() {
  const customer = await dueCustomer(api);
  const { providerAccountId, bankLinkId } = await api.database.read.bankAccount.findUniqueOrThrow({
    where: { id: customer.accountId },
  });
  const place = { table: "bank_link", column: "access_token_sealed", rowId: bankLinkId };
  const accessTokenSealed = api.vault.seal(place, providerAccountId);
  await api.database.unsafeTransaction((tx) =>
    tx.bankLink.update({ where: { id: bankLinkId }, data: { accessTokenSealed } }),
  );
  return customer;
}

describe("a second attempt", () => {
  it("takes the same payment by card once the account has failed for good", async () => {
    const { userId } = await dueCustomer(api);
    processors.next("declined");
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    expect(moved(processors)).toEqual([["SALE", 41_250]]);
    const [row] = await automationRows(api, requestedAt);
    expect(row).toMatchObject({
      paymentStatus: "SUCCESS",
      paymentType: "CARD",
      takenCents: 41_250,
      primary: { paymentType: "ACH", last4: "6789", problem: "Over the limit" },
      secondary: { paymentType: "CARD", last4: "4242", paymentStatus: "SUCCESS", problem: "" },
    });
    expect(row?.secondary?.primaryTransactionId).toBe(row?.primary.id);
    const intents = await api.database.read.paymentIntent.findMany({
      where: { userId, kind: { in: ["DEBIT", "SALE"] } },
      orderBy: { createdAt: "asc" },
    });
    expect(intents.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      "DEBIT FAILED",
      "SALE SUCCEEDED",
    ]);
    expect(intents.map(({ businessKey }) => businessKey.replace(/.*:/, "")).toSorted()).toEqual(["1", "2"]);
    const { summary } = await listAutomation(api, { requestedAt });
    expect(summary).toMatchObject({
      main: { total: 1, succeeded: 1 },
      sub: { total: 1, succeeded: 1, takenCents: 41_250 },
    });
  });

  it("is the last one: when it fails too, the row has failed, with what was due as its shortfall", async () => {
    await dueCustomer(api);
    processors.next("declined");
    processors.next("declined");
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    expect(processors.calls()).toBe(2);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      { paymentStatus: "FAILED", problem: "Insufficient funds", takenCents: 0, shortfallCents: -41_250 },
    ]);
    expect(await automationStatus(api, requestedAt)).toMatchObject({
      status: "Failed",
      error: "None of its payments went through.",
    });
  });

  it("is never made while the outcome of the first is unknown, nor after it turned out to be paid", async () => {
    await dueCustomer(api);
    processors.next("lostAfter");
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    await drainAutomation(api);
    expect(processors.calls()).toBe(1);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      {
        status: "Processing",
        paymentStatus: null,
        notProcessedReason: NOT_PROCESSED.unknown,
        secondary: null,
      },
    ]);
    expect(await automationStatus(api, requestedAt)).toMatchObject({ status: "Completed with errors" });
    api.clock.advance({ minutes: 2 });
    await api.services.payments.drain();
    await drainAutomation(api);
    expect(processors.calls()).toBe(1);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      { paymentStatus: "SUCCESS", secondary: null },
    ]);
  });

  it("is not made when the unknown first one turns out to have failed after the batch was over", async () => {
    await dueCustomer(api);
    processors.next("lostBefore");
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    api.clock.advance({ hours: 1 });
    await api.services.payments.drain();
    await drainAutomation(api);
    expect(moved(processors)).toEqual([]);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      { status: "Completed", paymentStatus: "FAILED", secondary: null },
    ]);
  });

  it("is not made where the preference names one method only", async () => {
    const { userId } = await dueCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.paymentPreference.create({
        data: { userId, useCard: true, cardNumber: "4242", useCardUntil: new Date("2026-12-24") },
      }),
    );
    processors.next("declined");
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    expect(processors.calls()).toBe(1);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      { paymentType: "CARD", paymentStatus: "FAILED", secondary: null },
    ]);
  });

  it("takes the place of a debit that the account does not cover, of which nothing is sent", async () => {
    const [other, last] = [await poorCustomer(), await poorCustomer()];
    await api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: last.cardId } }));
    withBanks(api, (accountId) => [linkedAccount({ accountId, availableCents: 1_000 })]);
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    expect(moved(processors)).toEqual([["SALE", 41_250]]);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      {
        userId: other.userId,
        plaidBalanceCents: 1_000,
        primary: { id: null, paymentType: "ACH", problem: NOT_PROCESSED.insufficient },
        secondary: { paymentType: "CARD", paymentStatus: "SUCCESS", primaryTransactionId: null },
      },
      {
        userId: last.userId,
        plaidBalanceCents: 1_000,
        paymentStatus: "FAILED",
        notProcessedReason: NOT_PROCESSED.insufficient,
        secondary: null,
      },
    ]);
  });
});

describe("what may be taken only once", () => {
  it("is taken once when two press at the same moment while a bulk ACH job takes it too, and the workers race", async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => dueCustomer(api)));
    const presses = await Promise.allSettled([
      press(api),
      startPayments(api, reviewed("BULK_ACH", customers)),
      press(api),
    ]);
    expect(presses.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    await Promise.all([
      drainAutomation(api),
      api.services.bulkJobs.drain("BULK_ACH"),
      otherProcess(api).drain("AUTOMATION"),
    ]);
    await drainAutomation(api);
    expect(moved(processors)).toEqual(customers.map(() => ["DEBIT", 41_250]));
    for (const { userId } of customers) {
      const live = await api.database.read.paymentIntent.count({
        where: { userId, kind: { in: ["DEBIT", "SALE"] }, state: { notIn: ["FAILED", "CANCELLED"] } },
      });
      expect(live).toBe(1);
    }
  });

  it("is no more than is owed, and is not taken again the same day", async () => {
    const customer = await payableCustomer(api, { owesCents: 10_000 });
    await addSchedule(api, customer, [DUE_ON, "2026-11-20"]);
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    expect(await automationRows(api, requestedAt)).toMatchObject([
      { dueCents: 41_250, takenCents: 10_000, shortfallCents: -31_250 },
    ]);
    const again = await press(api);
    await drainAutomation(api);
    expect(await automationRows(api, again.requestedAt)).toMatchObject([
      { takenCents: 0, paymentStatus: "FAILED" },
    ]);
    expect(moved(processors)).toEqual([["DEBIT", 10_000]]);
  });
});

describe("a worker that is lost", () => {
  it("leaves its rows to the next one, which goes on to the second attempt", async () => {
    const [one, other] = [await dueCustomer(api), await dueCustomer(api)];
    const { batchId, requestedAt } = await press(api);
    await api.database.unsafeTransaction((tx) =>
      tx.bulkItem.updateMany({
        where: { batchId },
        data: { state: "CLAIMED", claimedBy: randomUUID(), claimedUntil: api.clock.in({ minutes: 2 }) },
      }),
    );
    await otherProcess(api).drain("AUTOMATION");
    expect(moved(processors)).toEqual([]);
    api.clock.advance({ minutes: 3 });
    processors.next("declined");
    await otherProcess(api).drain("AUTOMATION");
    expect(processors.books.map(({ mode }) => mode).toSorted()).toEqual(["DEBIT", "SALE"]);
    const rows = await automationRows(api, requestedAt);
    expect(rows.map(({ userId, paymentStatus }) => [userId, paymentStatus])).toEqual([
      [one.userId, "SUCCESS"],
      [other.userId, "SUCCESS"],
    ]);
    expect(await automationStatus(api, requestedAt)).toMatchObject({ status: "Completed" });
  });
});
