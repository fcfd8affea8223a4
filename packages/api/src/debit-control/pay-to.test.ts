import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withBanks } from "../testing/bulk.ts";
import { cameBack } from "../testing/came-back.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { setPayoutHold } from "../testing/holds.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { settlementAt } from "../testing/reports.ts";
import { takenBatch, toGiveBack } from "../testing/reverts.ts";

const WHY =
  /was returned on 2026-11-10 with R03 .* Payments to it are blocked until the account is corrected\.$/;

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => []);
});
afterAll(() => api.close());

/** Records the corrected numbers; returns the customer with the account that has them. */
async function correct({ userId, accountId, ...rest }: Payable): Promise<Payable> {
  const { debitControl } = await api.as("ADMIN");
  await debitControl.record({
    requestId: randomUUID(),
    userId,
    instrument: { kind: "account", id: accountId },
    cure: "correction",
    obtainedOn: "2026-11-19",
    how: "Read from a voided check.",
    fileId: null,
    numbers: { account: "1111222233336780", routing: "011401533", subtype: "checking" },
  });
  const { id } = await api.database.read.bankAccount.findFirstOrThrow({ where: { replacesId: accountId } });
  return { ...rest, userId, accountId: id };
}

const readIntent = (where: { id: string } | { kind: "GIVE_BACK" }) =>
  api.database.read.paymentIntent.findFirstOrThrow({ where });

describe("to an account whose number came back as wrong", () => {
  it("an advance is not paid, the page says so beside the account, and it is paid once that was corrected", async () => {
    const customer = await payableCustomer(api);
    await cameBack(api, customer, { code: "R03" });
    await expectRefusal(run(api, order(customer, "CREDIT")), "RULE", WHY);
    expect(processors.calls()).toBe(0);
    const { accounts } = await (await api.as("ADMIN")).payments.options({ userId: customer.userId });
    expect(accounts).toMatchObject([{ id: customer.accountId, whyNotPayTo: expect.stringMatching(WHY) }]);
    await run(api, order(await correct(customer), "CREDIT"));
    expect(processors.books).toMatchObject([{ mode: "CREDIT", amountCents: 90_000 }]);
  });

  it("an advance is not sent again", async () => {
    const customer = await payableCustomer(api);
    processors.next("declined");
    await run(api, order(customer, "CREDIT"));
    await cameBack(api, customer, { code: "R03" });
    await expectRefusal(run(api, order(customer, "RECREDIT")), "RULE", WHY);
    expect(processors.books).toEqual([]);
  });

  it("an advance is not sent where that was told while it was held", async () => {
    await setPayoutHold(api, 5);
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "CREDIT"));
    await setPayoutHold(api, 0);
    await cameBack(api, customer, { code: "R03" });
    api.clock.advance({ minutes: 6 });
    await api.services.payments.drain();
    expect(await readIntent({ id: paymentId })).toMatchObject({
      state: "CANCELLED",
      failureMessage: expect.stringMatching(WHY),
    });
    expect(processors.calls()).toBe(0);
  });

  it("a debit is not given back with its batch", async () => {
    const { batchId } = await takenBatch(api, 1, "BULK_ACH");
    const [debit] = processors.books;
    if (!debit) throw new Error("Nothing was debited.");
    processors.report({
      settlements: [settlementAt("2026-11-20", debit.key, { amountCents: debit.amountCents })],
    });
    await api.services.payments.pullReports();
    const taken = await api.database.read.paymentIntent.findFirstOrThrow({
      where: { kind: "DEBIT", state: "SETTLED" },
    });
    const payable = { userId: taken.userId, accountId: taken.bankAccountId } as Payable;
    await cameBack(api, payable, { code: "R03" });
    await (await api.as("ADMIN")).reverts.start(await toGiveBack(api, batchId, "ACH"));
    await api.services.bulkJobs.drain("REVERT");
    expect(processors.books).toHaveLength(1);
    const [item] = await api.database.read.bulkItem.findMany({
      where: { userId: taken.userId, batch: { kind: "REVERT" } },
    });
    expect(item).toMatchObject({ state: "FAILED", errorMessage: expect.stringMatching(WHY) });
  });
});

it("a debit that its holder did not authorize keeps no advance back", async () => {
  const customer = await payableCustomer(api);
  await cameBack(api, customer, { code: "R10" });
  await run(api, order(customer, "CREDIT"));
  expect(processors.books).toMatchObject([{ mode: "CREDIT" }]);
});
