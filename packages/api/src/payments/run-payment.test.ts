import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { queuedSheetRow, readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { NOT_FOUND_YET } from "./engine/machine.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const readIntent = (paymentId: string) =>
  api.database.read.paymentIntent.findUniqueOrThrow({
    where: { id: paymentId },
    include: { attempts: true },
  });

describe("a charge", () => {
  it.each([
    ["SALE", "SUCCEEDED"],
    ["DEBIT", "SUBMITTED"],
    ["RCC", "SUBMITTED"],
  ] as const)(
    "by %s moves the money once, lowers the balance and queues its ledger sheet row",
    async (mode, state) => {
      const customer = await payableCustomer(api);
      const outcome = await run(api, order(customer, mode));
      expect(outcome).toMatchObject({
        state,
        amountCents: 1000,
        message: "Transaction perform successfully",
      });
      expect(processors.books).toEqual([{ key: expect.any(String), mode, amountCents: 1000 }]);
      expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 49_000, cachedCents: 49_000 });
      expect(await queuedSheetRow(api, outcome.paymentId)).toMatchObject({
        sheet: "Payments",
        row: { rowId: outcome.paymentId },
      });
      const { attempts, businessKey } = await readIntent(outcome.paymentId);
      expect(businessKey).toContain(mode.toLowerCase());
      expect(attempts).toEqual([
        expect.objectContaining({ outcome: state, providerKey: processors.books[0]?.key }),
      ]);
    },
  );

  it.each([
    ["DEBIT", true],
    ["RCC", false],
  ] as const)("by %s with External in its request stores it: %s", async (mode, isRecorded) => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, mode, { isExternal: true }));
    expect(await readIntent(paymentId)).toMatchObject({ isExternal: isRecorded });
    const paid = { userId: customer.userId, outcome: "inProgress", after: null, limit: 10 } as const;
    const { payments } = await (await api.as("VIEWER")).payments.list(paid);
    expect(payments.find(({ id }) => id === paymentId)).toMatchObject({ isExternal: isRecorded });
  });

  it("that is declined moves nothing and returns the reason", async () => {
    const customer = await payableCustomer(api);
    processors.next("declined");
    const outcome = await run(api, order(customer, "SALE"));
    expect(outcome).toMatchObject({ state: "FAILED", message: "Insufficient funds", failureCode: "51" });
    expect(await readBalances(api, customer.userId)).toEqual({ ledgerCents: 50_000, cachedCents: 50_000 });
  });

  it.each([
    ["RCC", "Unexpected error"],
    ["DEBIT", "Something went wrong!"],
  ] as const)("by %s that is declined without a message returns '%s'", async (mode, message) => {
    const customer = await payableCustomer(api);
    const send = () => Promise.resolve({ kind: "rejected", code: "5", message: "", raw: {} } as const);
    api.services.ports.ach = { ...processors.ach, send };
    expect(await run(api, order(customer, mode))).toMatchObject({ state: "FAILED", message });
    const failed = { userId: customer.userId, outcome: "failed", after: null, limit: 10 } as const;
    const { payments } = await (await api.as("VIEWER")).payments.list(failed);
    expect(payments).toMatchObject([{ message, failureCode: "5" }]);
  });

  it("is refused without a card or account, with one of another customer, and with an unusable one", async () => {
    const customer = await payableCustomer(api);
    const other = await payableCustomer(api);
    const none = { instrumentId: null };
    await expectRefusal(
      run(api, order(customer, "SALE", none)),
      "RULE",
      "Account detail missing, please select card first!",
    );
    await expectRefusal(
      run(api, order(customer, "DEBIT", none)),
      "RULE",
      "Account detail missing, please select account first!",
    );
    const foreign = order(customer, "SALE", { instrumentId: other.cardId });
    await expectRefusal(run(api, foreign), "RULE", "does not belong to the customer");
    await api.database.unsafeTransaction(async (tx) => {
      await tx.card.update({ where: { id: customer.cardId }, data: { expiry: "1026" } });
      await tx.bankAccount.update({ where: { id: customer.accountId }, data: { enabled: false } });
    });
    await expectRefusal(run(api, order(customer, "SALE")), "RULE", "The card has expired.");
    await expectRefusal(run(api, order(customer, "DEBIT")), "RULE", "The account is disabled.");
    expect(processors.calls()).toBe(0);
  });

  it.each([
    [0, "The customer has a zero balance"],
    [-100, "The user has negative balance."],
    [999, "More than the customer owes: $9.99."],
  ])(
    "of more than the %i cents that a customer owes goes out only when a SUPERADMIN confirms it",
    async (owesCents, message) => {
      const customer = await payableCustomer(api, { owesCents });
      const details = await expectRefusal(run(api, order(customer, "DEBIT")), "RULE", message);
      expect(details).toEqual({ confirm: "balance" });
      const confirmed = { ...JUST_LOOKED, balance: true, funded: false };
      const charge = () => order(customer, "DEBIT", { confirmed });
      await expectRefusal(run(api, charge()), "FORBIDDEN", "Only SUPERADMIN can do this.");
      expect(await run(api, charge(), "SUPERADMIN")).toMatchObject({ state: "SUBMITTED" });
    },
  );

  it("sent again returns the first outcome, and is refused with another amount", async () => {
    const customer = await payableCustomer(api);
    const input = order(customer, "SALE");
    const first = await run(api, input);
    expect(await run(api, input)).toEqual(first);
    await expectRefusal(run(api, { ...input, amountCents: 1100 }), "CONFLICT");
    expect(processors.calls()).toBe(1);
  });

  it("writes one audit event for the order and one for the outcome, with the admin and the amount", async () => {
    const customer = await payableCustomer(api);
    const orders = await countAuditEvents(api, "payments.run");
    const { paymentId } = await run(api, order(customer, "SALE"));
    expect(await countAuditEvents(api, "payments.run")).toBe(orders + 1);
    const { id } = await api.admin("EMPLOYEE");
    expect(await lastAuditEvent(api, "payments.run")).toMatchObject({
      actor: `admin:${id}`,
      subjectId: String(customer.userId),
      after: { paymentId, mode: "SALE", amountCents: 1000, last4: "4242" },
    });
    expect(await lastAuditEvent(api, "payments.outcome")).toMatchObject({
      actor: "job:payments",
      before: { state: "SENDING" },
      after: { paymentId, state: "SUCCEEDED" },
    });
  });
});

