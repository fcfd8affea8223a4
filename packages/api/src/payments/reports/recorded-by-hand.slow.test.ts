import type { AchReturn } from "@countinghouse/providers/ach/port";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../../testing/expectations.ts";
import type { TestApi } from "../../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../../testing/payable.ts";
import {
  lookedAtPayment,
  type ManualPaymentInput,
  payment,
  readBalances,
  record,
} from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { achReturn, cardException } from "../../testing/reports.ts";
import { waitingForLocks } from "../../testing/waiting.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const RECORDED_BY_HAND = expect.stringContaining(
  "The same payment was recorded by hand for this customer",
) as string;

/** Customers owe $500.00 and pay $10.00. */
async function paid(mode: "DEBIT" | "SALE", customer?: Payable) {
  const payer = customer ?? (await payableCustomer(api));
  const { paymentId } = await run(api, order(payer, mode));
  return { ...payer, paymentId, key: processors.books.at(-1)?.key ?? "" };
}

type LineItem = "ACH Return" | "Chargeback" | "Chargeback Reversal" | "Disbursement Return";

const byHand = (userId: number, lineItemType: LineItem, changed: Partial<ManualPaymentInput> = {}) =>
  payment(userId, {
    lineItemType,
    paymentType: lineItemType === "ACH Return" || lineItemType === "Chargeback" ? "CREDIT" : "DEBIT",
    modeOfPayment: "ACH",
    transactionType: "RETURN",
    ...changed,
  });

const today = () => api.clock.now().toISOString().slice(0, 10);
const pull = () => api.services.payments.pullReports();

async function report(...returns: AchReturn[]) {
  processors.report({ returns });
  return pull();
}

const owed = async ({ userId }: { userId: number }) => {
  const { ledgerCents, cachedCents } = await readBalances(api, userId);
  expect(cachedCents).toBe(ledgerCents);
  return ledgerCents;
};
const exceptionsOf = async ({ userId }: { userId: number }) =>
  (await (await api.as("ADMIN")).paymentExceptions.list()).booked.filter((row) => row.userId === userId);
const problemsOf = async (paymentId: string) =>
  (
    await api.database.read.processorEvent.findMany({
      where: { intentId: paymentId, appliedAt: null },
      orderBy: { id: "asc" },
    })
  ).map(({ problem }) => problem);

describe("a return that staff record by hand while its bank reports it", () => {
  it.each(["by hand", "by the bank"] as const)("counts once when it is recorded %s first", async (first) => {
    const customer = await paid("DEBIT");
    const input = await lookedAtPayment(api, byHand(customer.userId, "ACH Return"), "SUPERADMIN");
    const { payments } = await api.as("SUPERADMIN");
    const steps = {
      "by hand": () => payments.recordManual(input),
      "by the bank": () => report(achReturn(customer.key, { returnedOn: today() })),
    };
    const [one, other] =
      first === "by hand" ? (["by hand", "by the bank"] as const) : (["by the bank", "by hand"] as const);
    const holder = await api.database.pool.connect();
    try {
      // Both transactions have checked for the other record before they post.
      await holder.query("BEGIN");
      await holder.query("SELECT 1 FROM user_balance WHERE user_id = $1 FOR UPDATE", [customer.userId]);
      const begun = Promise.allSettled([steps[one]()]);
      await waitingForLocks(api, 1);
      const followed = Promise.allSettled([steps[other]()]);
      await waitingForLocks(api, 2);
      await holder.query("COMMIT");
      expect(await begun).toMatchObject([{ status: "fulfilled" }]);
      await followed;
    } finally {
      holder.release();
    }
    expect(await owed(customer)).toBe(50_000);
    expect(await problemsOf(customer.paymentId)).toEqual(first === "by hand" ? [RECORDED_BY_HAND] : []);
  });
});

describe("each record by hand", () => {
  it("counts for one report, so a second returned payment is not shown as given back twice", async () => {
    const first = await paid("DEBIT");
    api.clock.advance({ hours: 25 });
    const second = await paid("DEBIT", first);
    api.clock.advance({ minutes: 1 });
    await record(api, byHand(first.userId, "ACH Return"), "SUPERADMIN");
    await report(...[first, second].map(({ key }) => achReturn(key, { returnedOn: today() })));
    expect(await owed(first)).toBe(50_000);
    expect(await problemsOf(first.paymentId)).toEqual([RECORDED_BY_HAND]);
    expect(await exceptionsOf(first)).toEqual([]);
  });

  it("counts for one report when the second payment was made after the first record", async () => {
    const first = await paid("DEBIT");
    await record(api, byHand(first.userId, "ACH Return"), "SUPERADMIN");
    await report(achReturn(first.key, { returnedOn: today() }));
    api.clock.advance({ hours: 25 });
    const second = await paid("DEBIT", first);
    await record(api, byHand(first.userId, "ACH Return"), "SUPERADMIN");
    await report(achReturn(second.key, { returnedOn: today() }));
    expect(await owed(first)).toBe(50_000);
    expect(await problemsOf(second.paymentId)).toEqual([RECORDED_BY_HAND]);
  });

  it("counts for the same report when that is retried", async () => {
    const customer = await paid("DEBIT");
    await record(api, byHand(customer.userId, "ACH Return"), "SUPERADMIN");
    await report(achReturn(customer.key, { returnedOn: today() }));
    api.clock.advance({ minutes: 2 });
    await api.services.payments.retryReports();
    expect(await owed(customer)).toBe(50_000);
    expect(await problemsOf(customer.paymentId)).toEqual([RECORDED_BY_HAND]);
  });
});

