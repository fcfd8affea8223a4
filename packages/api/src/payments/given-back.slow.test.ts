import { randomUUID } from "node:crypto";
import { GIVE_BACK_TEXTS as GIVE_BACK } from "@countinghouse/validators/reverts/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { linkedAccount, readRows, withBanks } from "../testing/bulk.ts";
import { JUST_LOOKED, seenNow } from "../testing/confirmed.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { setPayoutHold } from "../testing/holds.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { cardException } from "../testing/reports.ts";
import { takenBatch, toGiveBack } from "../testing/reverts.ts";
import { waitingForLocks } from "../testing/waiting.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

/** Charges this amount (cents) to a customer who owes $500.00. */
async function charged(amountCents = 1000) {
  const customer = await payableCustomer(api);
  const { paymentId } = await run(api, order(customer, "SALE", { amountCents }));
  const { key = "" } = processors.books.at(-1) ?? {};
  const refund = () => run(api, order(customer, "REFUND", { parentId: paymentId }));
  const chargeBack = async () => {
    processors.report({ exceptions: [cardException(key)] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
  };
  return { customer, paymentId, refund, chargeBack };
}

/** Records a refund that was made elsewhere, of $10.00 by default. */
const byHand = (userId: number, confirmed = JUST_LOOKED, amountCents = 1000) =>
  record(
    api,
    payment(userId, {
      lineItemType: "Refund",
      paymentType: "CREDIT",
      transactionType: "REFUND",
      amountCents,
      confirmed: { ...confirmed, balance: false },
    }),
    "SUPERADMIN",
  );

const readIntent = (id: string) => api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } });
const exceptionsOf = async (paymentId: string) =>
  (await (await api.as("ADMIN")).paymentExceptions.list()).booked.filter(
    (row) => row.paymentId === paymentId,
  );