describe("an unknown outcome", () => {
  it("blocks payments in the same direction on the same rail, of any amount, and no others", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    for (const other of [
      order(customer, "DEBIT"),
      order(customer, "RCC"),
      order(customer, "DEBIT", { amountCents: 77 }),
    ])
      expect(await expectRefusal(run(api, other), "RULE", "not finished yet")).toEqual({ paymentId });
    expect(await run(api, order(customer, "SALE"))).toMatchObject({ state: "SUCCEEDED" });
    expect(processors.books).toHaveLength(1);
  });

  it("is looked up before a similar payment, which is refused when the first one is found", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostAfter");
    const { paymentId, state } = await run(api, order(customer, "SALE"));
    expect(state).toBe("UNKNOWN");
    const refused = run(api, order(customer, "SALE"));
    expect(await expectRefusal(refused, "RULE", "has now gone through at the processor")).toEqual({
      paymentId,
    });
    expect(await readIntent(paymentId)).toMatchObject({ state: "SUCCEEDED" });
    expect(processors.books).toHaveLength(1);
  });

  it("is found by a check as soon as the processor can answer", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostAfter");
    const outcome = await run(api, order(customer, "SALE"));
    expect(outcome).toMatchObject({ state: "UNKNOWN", message: expect.stringContaining("Do not repeat") });
    const as = await api.as("EMPLOYEE");
    const check = () => as.payments.check({ paymentId: outcome.paymentId, requestId: crypto.randomUUID() });
    const { cards } = api.services.ports;
    api.services.ports.cards = { ...cards, lookUp: () => Promise.reject(new Error("It cannot say.")) };
    for (const seconds of [0, 31, 1]) {
      api.clock.advance({ seconds });
      expect(await check()).toMatchObject({ state: "UNKNOWN" });
    }
    api.services.ports.cards = cards;
    expect(await check()).toMatchObject({ state: "SUCCEEDED" });
    expect(processors.books).toHaveLength(1);
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(49_000);
  });

  it("of a call that never arrived stays unknown, because it may still arrive, and is never sent again automatically", async () => {
    const customer = await payableCustomer(api);
    processors.next("lostBefore");
    const { paymentId } = await run(api, order(customer, "DEBIT"));
    api.clock.advance({ seconds: 31 });
    await api.services.payments.drain();
    expect(await readIntent(paymentId)).toMatchObject({ state: "UNKNOWN", failureMessage: NOT_FOUND_YET });
    expect(processors.books).toEqual([]);
    expect(processors.calls()).toBe(1);
    api.clock.advance({ hours: 25 });
    await api.services.payments.drain();
    expect(await readIntent(paymentId)).toMatchObject({ state: "NEEDS_REVIEW" });
    expect(processors.calls()).toBe(1);
  });

  it("is returned for the request that made the payment, only to the admin of that request", async () => {
    const customer = await payableCustomer(api);
    const input = order(customer, "SALE");
    const as = await api.as("EMPLOYEE");
    const asked = { userId: customer.userId, requestId: input.requestId };
    expect(await as.payments.status(asked)).toBeNull();
    const { paymentId } = await run(api, input);
    expect(await as.payments.status(asked)).toMatchObject({ paymentId, state: "SUCCEEDED" });
    expect(await (await api.as("SUPERADMIN")).payments.status(asked)).toBeNull();
  });
});

it("leaves every balance equal to its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
