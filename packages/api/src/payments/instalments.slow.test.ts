import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drainAutomation, press } from "../testing/automation.ts";
import { endRunning, linkedAccount, reviewed, startPayments, withBanks } from "../testing/bulk.ts";
import { JUST_LOOKED, seenNow } from "../testing/confirmed.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";
import { payment, readBalances, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { addSchedule, payEverything, readSchedules, toProcess } from "../testing/schedules.ts";

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

/** Returns a funded customer who owes $412.50 on each of these days. Today is 2026-11-20, so by default the first one is due. */
async function borrower(days = ["2026-11-19", "2026-11-26", "2026-12-03"]) {
  const customer = await payableCustomer(api, { owesCents: days.length * 41_250 });
  await api.database.unsafeTransaction((tx) =>
    tx.application.update({
      where: { id: customer.applicationId },
      data: { stage: "funded", fundedAt: new Date("2026-11-12T15:00:00Z") },
    }),
  );
  const [first] = await addSchedule(api, customer, days);
  return { ...customer, scheduleId: first?.id ?? 0 };
}

type Borrower = Awaited<ReturnType<typeof borrower>>;

/** Returns the amount left of each instalment, and the balance, in cents. */
async function readUnpaid({ userId }: Pick<Borrower, "userId">) {
  const rows = await readSchedules(api, userId);
  for (const { status, leftCents } of rows) expect(status).toBe(leftCents === 0 ? "PAID" : "UNPAID");
  return {
    left: rows.map(({ leftCents }) => leftCents),
    owes: (await readBalances(api, userId)).ledgerCents,
  };
}

const confirmedNow = async ({ userId }: Borrower) => ({
  seen: await seenNow(api.database.read, userId),
  equalPaymentId: null,
  balance: false,
  funded: false,
});

const pay = async (customer: Borrower, mode: "SALE" | "DEBIT" | "RCC", amountCents: number) =>
  run(api, order(customer, mode, { amountCents, confirmed: await confirmedNow(customer) }));

const process = async ({ userId, scheduleId }: Borrower, amountCents?: number) => {
  const row = (await readSchedules(api, userId)).find(({ id }) => id === scheduleId);
  const asked = toProcess(row, amountCents === undefined ? {} : { amountCents });
  return (await api.as("EMPLOYEE")).paymentSchedules.process(asked);
};

async function bulk(kind: "BULK_DEBIT" | "BULK_ACH", version: 1 | 2, customer: Borrower) {
  await startPayments(api, reviewed(kind, [customer], { version }));
  await api.services.bulkJobs.drain(kind);
  await endRunning(api, kind);
}

async function automation() {
  await press(api);
  await drainAutomation(api);
}

const DOORS: [name: string, take: (customer: Borrower) => Promise<unknown>][] = [
  ["SALE", (customer) => pay(customer, "SALE", 41_250)],
  ["DEBIT", (customer) => pay(customer, "DEBIT", 41_250)],
  ["RCC", (customer) => pay(customer, "RCC", 41_250)],
  ["Process of the scheduled payment", (customer) => process(customer)],
  ["bulk debit, version 1", (customer) => bulk("BULK_DEBIT", 1, customer)],
  ["bulk debit, version 2", (customer) => bulk("BULK_DEBIT", 2, customer)],
  ["bulk ACH, version 1", (customer) => bulk("BULK_ACH", 1, customer)],
  ["bulk ACH, version 2", (customer) => bulk("BULK_ACH", 2, customer)],
  ["payment automation", automation],
  ["a payment recorded by hand", ({ userId }) => record(api, payment(userId, { amountCents: 41_250 }))],
];

describe.each(DOORS)("%s", (_door, take) => {
  it("pays the due instalment, and no other way takes it again", async () => {
    const customer = await borrower();
    await take(customer);
    expect(await readUnpaid(customer)).toEqual({ left: [0, 41_250, 41_250], owes: 82_500 });
    const taken = processors.calls();
    await expect(press(api)).rejects.toThrow("No scheduled payment is due.");
    await expect(process(customer, 41_250)).rejects.toThrow("This payment is already paid.");
    expect(processors.calls()).toBe(taken);
  });
});

describe("money that was collected", () => {
  it("pays the oldest instalment first, then the next ones, and automation collects the rest of a partly paid one", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 50_000);
    expect(await readUnpaid(customer)).toEqual({ left: [0, 32_500, 41_250], owes: 73_750 });
    api.clock.advance({ hours: 24 * 7 });
    await automation();
    expect(processors.books.map(({ amountCents }) => amountCents)).toEqual([50_000, 32_500]);
    expect(await readUnpaid(customer)).toEqual({ left: [0, 0, 41_250], owes: 41_250 });
    api.clock.advance({ hours: -24 * 7 });
  });

  it("pays only the part that a card approved, and the rest stays due", async () => {
    const customer = await borrower();
    processors.next("part");
    await pay(customer, "SALE", 40_000);
    expect(await readUnpaid(customer)).toEqual({ left: [37_250, 41_250, 41_250], owes: 119_750 });
  });

  it("is taken back from the newest paid instalment first when it is refunded", async () => {
    const customer = await borrower();
    const { paymentId } = await pay(customer, "SALE", 50_000);
    const refund = { parentId: paymentId, amountCents: 10_000, confirmed: await confirmedNow(customer) };
    await run(api, order(customer, "REFUND", refund));
    expect(await readUnpaid(customer)).toEqual({ left: [1_250, 41_250, 41_250], owes: 83_750 });
  });

  it("is due again when the bank returns it", async () => {
    const customer = await borrower();
    await pay(customer, "DEBIT", 50_000);
    const { key = "" } = processors.books.at(-1) ?? {};
    processors.report({ returns: [achReturn(key, { amountCents: 50_000, returnedCents: 50_000 })] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    expect(await readUnpaid(customer)).toEqual({ left: [41_250, 41_250, 41_250], owes: 123_750 });
  });

  it("alone blocks automation for a day: a waived amount only shortens the end of the schedule", async () => {
    const customer = await borrower();
    const discount = {
      lineItemType: "Discount",
      modeOfPayment: "Discount Credit",
      amountCents: 100,
    } as const;
    await record(api, payment(customer.userId, discount), "SUPERADMIN");
    expect(await readUnpaid(customer)).toEqual({ left: [41_250, 41_250, 41_150], owes: 123_650 });
    await automation();
    expect(processors.books.map(({ amountCents }) => amountCents)).toEqual([41_250]);
  });

  it("pays an instalment once, since the database refuses a second payment of it", async () => {
    const customer = await borrower();
    await process(customer);
    const again = api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.create({
        data: {
          userId: customer.userId,
          scheduleId: customer.scheduleId,
          kind: "SALE",
          paymentType: "DEBIT",
          businessKey: randomUUID(),
          amountCents: 1,
        },
      }),
    );
    await expect(again).rejects.toThrow(/Unique constraint failed|is paid/);
    const more = api.database.unsafeTransaction(
      (
        tx,
      ) => tx.$executeRaw`INSERT INTO payment_allocation (transaction_id, intent_id, schedule_id, amount_cents)
        SELECT t.id, t.intent_id, ${customer.scheduleId}::int, 1 FROM ledger_transaction t
        JOIN payment_intent i ON i.id = t.intent_id WHERE i.user_id = ${customer.userId} AND t.kind = 'opening'`,
    );
    await expect(more).rejects.toThrow("payment_schedule_paid_once");
  });
});

