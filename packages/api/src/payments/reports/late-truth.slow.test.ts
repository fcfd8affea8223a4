import { randomUUID } from "node:crypto";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { duplicateKey } from "@countinghouse/validators/payment-exceptions/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { seenNow } from "../../testing/confirmed.ts";
import { payOut } from "../../testing/customers.ts";
import { lastAuditEvent } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import {
  openPayments,
  order,
  PASSCODE,
  type Payable,
  payableCustomer,
  run,
  withAccount,
  withProcessors,
} from "../../testing/payable.ts";
import { readBalances } from "../../testing/payments.ts";
import type { MovedMoney, TestProcessors } from "../../testing/processors.ts";
import { achReturn, cardException, settlementAt } from "../../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const today = () => newYorkDate(api.clock.now());
const readIntent = (id: string) => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });
const owed = async ({ userId }: Payable) => (await readBalances(api, userId)).cachedCents;
const readExceptions = async (intentId: string) =>
  (await api.database.read.paymentException.findMany({ where: { intentId }, orderBy: { kind: "asc" } })).map(
    ({ kind }) => kind,
  );

/** Makes the processors know no payment in lookups, as if its call had not arrived yet. Returns their books. */
function hidden(): MovedMoney[] {
  const { ach, cards } = api.services.ports;
  const none = () => Promise.resolve(null);
  api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
  api.services.ports.cards = { ...cards, lookUp: none };
  return processors.books;
}

/** A payment whose answer was lost. The processor took it, but does not know it in lookups. */
async function unknown(mode: "SALE" | "DEBIT", customer?: Payable) {
  const payer = customer ?? (await payableCustomer(api));
  const books = hidden();
  processors.next("lostAfter");
  const { paymentId, state } = await run(api, order(payer, mode));
  expect(state).toBe("UNKNOWN");
  return { payer, paymentId, key: books.at(-1)?.key ?? "" };
}

/** The same payment after a person recorded, by mistake, that it never went through. */
async function saidFailed(mode: "SALE" | "DEBIT", customer?: Payable) {
  const payment = await unknown(mode, customer);
  api.clock.advance({ hours: 25 });
  expect(await api.services.payments.step(payment.paymentId)).toBe("NEEDS_REVIEW");
  await sayFailed(payment.paymentId);
  expect(await readIntent(payment.paymentId)).toMatchObject({ state: "FAILED" });
  return payment;
}

const sayFailed = async (paymentId: string) =>
  (await api.as("SUPERADMIN")).payments.resolve({
    requestId: randomUUID(),
    paymentId,
    outcome: "failed",
    reason: "Nothing stands in the statement of the bank.",
    passcode: PASSCODE,
  });

const tell = async (what: Parameters<TestProcessors["report"]>[0]) => {
  processors.report({ returns: [], settlements: [], exceptions: [], transactions: {}, ...what });
  return api.services.payments.pullReports();
};

