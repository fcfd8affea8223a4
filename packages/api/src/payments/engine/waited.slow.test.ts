import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { SCHEDULE_NOT_PAID_OUT } from "@countinghouse/validators/payment-schedules/rules";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { GIVE_BACK_TEXTS as GIVE_BACK } from "@countinghouse/validators/reverts/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../../ledger/balances.ts";
import { withBanks } from "../../testing/bulk.ts";
import { expectRefusal } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import { setPayoutHold } from "../../testing/holds.ts";
import {
  openPayments,
  order,
  PASSCODE,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../../testing/payable.ts";
import { adjustment, readBalances, record } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { achReturn, cardException, settlementAt } from "../../testing/reports.ts";
import { takenBatch, toGiveBack } from "../../testing/reverts.ts";
import { addSchedule } from "../../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => []);
  await setPayoutHold(api, 5);
});
afterAll(() => api.close());

const pull = async () =>
  expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });

/** Ends the hold. Returns the state of the payment with its message. */
async function afterHold(paymentId: string) {
  api.clock.advance({ minutes: 6 });
  await api.services.payments.drain();
  const { state, failureMessage } = await readIntent(paymentId);
  return { state, said: failureMessage };
}

const readIntent = (id: string) => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });
const moved = () => processors.books.map(({ mode, amountCents }) => [mode, amountCents]);
const alter = ({ applicationId }: Payable, data: Prisma.ApplicationUncheckedUpdateInput) =>
  api.database.unsafeTransaction((tx) => tx.application.update({ where: { id: applicationId }, data }));

describe("a payment that gives another one back is not sent when that came back during the hold", () => {
  it("by a chargeback of the sale", async () => {
    const customer = await payableCustomer(api);
    const sale = await run(api, order(customer, "SALE"));
    const refund = await run(api, order(customer, "REFUND", { parentId: sale.paymentId }));
    expect(refund.state).toBe("READY");
    processors.report({ exceptions: [cardException(processors.books.at(-1)?.key ?? "")] });
    await pull();
    expect(await afterHold(refund.paymentId)).toEqual({ state: "CANCELLED", said: GIVE_BACK.chargedBack });
    expect(moved()).toEqual([["SALE", 1000]]);
    expect((await readBalances(api, customer.userId)).cachedCents).toBe(50_000);
  });

  it("by a return of the debit in a batch that is given back", async () => {
    const { batchId } = await takenBatch(api, 1, "BULK_ACH");
    const [debit] = processors.books;
    if (!debit) throw new Error("Nothing was debited.");
    const { key, amountCents } = debit;
    processors.report({ settlements: [settlementAt("2026-11-20", key, { amountCents })] });
    await pull();
    await (await api.as("ADMIN")).reverts.start(await toGiveBack(api, batchId, "ACH"));
    await api.services.bulkJobs.drain("REVERT");
    const given = await api.database.read.paymentIntent.findFirstOrThrow({ where: { kind: "GIVE_BACK" } });
    expect(given.state).toBe("READY");
    const back = {
      code: "R10",
      amountCents,
      returnedCents: amountCents,
      kind: "returnedAfterSettlement" as const,
    };
    processors.report({ settlements: [], returns: [achReturn(key, back)] });
    await pull();
    expect(await afterHold(given.id)).toEqual({ state: "CANCELLED", said: GIVE_BACK.returned });
    expect(processors.books).toHaveLength(1);
  });
});