describe("a refund", () => {
  it("is refused when the sale was charged back", async () => {
    const { refund, chargeBack } = await charged();
    await chargeBack();
    await expectRefusal(refund(), "RULE", GIVE_BACK.chargedBack);
    expect(processors.calls()).toBe(1);
  });

  it("by hand, after an equal one by card, is recorded once it is confirmed as another refund", async () => {
    const { customer, refund } = await charged();
    const first = await refund();
    const confirmed = { seen: await seenNow(api.database.read, customer.userId), equalPaymentId: null };
    const told = /^employee\S+ refunded \$10\.00 by card at 10:\d\d AM EST\. This is the same amount/;
    const details = await expectRefusal(byHand(customer.userId, confirmed), "RULE", told);
    expect(details.equalPaymentId).toBe(first.paymentId);
    const again = { ...confirmed, equalPaymentId: first.paymentId };
    expect(await byHand(customer.userId, again)).toHaveProperty("paymentId");
  });

  it("by card, after an equal one by hand, needs the same confirmation", async () => {
    const { customer, paymentId } = await charged();
    await byHand(customer.userId);
    const confirmed = { seen: await seenNow(api.database.read, customer.userId), equalPaymentId: null };
    const asked = { parentId: paymentId, confirmed: { ...confirmed, balance: false, funded: false } };
    await expectRefusal(run(api, order(customer, "REFUND", asked)), "RULE", /recorded \$10\.00 as owed/);
  });

  describe("that waits", () => {
    const HOLD = { minutes: 5 };
    beforeEach(() => setPayoutHold(api, HOLD.minutes));
    afterEach(() => setPayoutHold(api, 0));
    const afterHold = async (paymentId: string) => {
      api.clock.advance(HOLD);
      await api.services.payments.drain();
      return readIntent(paymentId);
    };

    it("is cancelled when a later refund by hand makes the sum exceed the payments, and the audit has both states", async () => {
      const { customer, refund } = await charged();
      const { paymentId } = await refund();
      api.clock.advance({ minutes: 1 });
      await byHand(customer.userId);
      expect(await afterHold(paymentId)).toMatchObject({
        state: "CANCELLED",
        failureMessage: GIVE_BACK.moreThanPaid,
      });
      expect(await lastAuditEvent(api, "payments.outcome")).toMatchObject({
        actor: "job:payments",
        subjectId: String(customer.userId),
        before: { paymentId, state: "READY" },
        after: { paymentId, kind: "REFUND", state: "CANCELLED", message: GIVE_BACK.moreThanPaid },
      });
      expect(processors.books.map(({ mode }) => mode)).toEqual(["SALE"]);
    });

    it("is cancelled by a refund by hand that is recorded at the moment of sending", async () => {
      const { customer, refund } = await charged();
      const { paymentId } = await refund();
      api.clock.advance(HOLD);
      const holder = await api.database.pool.connect();
      try {
        await holder.query("BEGIN");
        await holder.query("SELECT 1 FROM user_balance WHERE user_id = $1 FOR UPDATE", [customer.userId]);
        const recorded = byHand(customer.userId);
        await waitingForLocks(api, 1);
        const drained = api.services.payments.drain();
        await waitingForLocks(api, 2);
        await holder.query("COMMIT");
        await Promise.all([recorded, drained]);
      } finally {
        holder.release();
      }
      expect(await readIntent(paymentId)).toMatchObject({ failureMessage: GIVE_BACK.moreThanPaid });
      expect((await readBalances(api, customer.userId)).ledgerCents).toBe(50_000);
    });

    it("is sent after a refund by hand that was confirmed as another one, when the sale covers both", async () => {
      const { customer, refund } = await charged(2000);
      const { paymentId } = await refund();
      api.clock.advance({ minutes: 1 });
      const given = await byHand(customer.userId);
      expect(await readIntent(given.paymentId)).toMatchObject({ equalPaymentId: paymentId });
      expect(await afterHold(paymentId)).toMatchObject({ state: "SUCCEEDED" });
      expect((await readBalances(api, customer.userId)).ledgerCents).toBe(50_000);
    });

    it("is sent after a refund by hand of another sale", async () => {
      const { customer, refund } = await charged();
      await run(api, order(customer, "SALE"));
      const { paymentId } = await refund();
      api.clock.advance({ minutes: 1 });
      await byHand(customer.userId);
      expect(await afterHold(paymentId)).toMatchObject({ state: "SUCCEEDED" });
      expect((await readBalances(api, customer.userId)).ledgerCents).toBe(50_000);
    });

    it("is cancelled by a second refund by hand when the sale covers only two", async () => {
      const { customer, refund } = await charged(2000);
      const { paymentId } = await refund();
      for (let nth = 0; nth < 2; nth++) {
        api.clock.advance({ minutes: 1 });
        await byHand(customer.userId);
      }
      expect(await afterHold(paymentId)).toMatchObject({ failureMessage: GIVE_BACK.moreThanPaid });
      expect((await readBalances(api, customer.userId)).ledgerCents).toBe(50_000);
    });

    it("is cancelled by a later refund by hand that was not confirmed as another one", async () => {
      const { customer, refund } = await charged(2000);
      const { paymentId } = await refund();
      api.clock.advance({ minutes: 1 });
      const given = await byHand(customer.userId);
      // An earlier release left this column empty.
      const where = { id: given.paymentId };
      await api.database.unsafeTransaction((tx) =>
        tx.paymentIntent.update({ where, data: { equalPaymentId: null } }),
      );
      expect(await afterHold(paymentId)).toMatchObject({
        state: "CANCELLED",
        failureMessage: GIVE_BACK.byHand,
      });
    });
  });

  it("by card, confirmed after one by hand, is sent when the sale covers both", async () => {
    const { customer, refund } = await charged(2000);
    api.clock.advance({ minutes: 1 });
    await byHand(customer.userId);
    expect(await refund()).toMatchObject({ state: "SUCCEEDED" });
  });

  it("by card, confirmed after one by hand, is refused when both exceed the payments", async () => {
    const { customer, refund } = await charged();
    api.clock.advance({ minutes: 1 });
    await byHand(customer.userId);
    await expectRefusal(refund(), "RULE", GIVE_BACK.moreThanPaid);
  });

  it("by card is refused after a smaller one by hand when both exceed the payments", async () => {
    const { customer, refund } = await charged();
    api.clock.advance({ minutes: 1 });
    await byHand(customer.userId, JUST_LOOKED, 500);
    await expectRefusal(refund(), "RULE", GIVE_BACK.moreThanPaid);
  });
});

