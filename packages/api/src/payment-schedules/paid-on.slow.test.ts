import { randomUUID } from "node:crypto";
import { addDays } from "@countinghouse/validators/new-york";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readMatching } from "../customer-lists/read.ts";
import type { Allocation } from "../ledger/allocate.ts";
import { clearing, postLedgerTransaction, receivable } from "../ledger/post.ts";
import { processorBooks } from "../testing/books.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, type Payable, payableCustomer } from "../testing/payable.ts";
import { payment, record } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { addSchedule, payEverything, readSchedules, toProcess } from "../testing/schedules.ts";
import { fillPaidOn } from "./paid-on.ts";

/** It is 2026-11-20 in New York. */
let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"] }));
});
beforeEach(async () => {
  await payEverything(api);
  await api.asOwner("UPDATE payment_schedule SET paid_on = '2000-01-01' WHERE paid_on IS NOT NULL");
});
afterAll(() => api.close());

/** Posts what somebody owes more, or less, as of a day. */
async function post(userId: number, cents: number, day: string, allocation: Partial<Allocation> | null = {}) {
  return api.database.unsafeTransaction(async (tx) => {
    const data = { userId, kind: "MANUAL", paymentType: "DEBIT", amountCents: 1 } as const;
    const { id } = await tx.paymentIntent.create({ data: { ...data, businessKey: randomUUID() } });
    const intentId = allocation?.paymentId ?? id;
    await postLedgerTransaction(
      processorBooks(tx, api),
      { intentId, kind: randomUUID(), effectiveOn: new Date(day) },
      [
        { account: receivable(userId), amountCents: cents },
        { account: clearing("ACH"), amountCents: -cents },
      ],
      allocation && { from: "oldest", ...allocation, paymentId: intentId },
    );
    return intentId;
  });
}

const borrower = async (days: string[]): Promise<Payable> => {
  const customer = await payableCustomer(api, { owesCents: days.length * 41_250 });
  await addSchedule(api, customer, days);
  return customer;
};

const paidOn = async ({ userId }: Pick<Payable, "userId">) =>
  (await readSchedules(api, userId)).map((row) => row.paidOn);

