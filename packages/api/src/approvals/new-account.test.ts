import { afterAll, beforeAll, expect, it } from "vitest";
import { expectToWait, withdraw } from "../testing/approvals.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "ADMIN"], passcodes: true, fourEyes: true }));
});
afterAll(() => api.close());

it.each(["FUND", "CREDIT"] as const)(
  "%s to a card or account added within 7 days waits for a second person by default, and to an older one it does not",
  async (mode) => {
    const customer = await payableCustomer(api);
    const { id, reasons } = await expectToWait(api, run(api, order(customer, mode)));
    expect(reasons).toEqual(["Pay out: the card or account was added within 7 days."]);
    await withdraw(api, id);
    const createdAt = api.clock.in({ hours: -8 * 24 });
    await api.database.unsafeTransaction(async (tx) => {
      await tx.card.update({ where: { id: customer.cardId }, data: { createdAt } });
      await tx.bankAccount.update({ where: { id: customer.accountId }, data: { createdAt } });
    });
    await run(api, order(customer, mode));
    const { count } = await api.database.unsafeTransaction(async (tx) => ({
      count: await tx.paymentIntent.count({ where: { userId: customer.userId, kind: mode } }),
    }));
    expect(count).toBe(1);
  },
);
