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
import { lookedAtPayment, payment, readBalances, record } from "../../testing/payments.ts";
import type { TestProcessors } from "../../testing/processors.ts";
import { achReturn, cardException } from "../../testing/reports.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

/** Customers owe $500.00 and are debited $10.00. */
async function debit(customer?: Payable) {
  const payer = customer ?? (await payableCustomer(api));
  const { paymentId } = await run(api, order(payer, "DEBIT"));
  return { ...payer, paymentId, key: processors.books.at(-1)?.key ?? "" };
}

async function report(...returns: AchReturn[]) {
  processors.report({ returns });
  await api.services.payments.pullReports();
  await api.services.payments.pullReports();
}

const owed = async ({ userId }: { userId: number }) => (await readBalances(api, userId)).cachedCents;
const state = async (id: string) =>
  (await api.database.read.paymentIntent.findUniqueOrThrow({ where: { id } })).state;
async function unprocessed(userId: number) {
  const { unprocessedReturns, unprocessedChargebacks } = await (
    await api.as("VIEWER")
  ).chargebacks.unprocessed();
  return [...unprocessedReturns, ...unprocessedChargebacks].filter((each) => each.userId === userId);
}

describe("a message of the banks about an earlier return", () => {
  it.each(["R61", "R62", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77"])(
    "%s takes nothing back and waits for a person",
    async (code) => {
      const { key, paymentId, userId } = await debit();
      await report(achReturn(key, { code }));
      expect(await state(paymentId)).toBe("SUBMITTED");
      expect(await owed({ userId })).toBe(49_000);
      expect(await unprocessed(userId)).toMatchObject([
        { code, errorMessage: expect.stringContaining("The banks disagree about an earlier return.") },
      ]);
    },
  );

  it("waits for a person after the return itself too", async () => {
    const { key, paymentId, userId } = await debit();
    await report(achReturn(key, { code: "R01" }), achReturn(key, { code: "R68" }));
    expect(await state(paymentId)).toBe("RETURNED");
    expect(await unprocessed(userId)).toMatchObject([{ code: "R68" }]);
  });
});

describe("a return", () => {
  it.each([
    ["before its payment", "2026-11-15", "the payment was sent on 2026-11-20"],
    ["in the future", "2026-12-10", "it has not come yet"],
  ])("dated %s is not applied and is shown as an impossible day", async (_when, returnedOn, why) => {
    const { key, paymentId, userId } = await debit();
    await report(achReturn(key, { returnedOn }));
    expect(await state(paymentId)).toBe("SUBMITTED");
    expect(await unprocessed(userId)).toMatchObject([
      { errorMessage: expect.stringContaining(`${returnedOn} is an impossible day: ${why}`) },
    ]);
  });

  it.each([
    ["18:30", "2026-11-20T23:30:00Z", "2026-11-21", "SUBMITTED"],
    ["20:30", "2026-11-21T01:30:00Z", "2026-11-21", "RETURNED"],
    ["20:30", "2026-11-21T01:30:00Z", "2026-11-22", "SUBMITTED"],
  ] as const)(
    "in production at %s in New York (%s) dated %s leaves its payment %s: the day can have begun in UTC",
    async (_time, at, returnedOn, left) => {
      const setKind = (kind: "PRODUCTION" | "SANDBOX") =>
        api.database.unsafeTransaction((tx) => tx.environment.updateMany({ data: { kind } }));
      const passed = { seconds: (Date.parse(at) - api.clock.now().getTime()) / 1000 };
      await setKind("PRODUCTION");
      api.clock.advance(passed);
      const { key, paymentId } = await debit();
      await report(achReturn(key, { returnedOn }));
      expect(await state(paymentId)).toBe(left);
      const posted = await api.database.read.ledgerTransaction.findMany({
        where: { intentId: paymentId, kind: "return" },
      });
      const days = posted.map(({ effectiveOn }) => effectiveOn.toISOString().slice(0, 10));
      expect(days).toEqual(left === "RETURNED" ? [returnedOn] : []);
      api.clock.advance({ seconds: -passed.seconds });
      await setKind("SANDBOX");
    },
  );

  it("is shown when an earlier return of the same payment and code had another amount", async () => {
    const { key, userId } = await debit();
    await report(achReturn(key));
    await report(achReturn(key), achReturn(key, { returnedCents: 550 }));
    expect(await owed({ userId })).toBe(50_000);
    expect(await unprocessed(userId)).toMatchObject([
      { errorMessage: "The processor's amount does not match our payment." },
    ]);
  });

  it("is applied after an earlier report of the same return with a wrong amount", async () => {
    const { key, userId, paymentId } = await debit();
    await report(achReturn(key, { returnedCents: 550 }));
    await report(achReturn(key));
    expect(await state(paymentId)).toBe("RETURNED");
    expect(await owed({ userId })).toBe(50_000);
  });
});

describe("an event that staff record by hand and a processor reports too", () => {
  const byHand = (userId: number, lineItemType: "ACH Return" | "Chargeback") =>
    payment(userId, {
      lineItemType,
      paymentType: "CREDIT",
      modeOfPayment: "ACH",
      transactionType: "RETURN",
    });

  it("counts once when the return was recorded by hand first", async () => {
    const customer = await debit();
    await record(api, byHand(customer.userId, "ACH Return"), "SUPERADMIN");
    await report(achReturn(customer.key, { code: "R10" }));
    expect(await owed(customer)).toBe(50_000);
    expect(await unprocessed(customer.userId)).toMatchObject([
      { errorMessage: expect.stringContaining("The same payment was recorded by hand for this customer") },
    ]);
    await expectRefusal(run(api, order(customer, "DEBIT", { amountCents: 1_100 })), "RULE", /R10/);
  });

  it("counts for one of two equal payments", async () => {
    const first = await debit();
    api.clock.advance({ hours: 25 });
    const second = await debit(first);
    await record(api, byHand(first.userId, "ACH Return"), "SUPERADMIN");
    const returnedOn = "2026-11-21";
    await report(achReturn(first.key, { returnedOn }), achReturn(second.key, { returnedOn }));
    expect(await owed(first)).toBe(50_000);
    expect(await unprocessed(first.userId)).toHaveLength(1);
  });

  it("counts once when the chargeback was recorded by hand first", async () => {
    const customer = await payableCustomer(api);
    await run(api, order(customer, "SALE"));
    const day = (await api.database.read.paymentAttempt.findFirstOrThrow({ orderBy: { sentAt: "desc" } }))
      .sentAt;
    await record(api, byHand(customer.userId, "Chargeback"), "SUPERADMIN");
    const { key = "" } = processors.books.at(-1) ?? {};
    processors.report({ exceptions: [cardException(key, { day: day.toISOString().slice(0, 10) })] });
    await api.services.payments.pullReports();
    expect(await owed(customer)).toBe(50_000);
    expect(await unprocessed(customer.userId)).toHaveLength(1);
  });

  it("needs a confirmation when the processor reported the return first", async () => {
    const { key, userId } = await debit();
    const day = (await api.database.read.paymentAttempt.findFirstOrThrow({ where: { providerKey: key } }))
      .sentAt;
    await report(achReturn(key, { returnedOn: day.toISOString().slice(0, 10) }));
    const input = await lookedAtPayment(api, byHand(userId, "ACH Return"), "SUPERADMIN");
    const { payments } = await api.as("SUPERADMIN");
    await expectRefusal(payments.recordManual(input), "RULE", "If you record it by hand, it counts twice.");
    expect(await owed({ userId })).toBe(50_000);
  });
});
