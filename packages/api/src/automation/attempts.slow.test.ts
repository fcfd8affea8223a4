import { randomUUID } from "node:crypto";
import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { describe, expect, it } from "vitest";
import {
  automationFile,
  automationRows,
  automationStatus,
  drainAutomation,
  listAutomation,
  moved,
  otherProcess,
  press,
  setUpAutomation,
} from "../testing/automation.ts";
import { DUE_ON, dueCustomer, linkedAccount, reviewed, startPayments, withBanks } from "../testing/bulk.ts";
import { payableCustomer } from "../testing/payable.ts";
import { addSchedule } from "../testing/schedules.ts";

const at = setUpAutomation();

/** A customer whose bank can be asked, by a token that is the account's name there. */
async function poorCustomer() {
  const customer = await dueCustomer(at.api);
  const { providerAccountId, bankLinkId } = await at.api.database.read.bankAccount.findUniqueOrThrow({
    where: { id: customer.accountId },
  });
  const place = { table: "bank_link", column: "access_token_sealed", rowId: bankLinkId };
  const accessTokenSealed = at.api.vault.seal(place, providerAccountId);
  await at.api.database.unsafeTransaction((tx) =>
    tx.bankLink.update({ where: { id: bankLinkId }, data: { accessTokenSealed } }),
  );
  return customer;
}

