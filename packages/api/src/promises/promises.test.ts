import { randomUUID } from "node:crypto";
import type { HoldWork } from "@countinghouse/validators/work/schemas";
import { afterAll, beforeAll, expect, it } from "vitest";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
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
  {
    amountCents = 2_000,
    dueOn = "2026-11-23",
    ...about
  }: { amountCents?: number; dueOn?: string; item?: HoldWork } = {},
) =>
  (await api.as("EMPLOYEE")).promises.record({
    userId,
    amountCents,
    dueOn,
    ...about,
    requestId: randomUUID(),
  });
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

it("a payment before the promise does not keep it", async () => {
  const customer = await payableCustomer(api);
  await run(api, order(customer, "SALE"));
  api.clock.advance({ minutes: 1 });
  await promise(customer, { amountCents: 1_000 });
  api.clock.advance({ hours: 4 * 24 });
  expect(await broken(customer)).toMatchObject([{ moneyCents: 1_000 }]);
  api.clock.advance({ hours: -4 * 24, minutes: -1 });
});

it("is refused for more than the balance, a past or distant day, and an unknown customer", async () => {
  const customer = await payableCustomer(api, { owesCents: 5_000 });
  await expectRefusal(promise(customer, { amountCents: 5_001 }), "RULE", "owes less than that");
  await expectRefusal(promise(customer, { dueOn: "2026-11-20" }), "RULE", "after today");
  await expectRefusal(promise(customer, { dueOn: "2027-03-01" }), "RULE", "within 60 days");
  const free = await payableCustomer(api, { owesCents: 0 });
  await expectRefusal(promise(free), "RULE", "owes nothing");
  await expectRefusal(promise({ userId: 2_000_000_000 }), "NOT_FOUND");
});

it("is refused for an item of Today that is not about a payment of this customer", async () => {
  const [customer, other] = [await payableCustomer(api), await payableCustomer(api)];
  await promise(customer);
  api.clock.advance({ hours: 4 * 24 });
  const [waiting] = await broken(customer);
  const item = { kind: "BROKEN_PROMISE" as const, key: waiting?.key ?? "" };
  const dueOn = "2026-11-30";
  const lien = { kind: "LIEN" as const, key: randomUUID() };
  await expectRefusal(promise(customer, { dueOn, item: lien }), "RULE", "not about a payment");
  await expectRefusal(promise(other, { dueOn, item }), "RULE", "not about a payment");
  const gone = { kind: "FAILED_PAYMENT" as const, key: randomUUID() };
  await expectRefusal(promise(customer, { dueOn, item: gone }), "NOT_FOUND", "was resolved");
  expect(await promise(customer, { dueOn, item })).toMatchObject({ message: "The promise was recorded." });
  api.clock.advance({ hours: -4 * 24 });
});

const listed = async ({ userId }: Pick<Payable, "userId">) =>
  (await api.as("VIEWER")).promises.list({ userId });

it("is listed with the amount paid since, and is kept once that amount is enough", async () => {
  const customer = await payableCustomer(api);
  const { id } = await promise(customer);
  const { fullName: madeBy } = await api.admin("EMPLOYEE");
  const open = { id, amountCents: 2_000, dueOn: "2026-11-23", madeBy, version: 1 };
  expect(await listed(customer)).toMatchObject([{ ...open, paidCents: 0, state: "OPEN" }]);
  await run(api, order(customer, "SALE"));
  api.clock.advance({ minutes: 1 });
  await run(api, order(customer, "SALE", { amountCents: 1_100 }));
  expect(await listed(customer)).toMatchObject([{ ...open, paidCents: 2_100, state: "KEPT" }]);
  await expectRefusal(change(id), "RULE", "The promise was kept.");
  api.clock.advance({ minutes: -1 });
});

const change = async (promiseId: string, terms: { dueOn?: string; version?: number } = {}) =>
  (await api.as("EMPLOYEE")).promises.change({
    requestId: randomUUID(),
    promiseId,
    amountCents: 3_000,
    dueOn: "2026-11-30",
    version: 1,
    ...terms,
  });
const end = async (promiseId: string, version = 1) =>
  (await api.as("EMPLOYEE")).promises.end({ requestId: randomUUID(), promiseId, version });

it("is changed in the version that was read, and is due on the new day", async () => {
  const customer = await payableCustomer(api);
  const { id } = await promise(customer);
  await expectRefusal(change(id, { dueOn: "2026-11-20" }), "RULE", "after today");
  await change(id);
  await expectRefusal(change(id), "CONFLICT", "Someone else changed the promise.");
  expect(await lastAuditEvent(api, "promises.change")).toMatchObject({
    subjectId: String(customer.userId),
    before: { promiseId: id, amountCents: 2_000, dueOn: "2026-11-23" },
    after: { promiseId: id, amountCents: 3_000, dueOn: "2026-11-30" },
  });
  api.clock.advance({ hours: 4 * 24 });
  expect(await broken(customer)).toEqual([]);
  api.clock.advance({ hours: 7 * 24 });
  expect(await broken(customer)).toMatchObject([{ moneyCents: 3_000 }]);
  api.clock.advance({ hours: -11 * 24 });
});

it("stays in Today while it is broken, until staff end it", async () => {
  const customer = await payableCustomer(api);
  const { id } = await promise(customer);
  api.clock.advance({ hours: 90 * 24 });
  expect(await broken(customer)).toHaveLength(1);
  await end(id);
  expect(await broken(customer)).toEqual([]);
  expect(await listed(customer)).toMatchObject([{ state: "ENDED", version: 2 }]);
  await expectRefusal(end(id, 2), "RULE", "The promise has ended.");
  await expectRefusal(end(randomUUID()), "NOT_FOUND");
  api.clock.advance({ hours: -90 * 24 });
});
