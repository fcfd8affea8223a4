import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { readSchedules } from "../testing/schedules.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
afterAll(() => api.close());

/** Returns the past-due amount of the only customer on each page, in cents. */
async function pastDue(userId: number) {
  const { loans, paymentSchedules, portfolio, users } = await api.as("VIEWER");
  const overdue = (await paymentSchedules.sums()).find(({ due }) => due === "overdue");
  const rows = await paymentSchedules.search({ userId: null, due: "overdue" });
  const sums = await users.sums({});
  const { pastDue: buckets } = await portfolio.overview();
  const [listed] = (await users.list({})).users;
  return {
    days: listed?.daysPastDue,
    customers: sums.pastDueUsers,
    cents: [
      (await loans.position({ userId })).overdue?.cents ?? 0,
      overdue?.cents,
      rows.schedules.reduce((sum, { dueCents }) => sum + dueCents, 0),
      sums.pastDueCents,
      buckets.reduce((sum, { cents }) => sum + cents, 0),
    ],
  };
}

const everywhere = (cents: number) => [cents, cents, cents, cents, cents];

it("every page limits the past-due amount to the debt after an instalment was raised", async () => {
  const customer = await payableCustomer(api, { owesCents: 0 });
  const { userId } = customer;
  const confirmed = { ...JUST_LOOKED, balance: false, funded: true };
  await run(api, order(customer, "CREDIT", { confirmed }), "SUPERADMIN");
  const [first] = await readSchedules(api, userId);
  const { id = 0, version = 0, paymentDate = "" } = first ?? {};
  const raised = { requestId: randomUUID(), id, version, paymentDate, amountCents: 35_000 };
  await (await api.as("EMPLOYEE")).paymentSchedules.update(raised);
  await run(api, order(customer, "SALE", { amountCents: 129_000 }), "SUPERADMIN");
  api.clock.advance({ hours: 24 * 60 });
  expect(await pastDue(userId)).toMatchObject({ customers: 1, cents: everywhere(1_000) });
  await run(api, order(customer, "SALE", { amountCents: 1_000 }), "SUPERADMIN");
  expect(await pastDue(userId)).toEqual({ days: 0, customers: 0, cents: everywhere(0) });
});

it("every page shows the same past-due amount, and zero for an advance that came back", async () => {
  const customer = await payableCustomer(api, { owesCents: 0 });
  const { userId, applicationId } = customer;
  const confirmed = { ...JUST_LOOKED, balance: false, funded: true };
  await run(api, order(customer, "CREDIT", { confirmed }), "SUPERADMIN");
  api.clock.advance({ hours: 24 * 30 });
  const { cents } = await pastDue(userId);
  expect(cents).toEqual(everywhere(cents[0] ?? 0));
  expect(cents[0]).toBeGreaterThan(0);
  await api.database.unsafeTransaction((tx) =>
    tx.application.update({ where: { id: applicationId }, data: { fundedAt: null } }),
  );
  expect((await pastDue(userId)).cents).toEqual(everywhere(0));
});