it("posts a refund that is held over midnight on the day of its order", async () => {
  const { refund } = await charged();
  await setPayoutHold(api, 5);
  const passed = { seconds: (Date.parse("2026-11-21T04:58:00Z") - api.clock.now().getTime()) / 1000 };
  api.clock.advance(passed);
  const { paymentId: intentId } = await refund();
  api.clock.advance({ minutes: 5 });
  await api.services.payments.drain();
  const posted = await api.database.read.ledgerTransaction.findFirstOrThrow({ where: { intentId } });
  expect(posted.effectiveOn.toISOString().slice(0, 10)).toBe("2026-11-20");
  api.clock.advance({ minutes: -5, seconds: -passed.seconds });
  await setPayoutHold(api, 0);
});

it("a batch gives nothing back to a customer whose refund staff recorded in the meantime", async () => {
  const { batchId, customers } = await takenBatch(api, 1);
  const [customer] = customers;
  api.clock.advance({ minutes: 1 });
  const { amountCents = 0 } = processors.books.at(-1) ?? {};
  const { batchId: revertId } = await (await api.as("ADMIN")).reverts.start(await toGiveBack(api, batchId));
  await byHand(customer?.userId ?? 0, JUST_LOOKED, amountCents);
  await api.services.bulkJobs.drain("REVERT");
  expect(await readRows(api, revertId)).toMatchObject([{ state: "FAILED", message: GIVE_BACK.byHand }]);
  expect(processors.books).toHaveLength(1);
});

describe("money that went back twice opens one exception", () => {
  const twice = (given: string) =>
    `The customer was credited twice: by a return or chargeback of this payment, and by ${given}`;

  it("when a refunded sale is charged back", async () => {
    const { paymentId, refund, chargeBack } = await charged();
    const given = await refund();
    await chargeBack();
    expect(await exceptionsOf(paymentId)).toMatchObject([
      {
        kind: "GIVEN_BACK_TWICE",
        other: { paymentId: given.paymentId },
        message: expect.stringContaining(twice("REFUND of $10.00")) as string,
      },
    ]);
  });

  it("when a refund of a charged-back sale turns out to have gone through", async () => {
    const { paymentId, refund, chargeBack } = await charged();
    const { cards } = api.services.ports;
    api.services.ports.cards = { ...cards, lookUpRefund: () => Promise.resolve(null) };
    processors.next("lostAfter");
    const given = await refund();
    expect(given.state).toBe("UNKNOWN");
    await chargeBack();
    expect(await exceptionsOf(paymentId)).toEqual([]);
    api.services.ports.cards = cards;
    await (await api.as("EMPLOYEE")).payments.check({
      requestId: randomUUID(),
      paymentId: given.paymentId,
    });
    expect(await exceptionsOf(paymentId)).toMatchObject([{ kind: "GIVEN_BACK_TWICE" }]);
  });

  it("when staff recorded a refund before the chargeback", async () => {
    const { customer, paymentId, chargeBack } = await charged();
    api.clock.advance({ minutes: 1 });
    await byHand(customer.userId);
    await chargeBack();
    expect(await exceptionsOf(paymentId)).toMatchObject([
      { message: expect.stringContaining(twice("MANUAL of $10.00")) as string },
    ]);
  });
});
