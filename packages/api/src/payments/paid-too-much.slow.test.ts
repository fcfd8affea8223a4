import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceSteps } from "../testing/advance-steps.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const { fund, pay, giveBack, chargeBack, standing } = advanceSteps(
  () => api,
  () => processors,
);

/** Lets a customer pay off an advance of $1,300, and then pay this amount more (cents). */
async function paidTwice(moreCents: number) {
  const customer = await payableCustomer(api, { owesCents: 0 });
  await fund(customer);
  const first = await pay(customer, 130_000);
  const second = await pay(customer, moreCents);
  return { customer, first, second };
}

describe("after an overpayment, instalments are due again up to the balance", () => {
  it("when the payment that paid them comes back, and then the other one", async () => {
    const { customer, first, second } = await paidTwice(130_001);
    await chargeBack(first.key, 130_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 0, owes: -1 });
    await chargeBack(second.key, 130_001);
    expect(await standing(customer)).toMatchObject({ dueCents: 130_000, owes: 130_000 });
  });

  it("when the payment that paid them comes back, and the other one is refunded in part", async () => {
    const { customer, first, second } = await paidTwice(130_002);
    await chargeBack(first.key, 130_000);
    await giveBack(customer, second.paymentId, 40_000);
    expect(await standing(customer)).toMatchObject({
      left: [0, 0, 0, 29_998, 10_000],
      dueCents: 39_998,
      owes: 39_998,
    });
  });

  it("when the other one is refunded, and then the payment that paid them comes back", async () => {
    const { customer, first, second } = await paidTwice(50_000);
    await giveBack(customer, second.paymentId, 50_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 0, owes: 0 });
    await chargeBack(first.key, 130_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 130_000, owes: 130_000 });
  });
});

describe("the balance is due after an overpayment, a refund and a returned debit in any order", () => {
  const CONFIRMED = { ...JUST_LOOKED, balance: true, funded: true };

  /** Returns the events of a debt of $1,300.00: a sale of $1,310.00, a debit of $20.00 that comes back, and a refund of $30.00. */
  async function eventsOf(byHand: boolean) {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const { userId } = customer;
    await fund(customer);
    let saleId = "";
    let key = "";
    const recordLine = (lineItemType: "Payment" | "Refund" | "ACH Return", amountCents: number) =>
      record(
        api,
        payment(userId, {
          lineItemType,
          paymentType: lineItemType === "Payment" ? "DEBIT" : "CREDIT",
          amountCents,
          confirmed: { ...JUST_LOOKED, balance: true },
        }),
        "SUPERADMIN",
      );
    return {
      customer,
      sale: async () => {
        ({ paymentId: saleId } = await pay(customer, 131_000));
      },
      debit: async () => {
        if (byHand) return recordLine("Payment", 2_000);
        await run(api, order(customer, "DEBIT", { amountCents: 2_000, confirmed: CONFIRMED }), "SUPERADMIN");
        key = processors.books.at(-1)?.key ?? "";
        return null;
      },
      refund: () => (byHand ? recordLine("Refund", 3_000) : giveBack(customer, saleId, 3_000)),
      returned: async () => {
        if (byHand) return recordLine("ACH Return", 2_000);
        processors.report({ returns: [achReturn(key, { amountCents: 2_000, returnedCents: 2_000 })] });
        return api.services.payments.pullReports();
      },
    };
  }

  it.each(
    (
      [
        ["sale", "debit", "refund", "returned"],
        ["sale", "debit", "returned", "refund"],
        ["sale", "refund", "debit", "returned"],
        ["debit", "sale", "refund", "returned"],
        ["debit", "sale", "returned", "refund"],
        ["debit", "returned", "sale", "refund"],
      ] as const
    ).flatMap((events) => [
      { events, byHand: false },
      { events, byHand: true },
    ]),
  )("$events, recorded by hand: $byHand", async ({ events, byHand }) => {
    const { customer, ...happen } = await eventsOf(byHand);
    for (const event of events) await happen[event]();
    expect(await standing(customer)).toMatchObject({ dueCents: 2_000, owes: 2_000 });
  });
});