describe("a recredit", () => {
  it("is not sent when a report during the hold shows that the earlier funding went through", async () => {
    const customer = await payableCustomer(api);
    await setPayoutHold(api, 0);
    const { ach } = api.services.ports;
    const none = () => Promise.resolve(null);
    api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
    processors.next("lostAfter");
    const { paymentId } = await run(api, order(customer, "CREDIT"));
    api.clock.advance({ hours: 25 });
    await api.services.payments.step(paymentId);
    await (await api.as("SUPERADMIN")).payments.resolve({
      requestId: randomUUID(),
      paymentId,
      outcome: "failed",
      reason: "Nothing stands in the statement of the bank.",
      passcode: PASSCODE,
    });
    api.services.ports.ach = ach;
    await setPayoutHold(api, 5);
    const again = await run(api, order(customer, "RECREDIT"));
    const key = processors.books[0]?.key ?? "";
    const settled = settlementAt("2026-11-20", key, { direction: "credit", amountCents: 90_000 });
    processors.report({ settlements: [settled] });
    await pull();
    expect(await afterHold(again.paymentId)).toMatchObject({
      state: "CANCELLED",
      said: expect.stringContaining("already funded") as string,
    });
    expect(moved()).toEqual([["CREDIT", 90_000]]);
  });

  it.each([50_000n, 180_000n])(
    "is not sent after a hold, and is refused later, when the terms have changed to %d cents since the funding",
    async (disbursementAmountCents) => {
      const customer = await payableCustomer(api);
      await setPayoutHold(api, 0);
      processors.next("declined");
      await run(api, order(customer, "CREDIT"));
      await setPayoutHold(api, 5);
      const again = await run(api, order(customer, "RECREDIT"));
      await alter(customer, { disbursementAmountCents });
      expect(await afterHold(again.paymentId)).toEqual({ state: "CANCELLED", said: TEXT.termsChanged });
      await expectRefusal(run(api, order(customer, "RECREDIT")), "RULE", TEXT.termsChanged);
      expect(moved()).toEqual([]);
    },
  );

  it("is refused for a funding that was never sent: it would bypass the rule that stopped the funding", async () => {
    const customer = await payableCustomer(api);
    const { paymentId } = await run(api, order(customer, "CREDIT"));
    await alter(customer, { alloyStatus: "Denied" });
    expect(await afterHold(paymentId)).toEqual({ state: "CANCELLED", said: TEXT.notApproved });
    await expectRefusal(run(api, order(customer, "RECREDIT")), "RULE", TEXT.noEarlierFunding);
  });
});

describe("a debit that waited", () => {
  /** A debit that waits while payments may not be sent: it is ordered and not claimed. */
  async function waitingDebit(amountCents = 41_250) {
    const customer = await payableCustomer(api);
    const [schedule] = await addSchedule(api, customer, ["2026-11-20"]);
    const { userId, accountId, applicationId } = customer;
    const { id } = await api.database.unsafeTransaction(async (tx) => {
      const intent = await tx.paymentIntent.create({
        data: {
          userId,
          applicationId,
          bankAccountId: accountId,
          scheduleId: schedule?.id ?? 0,
          kind: "DEBIT",
          paymentType: "DEBIT",
          businessKey: randomUUID(),
          amountCents,
          instrumentLast4: "6789",
          dueAt: api.clock.now(),
        },
      });
      return tx.paymentIntent.update({ where: { id: intent.id }, data: { state: "READY" } });
    });
    return { customer, scheduleId: schedule?.id ?? 0, id };
  }

  /** Runs SQL without the triggers that synchronize facts, so that only the named fact changes. */
  const change = (sql: string) => (customer: Payable) =>
    api.asOwner(`SET session_replication_role = replica; ${sql} WHERE user_id = ${customer.userId}`);

  it.each<[string, string, (customer: Payable) => Promise<unknown>]>([
    [
      "the customer is with an agency by then",
      TEXT.withAgency,
      ({ userId }) => api.asOwner(`UPDATE users SET is_external = true WHERE id = ${userId}`),
    ],
    [
      "its instalment was paid another way",
      "This payment is already paid.",
      change("UPDATE payment_schedule SET status = 'PAID', paid_cents = amount_cents"),
    ],
    [
      "less is owed by then",
      "More than the customer owes: $100.00.",
      ({ userId }) => record(api, adjustment(userId, { amountCents: 40_000 }), "SUPERADMIN"),
    ],
    ["the advance came back", SCHEDULE_NOT_PAID_OUT, change("UPDATE application SET funded_at = NULL")],
  ])("is not sent when %s", async (_case, said, happens) => {
    const { customer, id } = await waitingDebit();
    await happens(customer);
    await api.services.payments.drain();
    expect(await readIntent(id)).toMatchObject({ state: "CANCELLED", failureMessage: said });
    expect(processors.calls()).toBe(0);
  });

  it.each([41_250, 45_000])(
    "is sent in every other case, even for more than its instalment: %d cents",
    async (cents) => {
      const { id } = await waitingDebit(cents);
      await api.services.payments.drain();
      expect((await readIntent(id)).state).toBe("SUBMITTED");
    },
  );
});

it("leaves no balance that differs from its ledger", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
