import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import { adjustment, payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
afterAll(() => api.close());

const promise = async (
  { userId }: Pick<Payable, "userId">,
  { amountCents = 2_000, dueOn = "2026-11-23" }: { amountCents?: number; dueOn?: string } = {},
) => (await api.as("EMPLOYEE")).promises.record({ userId, amountCents, dueOn, requestId: randomUUID() });
const broken = async ({ userId }: Pick<Payable, "userId">) =>
  (await (await api.as("VIEWER")).work.list({ kind: "BROKEN_PROMISE" })).items.filter(
    (item) => item.userId === userId,
  );

it("a promise that was not kept waits from the day after, for what lacks, until it is collected", async () => {
  const customer = await payableCustomer(api);
  await promise(customer);
  await run(api, order(customer, "SALE"));
  api.clock.advance({ hours: 3 * 24 });
  expect(await broken(customer)).toEqual([]);
  api.clock.advance({ hours: 24 });
  expect(await broken(customer)).toMatchObject([
    { moneyCents: 1_000, said: "Promised $20.00 until 2026-11-23, paid $10.00 since." },
  ]);
  await run(api, order(customer, "SALE"));
  expect(await broken(customer)).toEqual([]);
  api.clock.advance({ hours: -4 * 24 });
});

it("is not kept by a debt that is written off, where no money came", async () => {
  const customer = await payableCustomer(api);
  await promise(customer);
  await record(api, adjustment(customer.userId, { amountCents: 2_000 }), "SUPERADMIN");
  api.clock.advance({ hours: 4 * 24 });
  expect(await broken(customer)).toMatchObject([{ moneyCents: 2_000 }]);
  api.clock.advance({ hours: -4 * 24 });
});

it("is not kept by a payment that was refunded whole, whether by the processor or by hand", async () => {
  const [refunded, byHand] = [await payableCustomer(api), await payableCustomer(api)];
  for (const customer of [refunded, byHand]) await promise(customer, { amountCents: 1_000 });
  const { paymentId } = await run(api, order(refunded, "SALE"));
  await run(api, order(refunded, "REFUND", { parentId: paymentId }));
  await record(api, payment(byHand.userId));
  await record(
    api,
    payment(byHand.userId, { lineItemType: "Refund", modeOfPayment: "ACH", paymentType: "CREDIT" }),
    "SUPERADMIN",
  );
  api.clock.advance({ hours: 4 * 24 });
  for (const customer of [refunded, byHand])
    expect(await broken(customer)).toMatchObject([{ moneyCents: 1_000 }]);
  api.clock.advance({ hours: -4 * 24 });
});

it("what was paid before it does not keep it", async () => {
  const customer = await payableCustomer(api);
  await run(api, order(customer, "SALE"));
  api.clock.advance({ minutes: 1 });
  await promise(customer, { amountCents: 1_000 });
  api.clock.advance({ hours: 4 * 24 });
  expect(await broken(customer)).toMatchObject([{ moneyCents: 1_000 }]);
  api.clock.advance({ hours: -4 * 24, minutes: -1 });
});

it("is refused for more than is owed, a day that has come or is too far off, and nobody", async () => {
  const customer = await payableCustomer(api, { owesCents: 5_000 });
  await expectRefusal(promise(customer, { amountCents: 5_001 }), "RULE", "owes less than that");
  await expectRefusal(promise(customer, { dueOn: "2026-11-20" }), "RULE", "after today");
  await expectRefusal(promise(customer, { dueOn: "2027-03-01" }), "RULE", "within 60 days");
  const free = await payableCustomer(api, { owesCents: 0 });
  await expectRefusal(promise(free), "RULE", "owes nothing");
  await expectRefusal(promise({ userId: 2_000_000_000 }), "NOT_FOUND");
});
