import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { beginPayment } from "../payments/begin-payment.ts";
import { addAccount, addCard } from "../testing/accounts.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
let customer: Payable;
let spareAccountId: number;
let spareCardId: number;

beforeAll(async () => {
  ({ api } = await openPayments());
});
beforeEach(async () => {
  processors = withProcessors(api);
  customer = await payableCustomer(api);
  ({ id: spareAccountId } = await addAccount(api, customer.userId));
  ({ id: spareCardId } = await addCard(api, customer.userId));
});
afterAll(() => api.close());

const readIntent = (id: string) => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });

/** A payment that is written down and not sent yet. */
const readyPayment = (kind: "SALE" | "DEBIT") =>
  api.database.unsafeTransaction((tx) =>
    beginPayment(api.tools(tx), {
      userId: customer.userId,
      kind,
      paymentType: "DEBIT",
      businessKey: randomUUID(),
      amountCents: 1000,
      instrument:
        kind === "SALE"
          ? { cardId: customer.cardId, bankAccountId: null, last4: "4242" }
          : { cardId: null, bankAccountId: customer.accountId, last4: "6789" },
    }),
  );

/** Another account and another card become primary, the first ones are taken out of use, and neither is preferred. */
async function changeEverything(): Promise<void> {
  const employee = await api.as("EMPLOYEE");
  const { userId, accountId, cardId } = customer;
  const request = () => ({ requestId: randomUUID() });
  await employee.bankAccounts.makePrimary({ ...request(), accountId: spareAccountId, insteadOf: accountId });
  await employee.cards.makePrimary({ ...request(), cardId: spareCardId, insteadOf: cardId });
  await employee.bankAccounts.setEnabled({ ...request(), accountId, enabled: false });
  await employee.cards.setStatus({ ...request(), cardId, status: "INACTIVE" });
  const none = { useBank: false, bankNumber: null, useBankUntil: null };
  await (await api.as("SUPERADMIN")).paymentPreferences.set({
    ...request(),
    userId,
    version: 0,
    preference: { ...none, useCard: false, cardNumber: null, useCardUntil: null },
  });
}

describe.each(["SALE", "DEBIT"] as const)("a payment by %s", (mode) => {
  const toInstrument = () =>
    mode === "SALE"
      ? { cardId: customer.cardId, bankAccountId: null, instrumentLast4: "4242" }
      : { cardId: null, bankAccountId: customer.accountId, instrumentLast4: "6789" };

  it("that is with the processor goes through as it was ordered, whatever is changed meanwhile", async () => {
    processors.onCall(changeEverything);
    const { paymentId, state } = await run(api, order(customer, mode));
    expect(state).toBe(mode === "SALE" ? "SUCCEEDED" : "SUBMITTED");
    expect(processors.books).toHaveLength(1);
    expect(await readIntent(paymentId)).toMatchObject(toInstrument());
  });

  it("that waits to be sent keeps its instrument when another one becomes primary", async () => {
    const paymentId = await readyPayment(mode);
    const employee = await api.as("EMPLOYEE");
    const { accountId, cardId } = customer;
    const requestId = randomUUID();
    await employee.bankAccounts.makePrimary({ requestId, accountId: spareAccountId, insteadOf: accountId });
    await employee.cards.makePrimary({ requestId, cardId: spareCardId, insteadOf: cardId });
    expect(await api.services.payments.step(paymentId)).toMatch(/^(SUCCEEDED|SUBMITTED)$/);
    expect(await readIntent(paymentId)).toMatchObject(toInstrument());
  });

  it("that waits to be sent is cancelled before the call when its instrument is taken out of use", async () => {
    const paymentId = await readyPayment(mode);
    await changeEverything();
    expect(await api.services.payments.step(paymentId)).toBe("CANCELLED");
    expect(processors.calls()).toBe(0);
    expect(await readIntent(paymentId)).toMatchObject({
      ...toInstrument(),
      failureMessage: mode === "SALE" ? "The card is not active." : "The account is disabled.",
    });
  });
});
