import { randomUUID } from "node:crypto";
import type { AchSettlement } from "@countinghouse/providers/ach/port";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { findDriftedBalances } from "../ledger/balances.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { payment as manualPayment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const list = async (role: Role = "VIEWER") => (await api.as(role)).paymentExceptions.list();
const owed = async ({ userId }: Payable) => (await readBalances(api, userId)).cachedCents;
const readState = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;

let references = 0;

/** A settlement that nobody here knows. */
async function strange(changed: Partial<AchSettlement> = {}) {
  const reference = `6392459423224${++references}`;
  const settlement: AchSettlement = {
    direction: "debit",
    reference,
    key: null,
    amountCents: 1000,
    settledOn: "2026-11-20",
    accountLast4: "6789",
    raw: {},
    ...changed,
  };
  processors.report({ settlements: [settlement] });
  await api.services.payments.pullReports();
  const row = (await list()).unmatched.find((each) => each.reference === reference);
  if (row === undefined) throw new Error("The settlement is not on the list.");
  return row;
}

/** A debit whose call was given up, and of which the processor does not tell our key. */
async function unknownDebit(): Promise<Payable & { paymentId: string }> {
  const customer = await payableCustomer(api);
  const { ach } = api.services.ports;
  const none = () => Promise.resolve(null);
  api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
  processors.next("lostBefore");
  const { paymentId } = await run(api, order(customer, "DEBIT"));
  return { ...customer, paymentId };
}

type Match = RouterInputs["paymentExceptions"]["match"];

const match = async (input: Partial<Match> & Pick<Match, "reportId">) =>
  (await api.as("ADMIN")).paymentExceptions.match({ requestId: randomUUID(), ...input });

describe("the list", () => {
  it("holds a settlement that matches nothing, which is neither a return nor a chargeback", async () => {
    const row = await strange({ amountCents: 777, accountLast4: "1234", settledOn: "2026-11-19" });
    expect(row).toMatchObject({
      kind: "SETTLEMENT",
      rail: "ACH",
      direction: "DEBIT",
      amountCents: 777,
      last4: "1234",
      happenedOn: "2026-11-19",
      payments: [],
    });
    const { unprocessedReturns, total } = await (await api.as("VIEWER")).chargebacks.unprocessed();
    expect(unprocessedReturns).toEqual([]);
    expect(total).toBe(0);
  });

  it("names the customers whose name and account a return tells", async () => {
    const customer = await payableCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: customer.userId }, data: { firstname: "Ottilie", lastname: "Quaas" } }),
    );
    processors.report({ returns: [achReturn("nobody", { reference: "auth-gone", name: "Ottilie Quaas" })] });
    await api.services.payments.pullReports();
    const row = (await list()).unmatched.find(({ reference }) => reference === "auth-gone");
    expect(row).toMatchObject({
      kind: "RETURN",
      name: "Ottilie Quaas",
      customers: [{ userId: customer.userId, userName: "Ottilie Quaas" }],
    });
  });

  it("holds payments whose outcome nobody knows, once a look-up has not told it, and counts all", async () => {
    const before = (await list()).counts.unknown;
    const { paymentId } = await unknownDebit();
    expect((await list()).unknown.map((each) => each.paymentId)).not.toContain(paymentId);
    api.clock.advance({ minutes: 2 });
    const { unknown, counts } = await list();
    expect(unknown.find((each) => each.paymentId === paymentId)).toMatchObject({
      kind: "DEBIT",
      state: "UNKNOWN",
      amountCents: 1000,
      last4: "6789",
    });
    expect(counts.unknown).toBe(before + 1);
  });
});

describe("to match a report with a payment", () => {
  it("posts what follows, once, and audits who said so", async () => {
    const payment = await unknownDebit();
    const { id } = await strange({ accountLast4: null });
    const requestId = randomUUID();
    const matched = { paymentId: payment.paymentId, isApplied: true, problem: "" };
    expect(await match({ reportId: id, paymentId: payment.paymentId, requestId })).toEqual(matched);
    expect(await readState(payment.paymentId)).toBe("SETTLED");
    expect(await owed(payment)).toBe(49_000);
    expect(await lastAuditEvent(api, "paymentExceptions.match")).toMatchObject({
      actor: `admin:${(await api.admin("ADMIN")).id}`,
      subjectId: String(payment.userId),
      before: { reportId: id, amountCents: 1000 },
      after: { paymentId: payment.paymentId, wasOrdered: true },
    });
    const events = await countAuditEvents(api, "paymentExceptions.match");
    expect(await match({ reportId: id, paymentId: payment.paymentId, requestId })).toEqual(matched);
    await expectRefusal(match({ reportId: id, paymentId: payment.paymentId }), "CONFLICT", "already matched");
    expect(await countAuditEvents(api, "paymentExceptions.match")).toBe(events);
    expect(await owed(payment)).toBe(49_000);
    expect((await list()).unmatched.map((each) => each.id)).not.toContain(id);
  });

  it("makes what the processor reports of it later find it by itself", async () => {
    const payment = await unknownDebit();
    const { id, reference } = await strange({ accountLast4: null });
    await match({ reportId: id, paymentId: payment.paymentId });
    processors.report({ settlements: [], returns: [achReturn("other", { key: null, reference })] });
    await api.services.payments.pullReports();
    expect(await readState(payment.paymentId)).toBe("RETURNED");
    expect(await owed(payment)).toBe(50_000);
  });

  it.each([
    ["another amount", { amountCents: 999 }],
    ["another direction", { direction: "credit" }],
  ] as const)("is refused where it has %s", async (_what, changed) => {
    const payment = await unknownDebit();
    const { id } = await strange({ accountLast4: null, ...changed });
    await expectRefusal(match({ reportId: id, paymentId: payment.paymentId }), "RULE", "differ in amount");
    expect(await readState(payment.paymentId)).toBe("UNKNOWN");
    expect((await list()).unmatched.map((each) => each.id)).toContain(id);
  });

  it("is refused where the processor knows the payment by another name", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    const { id } = await strange({ accountLast4: null });
    await expectRefusal(match({ reportId: id, paymentId }), "RULE", "a different reference");
    expect(await owed(customer)).toBe(49_000);
  });

  it("is refused where neither a payment nor a customer is named, or both", async () => {
    const { id } = await strange();
    await expect(match({ reportId: id })).rejects.toThrow("Choose the payment or customer");
    await expect(match({ reportId: id, userId: 1, paymentId: randomUUID() })).rejects.toThrow("Choose");
  });

  it("that is pressed twice at once posts once", async () => {
    const payment = await unknownDebit();
    const { id } = await strange({ accountLast4: null });
    const press = () => match({ reportId: id, paymentId: payment.paymentId });
    const results = await Promise.allSettled([press(), press()]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await owed(payment)).toBe(49_000);
  });
});

