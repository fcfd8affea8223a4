import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { approve, expectToWait, setRules } from "../testing/approvals.ts";
import { lastAuditEvent } from "../testing/expectations.ts";
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
import { achReturn } from "../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
let customer: Payable;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  customer = await payableCustomer(api);
});
afterAll(() => api.close());

const waiting = async () =>
  (await (await api.as("VIEWER")).work.list({ kind: "FAILED_PAYMENT" })).items.filter(
    ({ userId }) => userId === customer.userId,
  );

it("a payout that is cancelled after its hold leaves its reason in the audit and in Today, until another one went out", async () => {
  await setPayoutHold(api, 5);
  const { paymentId } = await run(api, order(customer, "FUND"));
  await setPayoutHold(api, 0);
  const setBanned = (doNotFund: boolean) =>
    api.database.unsafeTransaction((tx) =>
      tx.user.update({ where: { id: customer.userId }, data: { doNotFund } }),
    );
  await setBanned(true);
  api.clock.advance({ minutes: 6 });
  await api.services.payments.drain();
  expect(processors.calls()).toBe(0);
  expect(await lastAuditEvent(api, "payments.outcome")).toMatchObject({
    actor: "job:payments",
    subjectId: String(customer.userId),
    before: { paymentId, state: "READY" },
    after: { paymentId, state: "CANCELLED", kind: "FUND", message: expect.stringMatching(/./) },
  });
  expect(await waiting()).toMatchObject([
    { key: paymentId, moneyCents: 90_000, said: expect.stringMatching(/^FUND was not sent: ./) },
  ]);
  await setBanned(false);
  await run(api, order(customer, "FUND"));
  expect(await waiting()).toEqual([]);
});

it("a failed payout is an item of Today until another payout goes out", async () => {
  processors.next("declined");
  await run(api, order(customer, "FUND"));
  expect(await waiting()).toMatchObject([
    { moneyCents: 90_000, said: expect.stringMatching(/^FUND failed: ./) },
  ]);
  await setRules(api, { PAY_OUT: { always: true } });
  const shown = await expectToWait(api, run(api, order(customer, "FUND")));
  processors.next("declined");
  await approve(api, shown);
  expect(await waiting()).toHaveLength(2);
  await setRules(api, { PAY_OUT: { always: false } });
  await run(api, order(customer, "FUND"));
  expect(await waiting()).toEqual([]);
});

it("a payout of an application that is declined is no item any more", async () => {
  processors.next("declined");
  await run(api, order(customer, "FUND"));
  await api.database.unsafeTransaction((tx) =>
    tx.application.update({ where: { id: customer.applicationId }, data: { stage: "declined" } }),
  );
  expect(await waiting()).toEqual([]);
});

it("an advance that came back is an item, until it is sent again", async () => {
  const { paymentId } = await run(api, order(customer, "CREDIT"));
  const key = processors.books.at(-1)?.key ?? "";
  processors.report({ returns: [achReturn(key, { amountCents: 90_000, returnedCents: 90_000 })] });
  await api.services.payments.pullReports();
  const said = expect.stringMatching(/^CREDIT was returned: ./);
  expect(await waiting()).toMatchObject([{ key: paymentId, moneyCents: 90_000, said }]);
  api.clock.advance({ minutes: 1 });
  await run(api, order(customer, "FUND"));
  expect(await waiting()).toEqual([]);
});

it("a part of a sale that could not be given back is an item, until it is given back", async () => {
  const { paymentId: parentId } = await run(api, order(customer, "SALE"));
  processors.next("declined");
  const { paymentId } = await run(api, order(customer, "REFUND", { parentId, amountCents: 400 }));
  const said = expect.stringMatching(/^REFUND failed: ./);
  expect(await waiting()).toMatchObject([{ key: paymentId, moneyCents: 400, said }]);
  await run(api, order(customer, "REFUND", { parentId, amountCents: 400 }));
  expect(await waiting()).toEqual([]);
});