describe("a payment that failed here", () => {
  it("is re-opened by a settlement, booked once and shown to a person", async () => {
    const { payer, paymentId, key } = await saidFailed("DEBIT");
    expect(await owed(payer)).toBe(50_000);
    await tell({ settlements: [settlementAt(today(), key, { key }), settlementAt(today(), key, { key })] });
    await tell({ settlements: [settlementAt(today(), key, { key })] });
    expect(await readIntent(paymentId)).toMatchObject({
      state: "SETTLED",
      failureCode: "",
      failureMessage: "",
    });
    expect(await owed(payer)).toBe(49_000);
    expect(await readExceptions(paymentId)).toEqual(["LATE_OUTCOME"]);
    expect(await lastAuditEvent(api, "payments.outcome")).toMatchObject({
      before: { paymentId, state: "FAILED" },
      after: { paymentId, state: "SUBMITTED" },
    });
  });

  it.each(["a return", "a chargeback"])(
    "is re-opened by %s, and the returned money is owed again",
    async (what) => {
      const isReturn = what === "a return";
      const { payer, paymentId, key } = await saidFailed(isReturn ? "DEBIT" : "SALE");
      await tell(
        isReturn
          ? { returns: [achReturn(key, { returnedOn: today() })] }
          : { exceptions: [cardException(key, { day: today() })] },
      );
      expect(await readIntent(paymentId)).toMatchObject({ state: isReturn ? "RETURNED" : "CHARGED_BACK" });
      expect(await owed(payer)).toBe(50_000);
      expect(await readExceptions(paymentId)).toEqual(["LATE_OUTCOME"]);
    },
  );

  it("is a duplicate when the same instalment was paid in the meantime, and both are in the ledger", async () => {
    const customer = await owing();
    const first = await collectedLate(customer);
    const second = await collect(customer);
    expect(second.state).toBe("SUBMITTED");
    expect(await owed(customer)).toBe(49_000);
    await settle(first);
    expect(await readIntent(first.paymentId)).toMatchObject({ state: "SETTLED", isDuplicate: true });
    expect(await readIntent(second.paymentId)).toMatchObject({ isDuplicate: false });
    expect(await owed(customer)).toBe(48_000);
    expect(await readExceptions(first.paymentId)).toEqual(["LATE_OUTCOME", "DUPLICATE"]);
  });

  it("is no duplicate when the other payment left a part of the instalment for it", async () => {
    const customer = await owing();
    const first = await collectedLate(customer);
    await api.database.unsafeTransaction((tx) =>
      tx.bankAccount.update({ where: { id: customer.accountId }, data: { isPrimary: false } }),
    );
    processors.next("part");
    const second = await collect(customer);
    expect(await readIntent(second.paymentId)).toMatchObject({ state: "SUCCEEDED", movedCents: 100n });
    await settle(first);
    expect(await readIntent(first.paymentId)).toMatchObject({ state: "SETTLED", isDuplicate: false });
    expect(await owed(customer)).toBe(48_900);
    expect(await readExceptions(first.paymentId)).toEqual(["LATE_OUTCOME"]);
  });

  it("is the duplicate of the payment that paid the rest of the instalment, not of a newer one that paid a part", async () => {
    const customer = await owing();
    const [rest, late] = [await collectedLate(customer), await collectedLate(customer)];
    await api.database.unsafeTransaction((tx) =>
      tx.bankAccount.update({ where: { id: customer.accountId }, data: { isPrimary: false } }),
    );
    processors.next("part");
    await collect(customer);
    await settle(rest);
    await settle(late);
    expect(await readIntent(rest.paymentId)).toMatchObject({ isDuplicate: false });
    expect(await readIntent(late.paymentId)).toMatchObject({ isDuplicate: true });
    const { message } = await api.database.read.paymentException.findFirstOrThrow({
      where: { intentId: late.paymentId, kind: "DUPLICATE" },
    });
    expect(message).toBe(duplicateKey(rest.paymentId));
  });

  it("makes a payment under way the duplicate when that goes through as well", async () => {
    const [paidTwice, paidOnce] = [await owing(), await owing()];
    const told = async (customer: Owing) => {
      const first = await collectedLate(customer);
      const books = hidden();
      processors.next("lostAfter");
      const second = { ...(await collect(customer)), key: books.at(-1)?.key ?? "" };
      expect(second.state).toBe("UNKNOWN");
      await settle(first);
      expect(await readIntent(first.paymentId)).toMatchObject({ state: "SETTLED", isDuplicate: false });
      return second;
    };
    const [twice] = [await told(paidTwice), await told(paidOnce)];
    await settle(twice);
    expect(await readIntent(twice.paymentId)).toMatchObject({ state: "SETTLED", isDuplicate: true });
    expect(await readExceptions(twice.paymentId)).toEqual(["DUPLICATE"]);
    expect([await owed(paidTwice), await owed(paidOnce)]).toEqual([48_000, 49_000]);
  });
});

/** A customer with an instalment of ten dollars that is due. */
async function owing() {
  const customer = await payableCustomer(api);
  await payOut(api, customer.applicationId);
  const { id: scheduleId } = await api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.create({
      data: {
        userId: customer.userId,
        applicationId: customer.applicationId,
        paymentDate: new Date(today()),
        amountCents: 1000,
      },
    }),
  );
  return { ...customer, scheduleId };
}