describe("to match a report with a customer, where nobody ordered the payment here", () => {
  it("books the payment that the processor took, from the account it names", async () => {
    const customer = await payableCustomer(api);
    const { id, reference } = await strange();
    const { paymentId, isApplied } = await match({ reportId: id, userId: customer.userId });
    expect(isApplied).toBe(true);
    expect(
      await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } }),
    ).toMatchObject({
      kind: "DEBIT",
      state: "SETTLED",
      businessKey: `reported:payliance:${reference}`,
      bankAccountId: customer.accountId,
    });
    expect(await owed(customer)).toBe(49_000);
  });

  it("books it as of the day of the report, however late somebody sees to it", async () => {
    const customer = await payableCustomer(api);
    const { id } = await strange({ settledOn: "2026-11-18" });
    const { paymentId: intentId } = await match({ reportId: id, userId: customer.userId });
    const { effectiveOn } = await api.database.read.ledgerTransaction.findFirstOrThrow({
      where: { intentId, kind: "payment" },
    });
    expect(effectiveOn).toEqual(new Date("2026-11-18"));
  });

  it("asks first where the same amount was recorded by hand in that week", async () => {
    const customer = await payableCustomer(api);
    await record(api, manualPayment(customer.userId, { amountCents: 1000 }));
    const { id } = await strange();
    const refusal = await match({ reportId: id, userId: customer.userId }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ message: expect.stringContaining("recorded $10.00 as paid") });
    expect(await owed(customer)).toBe(49_000);
    const { id: equalPaymentId } = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { userId: customer.userId, kind: "MANUAL" },
    });
    const { paymentId } = await match({ reportId: id, userId: customer.userId, equalPaymentId });
    expect(await owed(customer)).toBe(48_000);
    expect(
      await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: paymentId } }),
    ).toMatchObject({ equalPaymentId });
  });

  it.each([
    ["money that was sent", { direction: "credit" }, "only be matched with a payment"],
    [
      "an account the customer has not",
      { accountLast4: "0000" },
      "no card or account with these last digits",
    ],
  ] as const)("is refused for %s", async (_what, changed, message) => {
    const customer = await payableCustomer(api);
    const { id } = await strange(changed);
    await expectRefusal(match({ reportId: id, userId: customer.userId }), "RULE", message);
    expect(await owed(customer)).toBe(50_000);
  });
});

describe("to close what was booked otherwise than ordered", () => {
  const open = async () => {
    const customer = await payableCustomer(api);
    processors.next("part");
    const { paymentId } = await run(api, order(customer, "SALE"));
    const row = (await list()).booked.find((each) => each.paymentId === paymentId);
    return { paymentId, exceptionId: row?.id ?? "" };
  };
  const close = async (exceptionId: string, role: Role = "ADMIN", requestId = randomUUID()) =>
    (await api.as(role)).paymentExceptions.close({
      requestId,
      exceptionId,
      note: "The customer was called.",
    });

  it("takes it off the list with the note, once, and audits it", async () => {
    const { exceptionId, paymentId } = await open();
    const requestId = randomUUID();
    await close(exceptionId, "ADMIN", requestId);
    expect((await list()).booked.map(({ id }) => id)).not.toContain(exceptionId);
    expect(await lastAuditEvent(api, "paymentExceptions.close")).toMatchObject({
      after: { exceptionId, paymentId, kind: "OTHER_AMOUNT", note: "The customer was called." },
    });
    expect(await close(exceptionId, "ADMIN", requestId)).toEqual({ exceptionId });
    await expectRefusal(close(exceptionId), "CONFLICT", "closed this exception");
  });

  it("is refused without a note", async () => {
    const { exceptionId } = await open();
    const as = await api.as("ADMIN");
    const input = { requestId: randomUUID(), exceptionId, note: "  " };
    await expect(as.paymentExceptions.close(input)).rejects.toThrow("Enter what was done.");
  });
});

it("no balance differs from its ledger after all of it", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
