import { afterAll, beforeAll, expect, it } from "vitest";
import { discountedCustomers, PAYOFF_CENTS } from "../../packages/api/src/testing/discounted.ts";
import type { TestApi } from "../../packages/api/src/testing/harness.ts";
import { openPayments } from "../../packages/api/src/testing/payable.ts";
import { payment, record } from "../../packages/api/src/testing/payments.ts";
import { openCustomers } from "./customers.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN"], passcodes: true }));
});
afterAll(() => api.close());

const { borrower, pay } = discountedCustomers(() => api);

it("a customer whose discount is let off already is charged what they owe, not that less the discount once more", async () => {
  const customers = openCustomers(api.held.ownerUrl);
  const customer = await borrower("2099-01-01");
  expect(await customers.owing(customer.userId)).toMatchObject({ payoffCents: PAYOFF_CENTS });
  await pay(customer, "SALE");
  const fee = { lineItemType: "Origination Fee", modeOfPayment: "ACH", paymentType: "CREDIT" } as const;
  await record(
    api,
    payment(customer.userId, { ...fee, transactionType: "Other", amountCents: 5_000 }),
    "SUPERADMIN",
  );
  expect(await customers.owing(customer.userId)).toMatchObject({
    payoffCents: 5_000,
    standing: { balanceCents: 5_000 },
  });
  await customers.close();
});
