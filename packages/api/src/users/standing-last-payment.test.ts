import { randomUUID } from "node:crypto";
import { UNPAID_LINE_ITEMS, UNPAID_MODES } from "@countinghouse/validators/manual-payments/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createManualIntent } from "../payments/manual-intent.ts";
import { addAdvance } from "../testing/advances.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
afterAll(() => api.close());

it.each([
  ...UNPAID_LINE_ITEMS.map((lineItemType) => ({ lineItemType, modeOfPayment: "CashApp" as const })),
  ...UNPAID_MODES.map((modeOfPayment) => ({ lineItemType: "Payment" as const, modeOfPayment })),
])(
  "the last payment is the latest money received, not an entry without money: $lineItemType, $modeOfPayment",
  async (none) => {
    const { userId } = await addAdvance(api);
    await record(api, payment(userId, { amountCents: 1_000 }));
    api.clock.advance({ hours: 24 });
    const { id: createdById } = await api.admin("EMPLOYEE");
    await api.database.unsafeTransaction((tx) =>
      createManualIntent(tx, {
        userId,
        applicationId: null,
        businessKey: randomUUID(),
        createdById,
        now: api.clock.now(),
        payment: { ...payment(userId), ...none, amountCents: 2_000 },
      }),
    );
    expect(await api.database.read.userStanding.findUniqueOrThrow({ where: { userId } })).toMatchObject({
      lastPaymentCents: 1_000n,
    });
  },
);

it("every page shows a partly refunded payment as the last payment with the amount that remains, and ignores a fully refunded one", async () => {
  const customer = await payableCustomer(api);
  const { userId } = customer;
  const lastPayments = async () => {
    const { loans, users, collections } = await api.as("SUPERADMIN");
    const { users: listed } = await users.list({ query: String(userId) });
    const { users: collected } = await collections.list({ userIds: String(userId) });
    return [
      (await loans.position({ userId })).lastPayment?.amountCents ?? null,
      listed.find(({ id }) => id === userId)?.lastPaymentCents,
      collected[0]?.transactionAmountCents,
    ];
  };
  await run(api, order(customer, "SALE", { amountCents: 700 }));
  api.clock.advance({ minutes: 1 });
  const { paymentId } = await run(api, order(customer, "SALE"));
  expect(await lastPayments()).toEqual([1_000, 1_000, 1_000]);
  await run(api, order(customer, "REFUND", { parentId: paymentId, amountCents: 400 }));
  expect(await lastPayments()).toEqual([600, 600, 600]);
  await run(api, order(customer, "REFUND", { parentId: paymentId, amountCents: 600 }));
  expect(await lastPayments()).toEqual([700, 700, 700]);
});