describe("what was paid in the last 30 days", () => {
  it("goes by the day it was paid, however long ago it was due: the list, its sum, its views and its customers", async () => {
    const longDue = await borrower(["2026-06-01"]);
    const longPaid = await borrower(["2026-11-10"]);
    const ahead = await borrower(["2026-12-20"]);
    await post(longDue.userId, -41_250, "2026-11-19");
    await post(longPaid.userId, -41_250, "2026-10-20");
    await post(ahead.userId, -41_250, "2026-10-21");
    const viewer = await api.as("VIEWER");
    const { schedules } = await viewer.paymentSchedules.search({ due: "paid" });
    expect(schedules.map((row) => [row.userId, row.paidOn])).toEqual([
      [ahead.userId, "2026-10-21"],
      [longDue.userId, "2026-11-19"],
    ]);
    const sums = await viewer.paymentSchedules.sums();
    expect(sums.find(({ due }) => due === "paid")).toEqual({ due: "paid", payments: 2, cents: 82_500 });
    const content = { version: 1 as const, params: { due: "paid" }, columns: null };
    const view = {
      requestId: randomUUID(),
      list: "payment-schedules",
      name: "Paid",
      isShared: false,
      content,
    };
    await viewer.lists.saveView(view);
    expect((await viewer.lists.counts()).map(({ count }) => count)).toEqual([2]);
    const ctx = api.ctx(await api.admin("VIEWER"));
    const matching = await readMatching(ctx, { list: "payment-schedules", due: "paid", except: [] });
    expect(matching).toEqual({ rows: 2, userIds: [longDue.userId, ahead.userId] });
  });

  it("comes page after page in the order in which it was paid, without a gap or a repeat", async () => {
    const days = ["2026-08-03", "2026-08-10", "2026-08-17", "2026-08-24", "2026-08-31"];
    const { userId } = await borrower(days);
    for (const [nth, { id: scheduleId }] of (await readSchedules(api, userId)).entries())
      await post(userId, -41_250, `2026-11-1${9 - nth}`, { scheduleId });
    const viewer = await api.as("VIEWER");
    const seen: string[] = [];
    let cursor: { paymentDate: string; id: number } | null = null;
    do {
      const page: Awaited<ReturnType<typeof viewer.paymentSchedules.search>> =
        await viewer.paymentSchedules.search({ due: "paid", cursor, limit: 2 });
      seen.push(...page.schedules.map(({ paymentDate }) => paymentDate));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(days.toReversed());
  });
});

describe("the day on which an instalment was paid", () => {
  it("is that of the payment that pays its last cent, and none while one is left", async () => {
    const customer = await borrower(["2026-11-24", "2026-12-01"]);
    await record(api, payment(customer.userId, { amountCents: 41_249 }));
    expect(await paidOn(customer)).toEqual([null, null]);
    await record(api, payment(customer.userId, { amountCents: 2 }));
    expect(await paidOn(customer)).toEqual(["2026-11-20", null]);
  });

  it("is the day the ledger counts a payment for that is found out late, and the latest of those it took", async () => {
    const customer = await borrower(["2026-11-24"]);
    await post(customer.userId, -20_000, "2026-11-18");
    await post(customer.userId, -21_250, "2026-11-09");
    expect(await paidOn(customer)).toEqual(["2026-11-18"]);
  });

  it("is gone once a payment came back, and is the day on which it was paid again", async () => {
    const customer = await borrower(["2026-11-24"]);
    const first = await post(customer.userId, -41_250, "2026-11-10");
    await post(customer.userId, 41_250, "2026-11-12", { paymentId: first });
    expect(await paidOn(customer)).toEqual([null]);
    await post(customer.userId, -41_250, "2026-11-16");
    expect(await paidOn(customer)).toEqual(["2026-11-16"]);
  });

  it("is emptied by a bank's return of the payment that paid it, and that of its neighbour stays", async () => {
    const customer = await borrower(["2026-11-18", "2026-11-24"]);
    const [first] = await readSchedules(api, customer.userId);
    await (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(first));
    const debit = processors.books.at(-1)?.key ?? "";
    await record(api, payment(customer.userId, { amountCents: 41_250 }));
    expect(await paidOn(customer)).toEqual(["2026-11-20", "2026-11-20"]);
    const cents = { amountCents: 41_250, returnedCents: 41_250 };
    processors.report({ returns: [achReturn(debit, cents)] });
    await api.services.payments.pullReports();
    expect(await paidOn(customer)).toEqual([null, "2026-11-20"]);
  });

  it("is the same whatever order payments of several days, and what takes them back, are posted in", async () => {
    const step = fc.record({
      cents: fc.integer({ min: 1, max: 60_000 }),
      daysAgo: fc.nat({ max: 20 }),
      takesBack: fc.option(fc.nat({ max: 6 }), { freq: 2 }),
      isFromEnd: fc.boolean(),
    });
    const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
      const { userId } = await borrower(["2026-11-03", "2026-11-10", "2026-11-17"]);
      const paid: { id: string; cents: number }[] = [];
      for (const { cents, daysAgo, takesBack, isFromEnd } of steps) {
        const day = addDays("2026-11-20", -daysAgo);
        const back = takesBack === null ? undefined : paid[takesBack];
        if (back === undefined)
          paid.push({
            cents,
            id: await post(userId, -cents, day, { from: isFromEnd ? "newest" : "oldest" }),
          });
        else await post(userId, Math.min(cents, back.cents), day, { paymentId: back.id });
        expect(await paidOn({ userId })).toEqual(await daysOfAllocations(userId));
      }
    });
    await fc.assert(property, { numRuns: 15, seed: 3 });
  });

  it("is filled in of what was paid before it was kept, once", async () => {
    const customer = await borrower(["2026-11-03", "2026-11-24"]);
    await post(customer.userId, -41_250, "2026-11-05");
    await api.asOwner("UPDATE payment_schedule SET paid_on = NULL");
    expect(await paidOn(customer)).toEqual([null, null]);
    expect(await fillPaidOn(api.services)).toBeGreaterThan(0);
    expect(await paidOn(customer)).toEqual(["2026-11-05", null]);
    expect(await fillPaidOn(api.services)).toBe(0);
  });
});

/** The same day, found by adding up what was paid of each instalment, day by day. */
async function daysOfAllocations(userId: number): Promise<(string | null)[]> {
  const rows = await readSchedules(api, userId);
  return Promise.all(
    rows.map(async ({ id, amountCents }) => {
      const { rows: moved } = await api.database.pool.query<{ day: string; cents: string }>(
        `SELECT t.effective_on::text AS day, l.amount_cents::text AS cents
         FROM payment_allocation l JOIN ledger_transaction t ON t.id = l.transaction_id WHERE l.schedule_id = $1`,
        [id],
      );
      const days = [...new Set(moved.map(({ day }) => day))].toSorted();
      const paidBy = (last: string) =>
        moved.reduce((sum, { day, cents }) => (day <= last ? sum + Number(cents) : sum), 0);
      const firstOpen = days.findLastIndex((day) => paidBy(day) < amountCents) + 1;
      return days[firstOpen] ?? null;
    }),
  );
}