describe("a chargeback that is given back", () => {
  const chargedBack = async () => {
    const customer = await paid("SALE");
    processors.report({ exceptions: [cardException(customer.key, { day: today() })] });
    expect(await pull()).toMatchObject({ applied: 1 });
    return customer;
  };
  const reversed = (key: string) =>
    cardException(key, { exceptionId: `rev-${key}`, type: "CHARGEBACK REVERSAL", day: today() });

  it("counts once when staff recorded the reversal by hand first", async () => {
    const customer = await chargedBack();
    await record(api, byHand(customer.userId, "Chargeback Reversal"), "SUPERADMIN");
    processors.report({ exceptions: [reversed(customer.key)] });
    await pull();
    expect(await owed(customer)).toBe(49_000);
    expect(await problemsOf(customer.paymentId)).toEqual([RECORDED_BY_HAND]);
  });

  it("needs a confirmation when staff record it after the report", async () => {
    const customer = await chargedBack();
    processors.report({ exceptions: [reversed(customer.key)] });
    await pull();
    const input = await lookedAtPayment(api, byHand(customer.userId, "Chargeback Reversal"), "SUPERADMIN");
    const { payments } = await api.as("SUPERADMIN");
    await expectRefusal(payments.recordManual(input), "RULE", "If you record it by hand, it counts twice.");
    expect(await owed(customer)).toBe(49_000);
  });
});

describe("a second chargeback", () => {
  it.each(["by hand alone", "by hand, and by the processor"])(
    "is shown to a person when the first was reversed %s",
    async (reversedBy) => {
      const customer = await paid("SALE");
      processors.report({ exceptions: [cardException(customer.key, { day: today() })] });
      await pull();
      await record(api, byHand(customer.userId, "Chargeback Reversal"), "SUPERADMIN");
      if (reversedBy !== "by hand alone") {
        const reversal = { exceptionId: `rev-${customer.key}`, type: "CHARGEBACK REVERSAL", day: today() };
        processors.report({ exceptions: [cardException(customer.key, reversal)] });
        await pull();
      }
      api.clock.advance({ hours: 48 });
      const second = { exceptionId: `second-${customer.key}`, day: today() };
      processors.report({ exceptions: [cardException(customer.key, second)] });
      await pull();
      expect(await owed(customer)).toBe(49_000);
      expect(await problemsOf(customer.paymentId)).toContainEqual(
        expect.stringContaining("An earlier chargeback of this payment was reversed by hand."),
      );
    },
  );
});

describe("an advance that the bank sent back", () => {
  const DISBURSED_CENTS = 90_000;
  const funded = async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const { paymentId } = await run(api, order(customer, "CREDIT"));
    return { ...customer, paymentId, key: processors.books.at(-1)?.key ?? "" };
  };
  const sentBack = (key: string) =>
    achReturn(key, { amountCents: DISBURSED_CENTS, returnedCents: DISBURSED_CENTS, returnedOn: today() });
  const returnByHand = (userId: number) =>
    byHand(userId, "Disbursement Return", { amountCents: DISBURSED_CENTS });

  it("counts once when staff recorded it as a manual payment first", async () => {
    const customer = await funded();
    await record(api, returnByHand(customer.userId), "SUPERADMIN");
    await report(sentBack(customer.key));
    expect(await owed(customer)).toBe(130_000 - DISBURSED_CENTS);
    expect(await problemsOf(customer.paymentId)).toEqual([RECORDED_BY_HAND]);
  });

  it("needs a confirmation when staff record it after the report", async () => {
    const customer = await funded();
    await report(sentBack(customer.key));
    const input = await lookedAtPayment(api, returnByHand(customer.userId), "SUPERADMIN");
    const { payments } = await api.as("SUPERADMIN");
    await expectRefusal(payments.recordManual(input), "RULE", "If you record it by hand, it counts twice.");
    expect(await owed(customer)).toBe(0);
  });
});
