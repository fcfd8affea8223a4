import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { JUST_LOOKED, seenNow } from "../testing/confirmed.ts";
import { addApplication } from "../testing/customers.ts";
import { discountedCustomers, NOT_LET_OFF, PAID_OFF, PAYOFF_CENTS, TODAY } from "../testing/discounted.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { adjustment, payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn, cardException } from "../testing/reports.ts";
import { payEverything } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await payEverything(api);
});
afterAll(() => api.close());

/** The customer is advanced so much once more, with a discount that holds today, in cents. Returns the application's id. */
async function fundedAgain(
  customer: Payable,
  { owesCents, discountCents }: { owesCents: number; discountCents: number },
): Promise<number> {
  const { id: applicationId } = await addApplication(api, customer.userId, {
    stage: "contracted",
    alloyStatus: "Approved",
    paybackAmountCents: BigInt(owesCents),
    paymentAmountCents: BigInt(owesCents),
    disbursementAmountCents: owesCents,
    firstPaymentDate: new Date("2026-12-01"),
    discountAmountCents: BigInt(discountCents),
    discountDate: new Date(TODAY),
  });
  const seen = await seenNow(api.database.read, customer.userId);
  const confirmed = { seen, equalPaymentId: null, balance: false, funded: true };
  await run(api, order(customer, "FUND", { amountCents: owesCents, confirmed }), "SUPERADMIN");
  return applicationId;
}

const { borrower, standing, pay, doors } = discountedCustomers(() => api);

