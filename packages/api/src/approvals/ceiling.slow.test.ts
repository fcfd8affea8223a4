import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { approve, expectToWait, setRules } from "../testing/approvals.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import { lookedAtPayment, payment } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["ADMIN", "EMPLOYEE"] }));
});
afterAll(() => api.close());

it("manual payments of one admin wait from the one that exceeds the ceiling, and approved ones do not count", async () => {
  const { userId } = await payableCustomer(api, { owesCents: 3_000_000 });
  const record = async (amountCents: number) => {
    const input = await lookedAtPayment(api, payment(userId, { amountCents }));
    return (await api.as("EMPLOYEE")).payments.recordManual({ ...input, requestId: randomUUID() });
  };
  await setRules(api, { OVER_CEILING: { always: true } });
  await record(900_000);
  const shown = await expectToWait(api, record(200_000));
  expect(shown.reasons).toEqual(["Manual payment over the ceiling: always needs approval."]);
  expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
  await record(100_000);
  await expectRefusal(record(1), "WAITS");
});

it("a manual payment over the ceiling waits when its rule is on, and is refused otherwise", async () => {
  const { userId } = await payableCustomer(api, { owesCents: 3_000_000 });
  const input = await lookedAtPayment(api, payment(userId, { amountCents: 1_100_000 }));
  const press = async (requestId: string) =>
    (await api.as("EMPLOYEE")).payments.recordManual({ ...input, requestId });
  await setRules(api, {});
  await expectRefusal(press(randomUUID()), "RULE", "$10,000.00");
  await setRules(api, { OVER_CEILING: { always: true } });
  const shown = await expectToWait(api, press(randomUUID()));
  expect(shown.reasons).toEqual(["Manual payment over the ceiling: always needs approval."]);
  expect(await approve(api, shown)).toMatchObject({ state: "DONE" });
});
