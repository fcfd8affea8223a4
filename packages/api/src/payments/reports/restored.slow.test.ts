import type { CardException } from "@countinghouse/providers/cards/port";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { lastAuditEvent } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../../testing/payable.ts";
import { readBalances } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { cardException } from "../../testing/reports.ts";
import { addSchedule, readSchedules, toProcess } from "../../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({ roles: ["EMPLOYEE"], passcodes: true }));
});
afterAll(() => api.close());

interface Sale {
  userId: number;
  paymentId: string;
  key: string;
}

/** A sale of ten dollars to a customer who owed five hundred. */
async function sale(): Promise<Sale> {
  const customer = await payableCustomer(api);
  const { paymentId } = await run(api, order(customer, "SALE"));
  return { userId: customer.userId, paymentId, key: processors.books.at(-1)?.key ?? "" };
}

const told = async (...exceptions: CardException[]) => {
  processors.report({ exceptions });
  return api.services.payments.pullReports();
};

const won = (key: string, changed: Partial<CardException> = {}) =>
  cardException(key, { exceptionId: `won-${key}`, type: "REPRESENTMENT", status: "Won", ...changed });
const reversed = (key: string, changed: Partial<CardException> = {}) =>
  cardException(key, {
    exceptionId: `rev-${key}`,
    type: "CHARGEBACK REVERSAL",
    status: "Closed",
    ...changed,
  });

async function standing({ userId, paymentId }: Sale) {
  const { state } = await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } });
  const { ledgerCents, cachedCents } = await readBalances(api, userId);
  expect(ledgerCents).toBe(cachedCents);
  return { state, owesCents: cachedCents };
}

/** Returns the ledger transactions of a payment, each with the index of the one that it reverses. */
async function readPosted({ paymentId: intentId }: Sale) {
  const posted = await api.database.read.ledgerTransaction.findMany({
    where: { intentId },
    orderBy: { id: "asc" },
    select: { id: true, kind: true, sequence: true, reversesId: true },
  });
  return posted.map(({ kind, sequence, reversesId }) => ({
    kind,
    sequence,
    reverses: posted.findIndex(({ id }) => id === reversesId),
  }));
}

it.each([
  ["a reversal", reversed],
  ["a contest that was won", won],
])("%s gives the charged-back money back once, even when the report is repeated", async (_, report) => {
  const paid = await sale();
  await told(cardException(paid.key));
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
  const back = report(paid.key);
  expect(await told(cardException(paid.key), back, back)).toMatchObject({ applied: 1, problems: 0 });
  expect(await told(back)).toMatchObject({ applied: 0 });
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
  expect(await readPosted(paid)).toEqual([
    { kind: "payment", sequence: 1, reverses: -1 },
    { kind: "chargeback", sequence: 1, reverses: 0 },
    { kind: "chargeback-reversal", sequence: 1, reverses: 1 },
  ]);
  expect(await lastAuditEvent(api, "payments.reported")).toMatchObject({
    before: { state: "CHARGED_BACK" },
    after: { state: "SUCCEEDED" },
  });
});