describe.each(doors)("%s", (_door, take) => {
  it("that pays everything off by the discount date lets the discount off, and the schedule ends", async () => {
    const customer = await borrower();
    await take(customer);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("lets nothing off the day after", async () => {
    const customer = await borrower("2026-11-19");
    await take(customer);
    expect(await standing(customer)).toEqual(NOT_LET_OFF);
  });
});

describe("the early-payment discount", () => {
  it("of an advance before the newest is taken back by a late return, and leaves the newest one's as it is", async () => {
    const customer = await borrower();
    await pay(customer, "DEBIT", 30_000);
    const { key = "" } = processors.books.at(-1) ?? {};
    await pay(customer, "SALE", 50_000);
    expect(await standing(customer)).toMatchObject({ owes: 0, letOff: 20_000 });
    const applicationId = await fundedAgain(customer, { owesCents: 40_000, discountCents: 5000 });
    const renewed = { ...customer, applicationId };
    await pay(renewed, "SALE", 35_000);
    expect(await standing(renewed)).toMatchObject({ owes: 0, letOff: 5000 });
    processors.report({ returns: [achReturn(key, { amountCents: 30_000, returnedCents: 30_000 })] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    expect(await standing(customer)).toMatchObject({ owes: 50_000, letOff: 0 });
    expect(await standing(renewed)).toMatchObject({ owes: 50_000, letOff: 5000 });
  });

  it("of an advance before the newest is let off again where a chargeback that came late is won", async () => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const { key = "" } = processors.books.at(-1) ?? {};
    await fundedAgain(customer, { owesCents: 40_000, discountCents: 0 });
    const exception = { amountCents: PAYOFF_CENTS, originalAmountCents: PAYOFF_CENTS };
    processors.report({ exceptions: [cardException(key, exception)] });
    await api.services.payments.pullReports();
    expect(await standing(customer)).toMatchObject({ owes: 140_000, letOff: 0 });
    const reversal = { ...exception, exceptionId: "won", type: "CHARGEBACK REVERSAL", day: TODAY };
    processors.report({ exceptions: [cardException(key, reversal)] });
    await api.services.payments.pullReports();
    expect(await standing(customer)).toMatchObject({ owes: 40_000, letOff: 20_000 });
  });

  it("is let off by what is paid in several payments, and not by a cent less", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 50_000);
    await pay(customer, "DEBIT", 29_999);
    expect(await standing(customer)).toEqual({ owes: 20_001, left: [1, 20_000], letOff: 0 });
    await pay(customer, "DEBIT", 1);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is let off where an adjustment leaves no more than the discount", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 79_500);
    await record(api, adjustment(customer.userId, { amountCents: 500 }));
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is told by the payment that is recorded, and stands as a line of its own in the ledger", async () => {
    const customer = await borrower();
    const { userId } = customer;
    const recorded = await record(api, payment(userId, { amountCents: PAYOFF_CENTS }));
    expect(recorded).toMatchObject({ balanceBeforeCents: 100_000, balanceCents: 0 });
    const viewer = await api.as("VIEWER");
    const line = {
      transactionType: "Other",
      customDescription: "Early payment discount",
      amountCents: -20_000,
    };
    const { lines, summary } = await viewer.loans.ledger({ userId, cursor: null, limit: 10 });
    expect(lines).toContainEqual(expect.objectContaining(line));
    expect(summary).toMatchObject({ balanceCents: 0, paidCents: PAYOFF_CENTS });
    expect(await viewer.loans.listTransactions({ userId })).toContainEqual(expect.objectContaining(line));
  });

  it("is taken back with the payment that earned it", async () => {
    const customer = await borrower();
    await pay(customer, "DEBIT");
    const { key = "" } = processors.books.at(-1) ?? {};
    processors.report({
      returns: [achReturn(key, { amountCents: PAYOFF_CENTS, returnedCents: PAYOFF_CENTS })],
    });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    expect(await standing(customer)).toEqual({ owes: 100_000, left: [80_000, 20_000], letOff: 0 });
  });

  it("is taken back where an earlier payment comes back, and let off again once that is paid in time", async () => {
    const customer = await borrower();
    await pay(customer, "DEBIT", 30_000);
    const { key = "" } = processors.books.at(-1) ?? {};
    await pay(customer, "SALE", 50_000);
    expect(await standing(customer)).toEqual(PAID_OFF);
    processors.report({ returns: [achReturn(key, { amountCents: 30_000, returnedCents: 30_000 })] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    expect(await standing(customer)).toMatchObject({ owes: 50_000, letOff: 0 });
    await pay(customer, "SALE", 30_000);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("follows a chargeback, and its end: what was paid in time stays so, whenever the money is back", async () => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const { key = "" } = processors.books.at(-1) ?? {};
    const exception = { amountCents: PAYOFF_CENTS, originalAmountCents: PAYOFF_CENTS };
    processors.report({ exceptions: [cardException(key, exception)] });
    await api.services.payments.pullReports();
    expect(await standing(customer)).toMatchObject({ owes: 100_000, letOff: 0 });
    api.clock.advance({ hours: 24 * 3 });
    const reversal = { ...exception, exceptionId: "later", type: "CHARGEBACK REVERSAL", day: "2026-11-23" };
    processors.report({ exceptions: [cardException(key, reversal)] });
    await api.services.payments.pullReports();
    expect(await standing(customer)).toEqual(PAID_OFF);
    api.clock.advance({ hours: -24 * 3 });
  });

  it("is no business of money that is given back: the customer owes just that", async () => {
    const customer = await borrower();
    const confirmed = async () => ({
      seen: await seenNow(api.database.read, customer.userId),
      equalPaymentId: null,
      balance: true,
      funded: false,
    });
    const sale = order(customer, "SALE", { amountCents: 90_000, confirmed: await confirmed() });
    const { paymentId } = await run(api, sale, "SUPERADMIN");
    expect(await standing(customer)).toMatchObject({ owes: 0, letOff: 10_000 });
    await run(
      api,
      order(customer, "REFUND", { parentId: paymentId, amountCents: 4_000, confirmed: await confirmed() }),
    );
    expect(await standing(customer)).toMatchObject({ owes: 4_000, letOff: 10_000 });
  });

  it("stays let off where more is paid than is owed, and what was paid too much is given back", async () => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const confirmed = { ...JUST_LOOKED, balance: true, funded: false };
    const { paymentId } = await run(
      api,
      order(customer, "SALE", { amountCents: 90_000, confirmed }),
      "SUPERADMIN",
    );
    expect(await standing(customer)).toEqual({ owes: -90_000, left: [0, 0], letOff: 20_000 });
    await run(api, order(customer, "REFUND", { parentId: paymentId, amountCents: 90_000, confirmed }));
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it.each([
    ["a fee that is charged afterwards", "Origination Fee"],
    ["a refund that is recorded afterwards", "Refund"],
  ] as const)("stays let off beside %s, which is owed as it is", async (_what, lineItemType) => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const charged = { lineItemType, paymentType: "CREDIT", amountCents: 2_500 } as const;
    await record(api, payment(customer.userId, charged), "SUPERADMIN");
    expect(await standing(customer)).toMatchObject({ owes: 2_500, letOff: 20_000 });
    await pay(customer, "SALE", 2_500);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is taken back where the payment that earned it is given back whole, and stays where a part of it is", async () => {
    const customer = await borrower();
    const { paymentId } = await pay(customer, "SALE");
    const confirmed = { ...JUST_LOOKED, balance: true, funded: false };
    const giveBack = (amountCents: number) =>
      run(api, order(customer, "REFUND", { parentId: paymentId, amountCents, confirmed }));
    await giveBack(4_000);
    expect(await standing(customer)).toMatchObject({ owes: 4_000, letOff: 20_000 });
    await giveBack(PAYOFF_CENTS - 4_000);
    expect(await standing(customer)).toMatchObject({ owes: 100_000, letOff: 0 });
  });

  it("is taken back where the advance is recorded by hand as returned: no more is owed to the customer than was paid", async () => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const returned = {
      lineItemType: "Disbursement Return",
      transactionType: "RETURN",
      amountCents: 100_000,
      confirmed: { ...JUST_LOOKED, balance: true },
    } as const;
    await record(api, payment(customer.userId, returned), "SUPERADMIN");
    expect(await standing(customer)).toMatchObject({ owes: -PAYOFF_CENTS, letOff: 0 });
  });

  it("is taken back where a payment is recorded as returned", async () => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const returned = {
      lineItemType: "ACH Return",
      paymentType: "CREDIT",
      transactionType: "RETURN",
      amountCents: 30_000,
    } as const;
    await record(api, payment(customer.userId, returned), "SUPERADMIN");
    expect(await standing(customer)).toMatchObject({ owes: 50_000, letOff: 0 });
  });

  it("is not let off by an advance that comes back, since nobody has paid anything", async () => {
    const customer = await payableCustomer(api, { owesCents: 30_000 });
    const applicationId = await fundedAgain(customer, { owesCents: 130_000, discountCents: 40_000 });
    const { key = "" } = processors.books.at(-1) ?? {};
    const exception = { amountCents: 130_000, originalAmountCents: 130_000 };
    processors.report({ exceptions: [cardException(key, exception)] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    const back = { ...customer, applicationId, scheduleId: 0 };
    expect(await standing(back)).toMatchObject({ owes: 30_000, letOff: 0 });
  });
});
