import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainAutomation, press } from "../testing/automation.ts";
import { endRunning, linkedAccount, reviewed, startPayments, withBanks } from "../testing/bulk.ts";
import { seenNow } from "../testing/confirmed.ts";
import { addApplication } from "../testing/customers.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { adjustment, payment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn, cardException } from "../testing/reports.ts";
import { addSchedule, payEverything, readSchedules, toProcess } from "../testing/schedules.ts";

const TODAY = "2026-11-20";
const PAYOFF_CENTS = 80_000;

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

/** A customer who owes $1,000, in one instalment that is due and one that is not, and $200 less if all is paid by `discountDate`. */
async function borrower(discountDate = TODAY) {
  const customer = await payableCustomer(api, { owesCents: 100_000 });
  await api.database.unsafeTransaction((tx) =>
    tx.application.update({
      where: { id: customer.applicationId },
      data: {
        stage: "funded",
        fundedAt: new Date("2026-11-12T15:00:00Z"),
        discountAmountCents: 20_000n,
        discountDate: new Date(discountDate),
      },
    }),
  );
  const [first, second] = await addSchedule(api, customer, ["2026-11-19", "2026-12-03"]);
  const amounts: [number | undefined, number][] = [
    [first?.id, PAYOFF_CENTS],
    [second?.id, 20_000],
  ];
  await api.database.unsafeTransaction(async (tx) => {
    for (const [id, amountCents] of amounts)
      await tx.paymentSchedule.update({ where: { id: id ?? 0 }, data: { amountCents } });
  });
  return { ...customer, scheduleId: first?.id ?? 0 };
}

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

type Borrower = Awaited<ReturnType<typeof borrower>>;

const pay = async (customer: Borrower, mode: "SALE" | "DEBIT" | "RCC", amountCents = PAYOFF_CENTS) => {
  const seen = await seenNow(api.database.read, customer.userId);
  const confirmed = { seen, equalPaymentId: null, balance: false, funded: false };
  return run(api, order(customer, mode, { amountCents, confirmed }));
};

/** What is owed, what is left of each instalment, and what was let off, in cents. */
async function standing({ userId, applicationId }: Borrower) {
  const balances = await readBalances(api, userId);
  expect(balances.cachedCents).toBe(balances.ledgerCents);
  const rows = await readSchedules(api, userId);
  const { _sum } = await api.database.read.ledgerEntry.aggregate({
    where: { account: { code: `discount:${applicationId}` } },
    _sum: { amountCents: true },
  });
  return {
    owes: balances.ledgerCents,
    left: rows.map(({ leftCents }) => leftCents),
    letOff: Number(_sum.amountCents ?? 0n),
  };
}

const PAID_OFF = { owes: 0, left: [0, 0], letOff: 20_000 };
const NOT_LET_OFF = { owes: 20_000, left: [0, 20_000], letOff: 0 };

const bulk = (kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2) => async (customer: Borrower) => {
  await startPayments(api, reviewed(kind, [{ ...customer, amountCents: PAYOFF_CENTS }], { version }));
  await api.services.bulkJobs.drain(kind);
  await endRunning(api, kind);
};

const DOORS: [name: string, take: (customer: Borrower) => Promise<unknown>][] = [
  ["SALE", (customer) => pay(customer, "SALE")],
  ["DEBIT", (customer) => pay(customer, "DEBIT")],
  ["RCC", (customer) => pay(customer, "RCC")],
  [
    "Process of the scheduled payment",
    async ({ userId }) => {
      const [row] = await readSchedules(api, userId);
      return (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(row, {}));
    },
  ],
  ["bulk debit, version 1", bulk("BULK_DEBIT", 1)],
  ["bulk debit, version 2", bulk("BULK_DEBIT", 2)],
  ["bulk ACH, version 1", bulk("BULK_ACH", 1)],
  ["bulk ACH, version 2", bulk("BULK_ACH", 2)],
  [
    "payment automation",
    async () => {
      await press(api);
      await drainAutomation(api);
    },
  ],
  ["a payment recorded by hand", ({ userId }) => record(api, payment(userId, { amountCents: PAYOFF_CENTS }))],
];

describe.each(DOORS)("%s", (_door, take) => {
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
});
