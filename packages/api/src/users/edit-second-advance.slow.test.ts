import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { edit } from "../testing/edit-user.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { readSchedules } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const AGAIN = { confirmed: { ...JUST_LOOKED, balance: false, funded: true } };
const FEWER = { manualAdjustmentReason: "Payment Plan Change", paymentAmountCents: 50_000 } as const;

/** The debt, and the open part of each unpaid instalment, in cents. */
async function standing({ userId }: Payable) {
  const rows = await readSchedules(api, userId);
  return {
    owes: (await readBalances(api, userId)).ledgerCents,
    left: rows.filter(({ status }) => status === "UNPAID").map(({ leftCents }) => leftCents),
  };
}

/** A customer who received $900.00 by bank transfer, and pays back $1,300.00 by $300.00 a week. */
async function paidOut() {
  const customer = await payableCustomer(api, { owesCents: 0 });
  await run(api, order(customer, "CREDIT"));
  return { ...customer, key: processors.books.at(-1)?.key ?? "" };
}

describe("an edit that redraws the payments of an application", () => {
  it("draws the payback of both advances after two payouts", async () => {
    const customer = await paidOut();
    await run(api, order(customer, "FUND", AGAIN));
    await edit(api, customer.userId, FEWER);
    expect(await standing(customer)).toEqual({
      owes: 260_000,
      left: [50_000, 50_000, 50_000, 50_000, 50_000, 10_000],
    });
  });

  it("adds a part of the payback for an advance that was sent again in part", async () => {
    const customer = await paidOut();
    await run(api, order(customer, "RECREDIT", { amountCents: 30_000, ...AGAIN }));
    await edit(api, customer.userId, FEWER);
    expect(await standing(customer)).toEqual({
      owes: 173_333,
      left: [50_000, 50_000, 50_000, 23_333],
    });
  });

  it("draws the payback of one advance when the other of two was returned", async () => {
    const customer = await paidOut();
    await run(api, order(customer, "FUND", AGAIN));
    const returned = { amountCents: 90_000, returnedCents: 90_000 };
    processors.report({ returns: [achReturn(customer.key, returned)] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    await edit(api, customer.userId, FEWER);
    expect(await standing(customer)).toEqual({ owes: 130_000, left: [50_000, 50_000, 30_000] });
  });

  it("draws the payback once after one payout, and a part of it for a returned advance that was sent again in part", async () => {
    const once = await paidOut();
    await edit(api, once.userId, FEWER);
    expect(await standing(once)).toEqual({ owes: 130_000, left: [50_000, 50_000, 30_000] });
    const inPart = await paidOut();
    const returned = { amountCents: 90_000, returnedCents: 90_000 };
    processors.report({ returns: [achReturn(inPart.key, returned)] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    await run(api, order(inPart, "RECREDIT", { amountCents: 45_000 }));
    await edit(api, inPart.userId, FEWER);
    const { owes, left } = await standing(inPart);
    expect(owes).toBe(65_000);
    expect(left.reduce((sum, cents) => sum + cents, 0)).toBe(65_000);
  });
});
