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

/** Funds the customer again for this debt (cents), with a discount that holds today. Returns the id of the application. */
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
  it("earns the discount and ends the schedule when it pays everything off by the discount date", async () => {
    const customer = await borrower();
    await take(customer);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("earns no discount the day after", async () => {
    const customer = await borrower("2026-11-19");
    await take(customer);
    expect(await standing(customer)).toEqual(NOT_LET_OFF);
  });
});

describe("the early-payment discount", () => {
  it("of an earlier advance is reversed by a late return, and the newest advance's discount stays unchanged", async () => {
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

  it("of an earlier advance is granted again when a late chargeback is won", async () => {
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

  it("is granted for several payments that add up to the payoff, and not for a cent less", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 50_000);
    await pay(customer, "DEBIT", 29_999);
    expect(await standing(customer)).toEqual({ owes: 20_001, left: [1, 20_000], letOff: 0 });
    await pay(customer, "DEBIT", 1);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is granted when an adjustment leaves no more than the discount", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 79_500);
    await record(api, adjustment(customer.userId, { amountCents: 500 }));
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is part of the balance that a recorded payment returns, and a separate line of the ledger", async () => {
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

  it("is reversed when the payment that earned it comes back", async () => {
    const customer = await borrower();
    await pay(customer, "DEBIT");
    const { key = "" } = processors.books.at(-1) ?? {};
    processors.report({
      returns: [achReturn(key, { amountCents: PAYOFF_CENTS, returnedCents: PAYOFF_CENTS })],
    });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    expect(await standing(customer)).toEqual({ owes: 100_000, left: [80_000, 20_000], letOff: 0 });
  });

  it("is reversed when an earlier payment comes back, and granted again once that amount is paid in time", async () => {
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

  it("is reversed by a chargeback and granted again when the chargeback is won, even after the discount date", async () => {
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

  it("is not changed by a refund: the customer owes just the refunded amount", async () => {
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

  it("stays granted when an overpayment is refunded", async () => {
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
  ] as const)("stays granted after %s, which is owed in full", async (_what, lineItemType) => {
    const customer = await borrower();
    await pay(customer, "SALE");
    const charged = { lineItemType, paymentType: "CREDIT", amountCents: 2_500 } as const;
    await record(api, payment(customer.userId, charged), "SUPERADMIN");
    expect(await standing(customer)).toMatchObject({ owes: 2_500, letOff: 20_000 });
    await pay(customer, "SALE", 2_500);
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("is reversed by a full refund of the payment that earned it, but not by a partial one", async () => {
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

  it("is reversed when staff record the advance as returned, so that the customer gets back no more than was paid", async () => {
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

  it("is reversed when staff record a payment as returned", async () => {
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

  it("is not granted for an advance that comes back, since no one has paid anything", async () => {
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