describe("a second attempt", () => {
  it("takes the same payment by card once the account has failed for good", async () => {
    const { userId } = await dueCustomer(at.api);
    at.processors.next("declined");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([["SALE", 41_250]]);
    const [row] = await automationRows(at.api, requestedAt);
    expect(row).toMatchObject({
      paymentStatus: "SUCCESS",
      paymentType: "CARD",
      takenCents: 41_250,
      primary: { paymentType: "ACH", last4: "6789", problem: "Over the limit" },
      secondary: { paymentType: "CARD", last4: "4242", paymentStatus: "SUCCESS", problem: "" },
    });
    expect(row?.secondary?.primaryTransactionId).toBe(row?.primary.id);
    const intents = await at.api.database.read.paymentIntent.findMany({
      where: { userId, kind: { in: ["DEBIT", "SALE"] } },
      orderBy: { createdAt: "asc" },
    });
    expect(intents.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      "DEBIT FAILED",
      "SALE SUCCEEDED",
    ]);
    expect(intents.map(({ businessKey }) => businessKey.replace(/.*:/, "")).toSorted()).toEqual(["1", "2"]);
    const { summary } = await listAutomation(at.api, { requestedAt });
    expect(summary).toMatchObject({
      main: { total: 1, succeeded: 1 },
      sub: { total: 1, succeeded: 1, takenCents: 41_250 },
    });
  });

  it("is the first one, on the rail that is there, where the other's processor is not set up", async () => {
    const [, cardless] = [await dueCustomer(at.api), await dueCustomer(at.api)];
    await at.api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: cardless.cardId } }));
    at.api.vendorsOff.push("ach");
    try {
      const { requestedAt } = await press(at.api);
      await drainAutomation(at.api);
      expect(moved(at.processors)).toEqual([["SALE", 41_250]]);
      const { summary, transactions } = await listAutomation(at.api, { requestedAt });
      expect(summary).toMatchObject({ main: { succeeded: 1 }, sub: { total: 0 } });
      expect(transactions.find(({ userId }) => userId === cardless.userId)).toMatchObject({
        notProcessedReason: NOT_PROCESSED.processorOff,
      });
    } finally {
      at.api.vendorsOff.length = 0;
    }
  });

  it("is the last one: when it fails too, the row has failed, with what was due as its shortfall", async () => {
    const [, bare] = [await dueCustomer(at.api), await dueCustomer(at.api)];
    await at.api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: bare.cardId } }));
    const send = () => Promise.resolve({ kind: "rejected", code: "5", message: "", raw: {} } as const);
    at.api.services.ports.ach = { ...at.processors.ach, send };
    at.processors.next("declined");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(at.processors.calls()).toBe(1);
    const failed = { paymentStatus: "FAILED", takenCents: 0, shortfallCents: -41_250 };
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { ...failed, problem: "Insufficient funds", primary: { problem: TEXT.failed } },
      { ...failed, problem: TEXT.failed, secondary: null },
    ]);
    const file = (await automationFile(at.api, requestedAt)).map((line) => line[10]);
    expect(file).toEqual([TEXT.failed, "Insufficient funds", TEXT.failed]);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({
      status: "Failed",
      error: "No payment went through.",
    });
  });

  it("is never made while the outcome of the first is unknown, nor after it turned out to be paid", async () => {
    await dueCustomer(at.api);
    at.processors.next("lostAfter");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    await drainAutomation(at.api);
    expect(at.processors.calls()).toBe(1);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      {
        status: "Processing",
        paymentStatus: null,
        notProcessedReason: NOT_PROCESSED.unknown,
        takenCents: null,
        secondary: null,
      },
    ]);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({ status: "Completed with errors" });
    const [line] = await automationFile(at.api, requestedAt);
    expect(line?.slice(7, 13)).toEqual(["Processing", "", NOT_PROCESSED.unknown, "", "412.50", ""]);
    at.api.clock.advance({ minutes: 2 });
    await at.api.services.payments.drain();
    await drainAutomation(at.api);
    expect(at.processors.calls()).toBe(1);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { paymentStatus: "SUCCESS", secondary: null },
    ]);
  });

  it("is not made when the unknown first one turns out to have failed after the batch was over", async () => {
    await dueCustomer(at.api);
    at.processors.next("lostBefore");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    at.api.clock.advance({ hours: 1 });
    const { ach } = at.api.services.ports;
    const found = {
      status: "invalidated",
      reference: "auth",
      amountCents: 41_250,
      returnCode: null,
      raw: {},
    } as const;
    at.api.services.ports.ach = { ...ach, lookUp: () => Promise.resolve(found) };
    await at.api.services.payments.drain();
    at.api.services.ports.ach = ach;
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([]);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { status: "Completed", paymentStatus: "FAILED", secondary: null },
    ]);
  });

  it("is not made where the preference names one method only", async () => {
    const { userId } = await dueCustomer(at.api);
    await at.api.database.unsafeTransaction((tx) =>
      tx.paymentPreference.create({
        data: { userId, useCard: true, cardNumber: "4242", useCardUntil: new Date("2026-12-24") },
      }),
    );
    at.processors.next("declined");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(at.processors.calls()).toBe(1);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { paymentType: "CARD", paymentStatus: "FAILED", secondary: null },
    ]);
  });

  it("is not made by a card that the network has forbidden to try again", async () => {
    await dueCustomer(at.api);
    const stolen = {
      kind: "declined",
      code: "43",
      message: "Stolen card",
      raw: {},
    } as const;
    at.api.services.ports.cards = { ...at.processors.cards, pull: () => Promise.resolve(stolen) };
    at.processors.next("declined");
    await press(at.api);
    await drainAutomation(at.api);
    at.api.clock.advance({ hours: 24 });
    at.processors.next("declined");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { paymentType: "ACH", paymentStatus: "FAILED", problem: "Over the limit", secondary: null },
    ]);
  });

  it("takes the place of a debit that the account does not cover, of which nothing is sent", async () => {
    const [other, last] = [await poorCustomer(), await poorCustomer()];
    await at.api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: last.cardId } }));
    withBanks(at.api, (accountId) => [linkedAccount({ accountId, availableCents: 1_000 })]);
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([["SALE", 41_250]]);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
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
    const customers = await Promise.all(Array.from({ length: 8 }, () => dueCustomer(at.api)));
    const presses = await Promise.allSettled([
      press(at.api),
      startPayments(at.api, reviewed("BULK_ACH", customers)),
      press(at.api),
    ]);
    expect(presses.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(1);
    await Promise.all([
      drainAutomation(at.api),
      at.api.services.bulkJobs.drain("BULK_ACH"),
      otherProcess(at.api).drain("AUTOMATION"),
    ]);
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual(customers.map(() => ["DEBIT", 41_250]));
    for (const { userId } of customers) {
      const live = await at.api.database.read.paymentIntent.count({
        where: { userId, kind: { in: ["DEBIT", "SALE"] }, state: { notIn: ["FAILED", "CANCELLED"] } },
      });
      expect(live).toBe(1);
    }
  });

  it("is no more than is owed, and is not taken again the same day", async () => {
    const customer = await payableCustomer(at.api, { owesCents: 10_000 });
    await addSchedule(at.api, customer, [DUE_ON, "2026-11-20"]);
    expect(await (await at.api.as("VIEWER")).automation.preview()).toMatchObject({ totalCents: 10_000 });
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    expect(await automationRows(at.api, requestedAt)).toMatchObject([
      { dueCents: 41_250, takenCents: 10_000, shortfallCents: -31_250 },
    ]);
    const again = await press(at.api);
    await drainAutomation(at.api);
    expect(await automationRows(at.api, again.requestedAt)).toMatchObject([
      { takenCents: 0, paymentStatus: "FAILED" },
    ]);
    expect(moved(at.processors)).toEqual([["DEBIT", 10_000]]);
  });
});

describe("a worker that is lost", () => {
  it("leaves its rows to the next one, which goes on to the second attempt", async () => {
    const [one, other] = [await dueCustomer(at.api), await dueCustomer(at.api)];
    const { batchId, requestedAt } = await press(at.api);
    await at.api.database.unsafeTransaction((tx) =>
      tx.bulkItem.updateMany({
        where: { batchId },
        data: { state: "CLAIMED", claimedBy: randomUUID(), claimedUntil: at.api.clock.in({ minutes: 2 }) },
      }),
    );
    await otherProcess(at.api).drain("AUTOMATION");
    expect(moved(at.processors)).toEqual([]);
    at.api.clock.advance({ minutes: 3 });
    at.processors.next("declined");
    await otherProcess(at.api).drain("AUTOMATION");
    expect(at.processors.books.map(({ mode }) => mode).toSorted()).toEqual(["DEBIT", "SALE"]);
    const rows = await automationRows(at.api, requestedAt);
    expect(rows.map(({ userId, paymentStatus }) => [userId, paymentStatus])).toEqual([
      [one.userId, "SUCCESS"],
      [other.userId, "SUCCESS"],
    ]);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({ status: "Completed" });
  });
});