type Owing = Awaited<ReturnType<typeof owing>>;

const collect = async ({ userId, scheduleId }: Owing) =>
  (await api.as("EMPLOYEE")).paymentSchedules.process({
    requestId: randomUUID(),
    scheduleId,
    amountCents: 1000,
    confirmed: { seen: await seenNow(api.database.read, userId), equalPaymentId: null },
  });

/** Collects the instalment and loses the answer; then a person records that the payment never went through. */
async function collectedLate(customer: Owing) {
  const books = hidden();
  processors.next("lostAfter");
  const { paymentId } = await collect(customer);
  const key = books.at(-1)?.key ?? "";
  api.clock.advance({ hours: 25 });
  await api.services.payments.step(paymentId);
  await sayFailed(paymentId);
  return { paymentId, key };
}

const settle = ({ key }: { key: string }) => tell({ settlements: [settlementAt(today(), key, { key })] });

describe("a report without our key", () => {
  it("belongs to the payment whose key the processor returns on request", async () => {
    const { payer, paymentId, key } = await unknown("DEBIT");
    api.services.ports.ach = { ...api.services.ports.ach, findKey: () => Promise.resolve(key) };
    await tell({ settlements: [settlementAt(today(), "x", { reference: "639", accountLast4: null })] });
    expect(await readIntent(paymentId)).toMatchObject({ state: "SETTLED" });
    expect(await owed(payer)).toBe(49_000);
  });

  it("belongs to the only unanswered payment of its amount, direction and account", async () => {
    const { payer, paymentId } = await unknown("DEBIT", await withAccount(api, "7001"));
    await tell({ settlements: [settlementAt(today(), "x", { reference: "640", accountLast4: "7002" })] });
    expect(await readIntent(paymentId)).toMatchObject({ state: "UNKNOWN" });
    await tell({ settlements: [settlementAt(today(), "x", { reference: "641", accountLast4: "7001" })] });
    expect(await readIntent(paymentId)).toMatchObject({ state: "SETTLED" });
    expect(await owed(payer)).toBe(49_000);
  });

  it("is left to a person when it may belong to two payments", async () => {
    const [one, other] = [
      await unknown("DEBIT", await withAccount(api, "7003")),
      await unknown("DEBIT", await withAccount(api, "7003")),
    ];
    await tell({ settlements: [settlementAt(today(), "x", { reference: "642", accountLast4: "7003" })] });
    for (const { paymentId } of [one, other])
      expect(await readIntent(paymentId)).toMatchObject({ state: "UNKNOWN" });
    const { unmatched } = await (await api.as("EMPLOYEE")).paymentExceptions.list();
    const row = unmatched.find(({ reference }) => reference === "642");
    expect(row).toMatchObject({ rail: "ACH", direction: "DEBIT", amountCents: 1000, last4: "7003" });
    expect(row?.payments.map(({ paymentId }) => paymentId).toSorted()).toEqual(
      [one.paymentId, other.paymentId].toSorted(),
    );
  });
});

it("books the part that the bank approved of a sale, and shows both amounts", async () => {
  const customer = await payableCustomer(api);
  processors.next("part");
  const { paymentId, state } = await run(api, order(customer, "SALE"));
  expect(state).toBe("SUCCEEDED");
  expect(await readIntent(paymentId)).toMatchObject({ amountCents: 1000n, movedCents: 100n });
  expect(await owed(customer)).toBe(49_900);
  const attempt = await api.database.read.paymentAttempt.findFirstOrThrow({ where: { intentId: paymentId } });
  expect(attempt).toMatchObject({ providerReference: expect.stringContaining("txn-"), answer: { SC: 200 } });
  const { booked } = await (await api.as("EMPLOYEE")).paymentExceptions.list();
  expect(booked.find((each) => each.paymentId === paymentId)).toMatchObject({
    kind: "OTHER_AMOUNT",
    amountCents: 1000,
    movedCents: 100,
    message: "The processor took $1.00 of $10.00. Only that part was booked. The rest is still owed.",
  });
});

it("leaves no balance that differs from its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
