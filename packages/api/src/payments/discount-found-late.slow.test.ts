import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainAutomation } from "../testing/automation.ts";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { type Discounted, discountedCustomers, NOT_LET_OFF, PAID_OFF, TODAY } from "../testing/discounted.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, PASSCODE, withProcessors } from "../testing/payable.ts";
import { queuedSheetRow } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, startOn } from "../testing/recovery.ts";
import { achReturn, settlementAt, transactionAt } from "../testing/reports.ts";
import { payEverything } from "../testing/schedules.ts";

const NEXT_DAY = "2026-11-21";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
  await payEverything(api);
});
afterAll(() => api.close());

const { borrower, standing, pay, sent } = discountedCustomers(() => api);

const newestPayment = ({ userId }: Discounted, of = api) =>
  of.database.read.paymentIntent.findFirstOrThrow({
    where: { userId, kind: { not: "MANUAL" } },
    orderBy: { createdAt: "desc" },
  });

/** Returns the ledger day of a customer's newest payment, YYYY-MM-DD. */
async function readDay(customer: Discounted, of = api): Promise<string | undefined> {
  const { id: intentId } = await newestPayment(customer, of);
  const posted = await of.database.read.ledgerTransaction.findFirst({ where: { intentId, kind: "payment" } });
  return posted?.effectiveOn.toISOString().slice(0, 10);
}

async function nextDay(work: () => Promise<unknown>): Promise<void> {
  api.clock.advance({ hours: 24 });
  await work();
  api.clock.advance({ hours: -24 });
}

/** Lets every look-up find nothing, as if the call had not arrived. */
function hide(): void {
  const none = () => Promise.resolve(null);
  const { ach, cards } = api.services.ports;
  api.services.ports.ach = { ...ach, lookUp: none, findKey: none };
  api.services.ports.cards = { ...cards, lookUp: none };
}

describe.each(sent)("%s", (_door, take) => {
  it("earns the discount on its last day, even if a look-up finds the outcome the day after", async () => {
    const customer = await borrower();
    processors.next("lostAfter");
    await take(customer);
    expect(await newestPayment(customer)).toMatchObject({ state: "UNKNOWN" });
    await nextDay(async () => {
      await api.services.payments.drain();
      await drainAutomation(api);
    });
    expect(await standing(customer)).toEqual(PAID_OFF);
    expect(await readDay(customer)).toBe(TODAY);
  });
});

describe("a payment ordered on the last day of the discount", () => {
  it.each(["SALE", "DEBIT"] as const)(
    "earns it when the answer comes after midnight, and has that day in the ledger and its sheet (%s)",
    async (mode) => {
      const customer = await borrower();
      api.clock.advance({ hours: 13, minutes: 59, seconds: 58 });
      processors.onCall(async () => api.clock.advance({ seconds: 4 }));
      const { paymentId } = await pay(customer, mode);
      processors.onCall(() => Promise.resolve());
      expect(await standing(customer)).toEqual(PAID_OFF);
      expect(await readDay(customer)).toBe(TODAY);
      expect(await queuedSheetRow(api, paymentId)).toMatchObject({
        row: { cells: expect.arrayContaining([TODAY]) as string[] },
      });
      api.clock.advance({ hours: -14, seconds: -2 });
    },
  );
});

describe("a payment sent on the last day of the discount", () => {
  it.each([
    [
      "is no help to it, where less than the payoff was paid in time",
      50_000,
      35_000,
      { owes: 15_000, letOff: 0 },
    ],
    [
      "is no hindrance to it, where all but the discount was",
      80_000,
      20_000,
      { owes: -20_000, letOff: 20_000 },
    ],
  ])("%s: another payment a day later, before it was found", async (_what, inTimeCents, lateCents, after) => {
    const customer = await borrower();
    hide();
    processors.next("lostAfter");
    await pay(customer, "DEBIT", inTimeCents);
    const { key = "" } = processors.books.at(-1) ?? {};
    await nextDay(async () => {
      await pay(customer, "SALE", lateCents);
      const found = { amountCents: inTimeCents };
      processors.report({
        settlements: [settlementAt(NEXT_DAY, key, { ...found, reference: `auth-${key}`, key })],
      });
      await api.services.payments.pullReports();
    });
    expect(await standing(customer)).toMatchObject(after);
  });

  it.each(["SALE", "DEBIT"] as const)(
    "earns it when a report of a later day confirms it (%s)",
    async (mode) => {
      const customer = await borrower();
      hide();
      processors.next("lostAfter");
      await pay(customer, mode);
      const { key = "", amountCents = 0 } = processors.books.at(-1) ?? {};
      processors.report(
        mode === "DEBIT"
          ? { settlements: [settlementAt(NEXT_DAY, key, { key, amountCents })] }
          : {
              transactions: {
                [NEXT_DAY]: [transactionAt(NEXT_DAY, key, { amountCents, settledCents: amountCents })],
              },
            },
      );
      await nextDay(() => api.services.payments.pullReports());
      expect(await standing(customer)).toEqual(PAID_OFF);
      expect(await readDay(customer)).toBe(TODAY);
    },
  );

  it("has its own day in the ledger and is owed again in full when its first report is a return", async () => {
    const customer = await borrower();
    hide();
    processors.next("lostAfter");
    await pay(customer, "DEBIT");
    const { key = "", amountCents = 0 } = processors.books.at(-1) ?? {};
    const returned = { returnedOn: NEXT_DAY, amountCents, returnedCents: amountCents };
    processors.report({ returns: [achReturn(key, returned)] });
    await nextDay(() => api.services.payments.pullReports());
    expect(await standing(customer)).toEqual({ owes: 100_000, left: [80_000, 20_000], letOff: 0 });
    expect(await readDay(customer)).toBe(TODAY);
  });

  it("earns it when a person finds out the day after that it was paid", async () => {
    const customer = await borrower();
    hide();
    processors.next("lostAfter");
    const { paymentId } = await pay(customer, "DEBIT");
    api.clock.advance({ hours: 25 });
    expect(await api.services.payments.step(paymentId)).toBe("NEEDS_REVIEW");
    await (await api.as("SUPERADMIN")).payments.resolve({
      requestId: randomUUID(),
      paymentId,
      outcome: "paid",
      reason: "It stands in the statement of the bank.",
      passcode: PASSCODE,
    });
    api.clock.advance({ hours: -25 });
    expect(await standing(customer)).toEqual(PAID_OFF);
  });

  it("earns it when it is booked from the journal after a restore of the database", async () => {
    const customer = await borrower();
    const held = await backUp(api);
    await pay(customer, "SALE");
    const restored = await startOn(held, api, processors);
    try {
      const again = discountedCustomers(() => restored);
      restored.clock.advance({ hours: 24 });
      await (await restored.as("SUPERADMIN")).recovery.book({ requestId: randomUUID() });
      restored.clock.advance({ minutes: 3 });
      await restored.services.payments.drain();
      restored.clock.advance({ hours: -24, minutes: -3 });
      expect(await again.standing(customer)).toEqual(PAID_OFF);
      expect(await readDay(customer, restored)).toBe(TODAY);
    } finally {
      await restored.close();
    }
  });

  it("earns nothing when it was sent after the last day", async () => {
    const customer = await borrower();
    await nextDay(async () => {
      processors.next("lostAfter");
      await pay(customer, "SALE");
      api.clock.advance({ hours: 24 });
      await api.services.payments.drain();
      api.clock.advance({ hours: -24 });
    });
    expect(await standing(customer)).toEqual(NOT_LET_OFF);
    expect(await readDay(customer)).toBe(NEXT_DAY);
  });
});