describe("an advance paid out a second time", () => {
  it("has its own payment dates after the last one, and the page shows them before the confirmation", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await run(api, order(customer, "CREDIT"));
    expect(await readUnpaid(customer)).toEqual({
      left: [30_000, 30_000, 30_000, 30_000, 10_000],
      owes: 130_000,
    });
    const { addedDates } = await (await api.as("VIEWER")).payments.options({ userId: customer.userId });
    expect(addedDates.map(({ paymentDate }) => paymentDate)).toEqual([
      "2027-01-05",
      "2027-01-12",
      "2027-01-19",
      "2027-01-26",
      "2027-02-02",
    ]);
    const confirmed = { ...JUST_LOOKED, balance: false, funded: true };
    await run(api, order(customer, "FUND", { confirmed }));
    const { left, owes } = await readUnpaid(customer);
    expect(left).toEqual([30_000, 30_000, 30_000, 30_000, 10_000, 30_000, 30_000, 30_000, 30_000, 10_000]);
    expect(owes).toBe(260_000);
    expect(
      (await readSchedules(api, customer.userId)).map(({ paymentDate }) => paymentDate).slice(5),
    ).toEqual(addedDates.map(({ paymentDate }) => paymentDate));
  });

  it("in part has payment dates for that part, the last of them smaller", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await run(api, order(customer, "CREDIT"));
    const confirmed = { ...JUST_LOOKED, balance: false, funded: true };
    await run(api, order(customer, "RECREDIT", { amountCents: 30_000, confirmed }));
    const { left, owes } = await readUnpaid(customer);
    expect(left).toEqual([30_000, 30_000, 30_000, 30_000, 10_000, 30_000, 13_333]);
    expect(owes).toBe(130_000 + 43_333);
    await run(api, order(customer, "FUND", { confirmed }));
    expect((await readUnpaid(customer)).left.slice(7)).toEqual([30_000, 30_000, 30_000, 30_000, 10_000]);
  });

  it("in part, after a return of the first, uses as many of its dates as it needs", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await run(api, order(customer, "CREDIT"));
    const { key = "" } = processors.books.at(-1) ?? {};
    processors.report({ returns: [achReturn(key, { amountCents: 90_000, returnedCents: 90_000 })] });
    expect(await api.services.payments.pullReports()).toMatchObject({ applied: 1, problems: 0 });
    await run(api, order(customer, "RECREDIT", { amountCents: 45_000 }));
    expect(await readUnpaid(customer)).toEqual({ left: [30_000, 30_000, 5_000, 0, 0], owes: 65_000 });
  });

  it("is due for less when the customer has already paid a part of it", async () => {
    const customer = await payableCustomer(api, { owesCents: -45_000 });
    await run(api, order(customer, "CREDIT"));
    expect(await readUnpaid(customer)).toEqual({ left: [0, 15_000, 30_000, 30_000, 10_000], owes: 85_000 });
  });
});

describe("a list of customers to charge", () => {
  const preview = async ({ userId }: Borrower) =>
    (
      await (
        await api.as("EMPLOYEE")
      ).bulkJobs.preview({ kind: "BULK_DEBIT", version: 2, userIds: `${userId}` })
    ).rows[0];

  it("asks for the amount left of the due instalment", async () => {
    const customer = await borrower();
    await pay(customer, "SALE", 1_250);
    expect(await preview(customer)).toMatchObject({
      dueDate: "2026-11-19",
      scheduledCents: 41_250,
      dueCents: 40_000,
      paymentCents: 40_000,
      balanceCents: 122_500,
    });
  });

  it("marks a customer with nothing due, whose payment pays the next instalment in advance", async () => {
    const customer = await borrower(["2026-11-26", "2026-12-03"]);
    expect(await preview(customer)).toMatchObject({
      dueCents: null,
      reasons: [expect.objectContaining({ code: "nothing-due", level: "look" })],
    });
    await bulk("BULK_DEBIT", 2, { ...customer, scheduleId: null as unknown as number });
    expect((await readUnpaid(customer)).left).toEqual([0, 41_250]);
  });
});
