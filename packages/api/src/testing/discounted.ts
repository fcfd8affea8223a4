import { expect } from "vitest";
import { drainAutomation, press } from "./automation.ts";
import { endRunning, reviewed, startPayments } from "./bulk.ts";
import type { TestApi } from "./harness.ts";
import { order, type Payable, payableCustomer, run } from "./payable.ts";
import { payment, readBalances, record } from "./payments.ts";
import { addSchedule, readSchedules, toProcess } from "./schedules.ts";

/** The day that the clock of a test begins on, in New York. */
export const TODAY = "2026-11-20";
export const PAYOFF_CENTS = 80_000;
export const PAID_OFF = { owes: 0, left: [0, 0], letOff: 20_000 };
export const NOT_LET_OFF = { owes: 20_000, left: [0, 20_000], letOff: 0 };

export interface Discounted extends Payable {
  scheduleId: number;
}

/** Customers with an early-payment discount, and every door by which they pay all but the discount. */
export function discountedCustomers(apiNow: () => TestApi) {
  /** A customer who owes $1,000, in one instalment that is due and one that is not, and $200 less if all is paid by `discountDate`. */
  async function borrower(discountDate = TODAY): Promise<Discounted> {
    const customer = await payableCustomer(apiNow(), { owesCents: 100_000 });
    await apiNow().database.unsafeTransaction((tx) =>
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
    const [first, second] = await addSchedule(apiNow(), customer, ["2026-11-19", "2026-12-03"]);
    const amounts: [number | undefined, number][] = [
      [first?.id, PAYOFF_CENTS],
      [second?.id, 20_000],
    ];
    await apiNow().database.unsafeTransaction(async (tx) => {
      for (const [id, amountCents] of amounts)
        await tx.paymentSchedule.update({ where: { id: id ?? 0 }, data: { amountCents } });
    });
    return { ...customer, scheduleId: first?.id ?? 0 };
  }

  const pay = (customer: Discounted, mode: "SALE" | "DEBIT" | "RCC", amountCents = PAYOFF_CENTS) =>
    run(apiNow(), order(customer, mode, { amountCents }));

  /** What is owed, what is left of each instalment, and what was let off, in cents. */
  async function standing({ userId, applicationId }: Discounted) {
    const balances = await readBalances(apiNow(), userId);
    expect(balances.cachedCents).toBe(balances.ledgerCents);
    const rows = await readSchedules(apiNow(), userId);
    const { _sum } = await apiNow().database.read.ledgerEntry.aggregate({
      where: { account: { code: `discount:${applicationId}` } },
      _sum: { amountCents: true },
    });
    return {
      owes: balances.ledgerCents,
      left: rows.map(({ leftCents }) => leftCents),
      letOff: Number(_sum.amountCents ?? 0n),
    };
  }

  const bulk = (kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2) => async (customer: Discounted) => {
    await startPayments(apiNow(), reviewed(kind, [{ ...customer, amountCents: PAYOFF_CENTS }], { version }));
    await apiNow().services.bulkJobs.drain(kind);
    await endRunning(apiNow(), kind);
  };

  type Door = [name: string, take: (customer: Discounted) => Promise<unknown>];
  /** Those of which a processor is told. */
  const sent: Door[] = [
    ["SALE", (customer) => pay(customer, "SALE")],
    ["DEBIT", (customer) => pay(customer, "DEBIT")],
    ["RCC", (customer) => pay(customer, "RCC")],
    [
      "Process of the scheduled payment",
      async ({ userId }) => {
        const [row] = await readSchedules(apiNow(), userId);
        return (await apiNow().as("EMPLOYEE")).paymentSchedules.process(toProcess(row, {}));
      },
    ],
    ["bulk debit, version 1", bulk("BULK_DEBIT", 1)],
    ["bulk debit, version 2", bulk("BULK_DEBIT", 2)],
    ["bulk ACH, version 1", bulk("BULK_ACH", 1)],
    ["bulk ACH, version 2", bulk("BULK_ACH", 2)],
    [
      "payment automation",
      async () => {
        await press(apiNow());
        await drainAutomation(apiNow());
      },
    ],
  ];
  const byHand: Door = [
    "a payment recorded by hand",
    ({ userId }) => record(apiNow(), payment(userId, { amountCents: PAYOFF_CENTS })),
  ];

  return { borrower, standing, pay, sent, doors: [...sent, byHand] };
}
