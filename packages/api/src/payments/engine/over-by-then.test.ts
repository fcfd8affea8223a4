import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { reviewed, startPayments, withBanks } from "../../testing/bulk.ts";
import type { TestApi } from "../../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../../testing/payable.ts";
import { adjustment, record } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => []);
});
afterAll(() => api.close());

/**
 * Begins a payment in a process that dies before the call. A minute later, when nothing is owed any more, another worker steps it.
 */
async function sentOncePaidOff(customer: Payable, begin: () => Promise<unknown>) {
  const dying = vi.spyOn(api.services.payments, "step").mockRejectedValue(new Error("The process died."));
  await begin().catch(() => {});
  dying.mockRestore();
  const { userId } = customer;
  const begun = await api.database.read.paymentIntent.findFirstOrThrow({ where: { userId, state: "READY" } });
  await record(api, adjustment(userId, { amountCents: 50_000 }), "SUPERADMIN");
  api.clock.advance({ minutes: 1 });
  await api.services.payments.drain();
  return api.database.read.paymentIntent.findUniqueOrThrow({ where: { id: begun.id } });
}

it.each(["SALE", "DEBIT", "RCC"] as const)(
  "does not send a %s of the payment page when the customer owes less by then",
  async (mode) => {
    const customer = await payableCustomer(api);
    const after = await sentOncePaidOff(customer, () => run(api, order(customer, mode)));
    expect(after).toMatchObject({ state: "CANCELLED", failureMessage: TEXT.zeroBalance });
    expect(processors.calls()).toBe(0);
  },
);

it("does not send a row of a list without an instalment when the customer owes less by then", async () => {
  const customer = await payableCustomer(api);
  const list = reviewed("BULK_DEBIT", [{ ...customer, scheduleId: null }]);
  const after = await sentOncePaidOff(customer, async () => {
    await startPayments(api, list);
    await api.services.bulkJobs.drain("BULK_DEBIT");
  });
  expect(after).toMatchObject({ state: "CANCELLED", failureMessage: TEXT.zeroBalance });
  expect(processors.calls()).toBe(0);
});

it("sends a debit that was confirmed to take more than is owed", async () => {
  const customer = await payableCustomer(api);
  const asked = order(customer, "DEBIT", { amountCents: 50_001 });
  const confirmed = { ...asked.confirmed, balance: true };
  const after = await sentOncePaidOff(customer, () => run(api, { ...asked, confirmed }, "SUPERADMIN"));
  expect(after.state).toBe("SUBMITTED");
});
