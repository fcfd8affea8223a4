import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceSteps } from "../testing/advance-steps.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";

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

/** Somebody has paid an advance of $1,300 off, and then so much more. */
async function paidTwice(moreCents: number) {
  const customer = await payableCustomer(api, { owesCents: 0 });
  await fund(customer);
  const first = await pay(customer, 130_000);
  const second = await pay(customer, moreCents);
  return { customer, first, second };
}

describe("where a customer had paid too much, instalments are due again as far as is owed", () => {
  it("once the payment that paid them came back, and the other one after it", async () => {
    const { customer, first, second } = await paidTwice(130_001);
    await chargeBack(first.key, 130_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 0, owes: -1 });
    await chargeBack(second.key, 130_001);
    expect(await standing(customer)).toMatchObject({ dueCents: 130_000, owes: 130_000 });
  });

  it("once the payment that paid them came back, and the other one was refunded in part", async () => {
    const { customer, first, second } = await paidTwice(130_002);
    await chargeBack(first.key, 130_000);
    await giveBack(customer, second.paymentId, 40_000);
    expect(await standing(customer)).toMatchObject({
      left: [0, 0, 0, 29_998, 10_000],
      dueCents: 39_998,
      owes: 39_998,
    });
  });

  it("once the other one was refunded, and the payment that paid them came back after it", async () => {
    const { customer, first, second } = await paidTwice(50_000);
    await giveBack(customer, second.paymentId, 50_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 0, owes: 0 });
    await chargeBack(first.key, 130_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 130_000, owes: 130_000 });
  });
});