it("a payment charged back again after a reversal is owed again, and each step has a row in the ledger sheet", async () => {
  const paid = await sale();
  await told(cardException(paid.key));
  await told(won(paid.key));
  await told(cardException(paid.key, { exceptionId: `again-${paid.key}` }));
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
  await told(reversed(paid.key));
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
  expect((await readPosted(paid)).map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual([
    "payment 1",
    "chargeback 1",
    "chargeback-reversal 1",
    "chargeback 2",
    "chargeback-reversal 2",
  ]);
  const rows = await api.database.read.outboxMessage.count({
    where: { dedupeKey: { contains: `payment:${paid.paymentId}` } },
  });
  expect(rows).toBe(5);
});

it("a contest that is not won moves no money, and its end counts as a new report", async () => {
  const paid = await sale();
  await told(cardException(paid.key), won(paid.key, { status: "Open" }));
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
  expect(await told(won(paid.key))).toMatchObject({ applied: 1 });
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
});

it.each(["Closed", " closed ", "Closed - ours"])(
  "a contest with the status %j books nothing and is left to a person",
  async (status) => {
    const paid = await sale();
    const closed = won(paid.key, { status });
    await told(cardException(paid.key));
    expect(await told(closed)).toMatchObject({ applied: 0, problems: 1 });
    expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
    const { unprocessedChargebacks } = await (await api.as("VIEWER")).chargebacks.unprocessed();
    expect(unprocessedChargebacks.find(({ uniqueRef }) => uniqueRef === paid.key)).toMatchObject({
      exceptionType: "REPRESENTMENT",
      status: status,
      stage: "STATE",
      errorMessage: "The dispute was closed, but the report does not say whether the money was returned.",
    });
    api.clock.advance({ minutes: 1 });
    expect(await api.services.payments.retryReports()).toMatchObject({ applied: 0 });
    expect(await told(closed, reversed(paid.key))).toMatchObject({ applied: 1 });
    expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
  },
);

it("a contest that was closed and is then reported as won gives the money back", async () => {
  const paid = await sale();
  await told(cardException(paid.key), won(paid.key, { status: "Closed" }));
  expect(await told(won(paid.key))).toMatchObject({ applied: 1 });
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
});

it.each(["Return", "Adjustment - debit", "A word that nobody knows"])(
  "a report of the kind %j books nothing and is on the list with the processor's words",
  async (type) => {
    const paid = await sale();
    expect(await told(cardException(paid.key, { type, status: "Settled" }))).toMatchObject({ problems: 1 });
    expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
    const { unprocessedChargebacks } = await (await api.as("VIEWER")).chargebacks.unprocessed();
    expect(unprocessedChargebacks.find(({ uniqueRef }) => uniqueRef === paid.key)).toMatchObject({
      exceptionType: type,
      status: "Settled",
      stage: "STATE",
      errorMessage: expect.stringContaining("posts nothing automatically"),
    });
  },
);

it("a reversal that arrives before its chargeback waits and is applied by a retry", async () => {
  const paid = await sale();
  expect(await told(reversed(paid.key))).toMatchObject({ applied: 0, problems: 1 });
  expect(await told(reversed(paid.key), cardException(paid.key))).toMatchObject({ applied: 1, problems: 0 });
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
  api.clock.advance({ minutes: 1 });
  expect(await api.services.payments.retryReports()).toMatchObject({ applied: 1 });
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
});

it("a reversal of another amount, or after a won contest, changes nothing, even after a further chargeback", async () => {
  const paid = await sale();
  await told(cardException(paid.key), reversed(paid.key, { exceptionId: "other", amountCents: 999 }));
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
  await told(won(paid.key));
  await told(reversed(paid.key));
  expect(await standing(paid)).toEqual({ state: "SUCCEEDED", owesCents: 49_000 });
  const kept = await api.database.read.processorEvent.findMany({
    where: { intentId: paid.paymentId, appliedAt: null },
    orderBy: { id: "asc" },
  });
  expect(kept.map(({ stage, problem }) => [stage, problem])).toEqual([
    ["AMOUNT", "The processor's amount does not match our payment."],
    ["STATE", "The processor reversed a chargeback, but no chargeback is on file."],
  ]);
  await told(cardException(paid.key, { exceptionId: `again-${paid.key}`, day: "2026-11-23" }));
  api.clock.advance({ minutes: 1 });
  expect(await api.services.payments.retryReports()).toMatchObject({ applied: 0 });
  expect(await standing(paid)).toEqual({ state: "CHARGED_BACK", owesCents: 50_000 });
});

it("a reversal pays a scheduled payment again, unless that was collected again in the meantime", async () => {
  const [kept, again] = [await collected(), await collected()];
  expect([await readStatus(kept), await readStatus(again)]).toEqual(["PAID", "PAID"]);
  // A code that is not for fraud: after fraud the card would not be charged again.
  const whole = { amountCents: 41_250, code: "13.1", day: newYorkDate(api.clock.now()) };
  await told(cardException(kept.key, whole), cardException(again.key, whole));
  expect([await readStatus(kept), await readStatus(again)]).toEqual(["UNPAID", "UNPAID"]);
  await collect(again.scheduleId, again.userId);
  expect(await told(reversed(kept.key, whole), reversed(again.key, whole))).toMatchObject({ problems: 1 });
  expect([await readStatus(kept), await readStatus(again)]).toEqual(["PAID", "PAID"]);
  expect((await standing(kept)).state).toBe("SUCCEEDED");
  expect(await standing(again)).toEqual({ state: "CHARGED_BACK", owesCents: 8_750 });
});

it("a reversal pays its part of a scheduled payment again when another payment paid the other part before", async () => {
  processors.next("part");
  const first = await collected();
  await collect(first.scheduleId, first.userId);
  expect(await readStatus(first)).toBe("PAID");
  const part = { amountCents: 4_125, code: "13.1", day: newYorkDate(api.clock.now()) };
  await told(cardException(first.key, part));
  expect(await readStatus(first)).toBe("UNPAID");
  expect(await told(reversed(first.key, part))).toMatchObject({ applied: 1, problems: 0 });
  expect(await readStatus(first)).toBe("PAID");
  expect(await standing(first)).toEqual({ state: "SUCCEEDED", owesCents: 8_750 });
});

it("a reversal waits while the scheduled payment is being collected again after the chargeback", async () => {
  const first = await collected();
  const whole = { amountCents: 41_250, code: "13.1", day: newYorkDate(api.clock.now()) };
  await told(cardException(first.key, whole));
  processors.next("lostBefore");
  await collect(first.scheduleId, first.userId);
  expect(await told(reversed(first.key, whole))).toMatchObject({ problems: 1 });
  expect((await standing(first)).state).toBe("CHARGED_BACK");
});

/** A customer whose one scheduled payment, of $412.50, was taken from their card. */
async function collected(): Promise<Sale & { scheduleId: number }> {
  const customer = await payableCustomer(api);
  await api.database.unsafeTransaction((tx) =>
    tx.bankAccount.update({ where: { id: customer.accountId }, data: { isPrimary: false } }),
  );
  const [row] = await addSchedule(api, customer);
  const scheduleId = row?.id ?? 0;
  const { userId } = customer;
  return {
    userId,
    scheduleId,
    paymentId: await collect(scheduleId, userId),
    key: processors.books.at(-1)?.key ?? "",
  };
}

/** Collects a scheduled payment as staff do, a day after the last payment. */
async function collect(scheduleId: number, userId: number): Promise<string> {
  api.clock.advance({ hours: 25 });
  const row = (await readSchedules(api, userId)).find(({ id }) => id === scheduleId);
  return (await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row))).paymentId;
}

const readStatus = async ({ scheduleId }: { scheduleId: number }) =>
  (await api.database.read.paymentSchedule.findUniqueOrThrow({ where: { id: scheduleId } })).status;

it("leaves no balance that differs from its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
