import type { SchedulesDue } from "@countinghouse/validators/payment-schedules/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminCtx } from "../context.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer, withProcessors } from "../testing/payable.ts";
import { plantRows, readScans } from "../testing/plans.ts";
import { addSchedule, readSchedules, toProcess } from "../testing/schedules.ts";
import { searchPaymentSchedules } from "./search.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments());
});
afterAll(() => api.close());

const DAYS = ["2026-11-17", "2026-11-24", "2026-12-01"];

describe("a user's payments", () => {
  it("stand in the order of their days with all that decides what may be done with them", async () => {
    const customer = await payableCustomer(api);
    const [first, second, third] = await addSchedule(api, customer, DAYS);
    expect(first).toEqual({
      id: expect.any(Number),
      userId: customer.userId,
      userName: "Maria Delgado",
      applicationId: customer.applicationId,
      paymentDate: "2026-11-17",
      amountCents: 41_250,
      paidCents: 0,
      dueCents: 41_250,
      paidOn: null,
      leftCents: 41_250,
      daysPastDue: 3,
      status: "UNPAID",
      version: 1,
      previousDate: null,
      nextDate: "2026-11-24",
      isPaidOut: true,
      isExternal: false,
      balanceCents: 50_000,
      payoffCents: 50_000,
      newestPaymentId: expect.any(String),
      payment: null,
      isUnderWay: false,
      source: { mode: "DEBIT", instrumentId: customer.accountId, last4: "6789", chosenBy: "primary" },
      whyNoInstrument: null,
    });
    expect([second?.previousDate, second?.nextDate]).toEqual(["2026-11-17", "2026-12-01"]);
    expect(third?.nextDate).toBeNull();
  });

  it("come with what became of the last payment for them, and what is paid stays in the list", async () => {
    const processors = withProcessors(api);
    const customer = await payableCustomer(api, { owesCents: 200_000 });
    await addSchedule(api, customer, DAYS);
    const admin = await api.as("EMPLOYEE");
    const process = async (place: number) =>
      admin.paymentSchedules.process(toProcess((await readSchedules(api, customer.userId))[place]));
    await process(0);
    processors.next("declined");
    await process(1);
    processors.next("lostAfter");
    await process(2);
    const [paid, declined, lost] = await readSchedules(api, customer.userId);
    expect(paid).toMatchObject({ status: "PAID", isUnderWay: false, payment: { state: "SUBMITTED" } });
    expect(declined).toMatchObject({
      status: "UNPAID",
      isUnderWay: false,
      payment: { state: "FAILED", message: "Over the limit" },
    });
    expect(lost).toMatchObject({ status: "UNPAID", isUnderWay: true, payment: { state: "UNKNOWN" } });
  });

  it("are none where there are none", async () => {
    const { id } = await api.user();
    expect(await readSchedules(api, id)).toEqual([]);
  });
});

describe("everyone's payments", () => {
  it("are what is unpaid, the earliest day first, page after page without a gap or a repeat", async () => {
    const [one, two] = [await payableCustomer(api), await payableCustomer(api)];
    await addSchedule(api, one, ["2026-10-01", "2026-10-03", "2026-10-05"]);
    await addSchedule(api, two, ["2026-10-01", "2026-10-02"]);
    await api.database.unsafeTransaction((tx) =>
      tx.paymentSchedule.updateMany({
        where: { userId: one.userId, paymentDate: new Date("2026-10-03") },
        data: { status: "PAID", paidCents: 41_250 },
      }),
    );
    const viewer = await api.as("VIEWER");
    const seen: string[] = [];
    let cursor: { paymentDate: string; id: number } | null = null;
    do {
      const page: Awaited<ReturnType<typeof viewer.paymentSchedules.search>> =
        await viewer.paymentSchedules.search({ cursor, limit: 2 });
      expect(page.schedules.length).toBeLessThanOrEqual(2);
      expect(page.schedules.map(({ status }) => status)).not.toContain("PAID");
      seen.push(...page.schedules.map((row) => `${row.paymentDate} ${row.userId}`));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.slice(0, 4)).toEqual([
      `2026-10-01 ${one.userId}`,
      `2026-10-01 ${two.userId}`,
      `2026-10-02 ${two.userId}`,
      `2026-10-05 ${one.userId}`,
    ]);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("the plan", () => {
  beforeAll(async () => {
    const { userId } = await payableCustomer(api);
    await plantRows(
      api,
      `WITH made AS (INSERT INTO application (user_id, expires_at, funded_at)
         SELECT ${userId}, '2027-01-01', now() FROM generate_series(1, 200) RETURNING id)
       INSERT INTO payment_schedule (user_id, application_id, payment_date, amount_cents, paid_cents, paid_on, status)
       SELECT ${userId}, made.id, date '2026-01-01' + n, 1000, CASE WHEN n < 95 THEN 1000 ELSE 0 END,
         CASE WHEN n < 95 THEN date '2026-08-20' + n END, (CASE WHEN n < 95 THEN 'PAID' ELSE 'UNPAID' END)::"ScheduleStatus"
       FROM made, generate_series(1, 100) n`,
    );
    await api.asOwner("VACUUM ANALYZE payment_schedule");
  });

  it.each([null, { paymentDate: "2026-04-08", id: 9 }])(
    "of a page of everyone, from %j on, reads no more than the page",
    async (cursor) => {
      const scans = (await readPlan(null, cursor)).join("\n");
      expect(scans).toContain("payment_schedule_unpaid_by_day");
      expect(scans).not.toContain("Seq Scan payment_schedule");
    },
  );

  it.each<[SchedulesDue, string]>([
    ["overdue", "payment_schedule_unpaid_by_day"],
    ["today", "payment_schedule_unpaid_by_day"],
    ["week", "payment_schedule_unpaid_by_day"],
    ["paid", "payment_schedule_paid_on"],
  ])("of a page of what is %s goes by its days", async (due, index) => {
    const scans = (await readPlan(null, null, due)).join("\n");
    expect(scans).toContain(index);
    expect(scans).not.toContain("Seq Scan payment_schedule");
  });

  it("of a user's payments goes by the user", async () => {
    const { id } = await api.user();
    const scans = (await readPlan(id, null)).join("\n");
    expect(scans).toContain("payment_schedule_user_id_payment_date_idx");
    expect(scans).not.toContain("Seq Scan payment_schedule");
  });
});

async function readPlan(
  userId: number | null,
  cursor: { paymentDate: string; id: number } | null,
  due: SchedulesDue = "all",
) {
  const ctx: AdminCtx = api.ctx(await api.admin("VIEWER"));
  const asked: { text: string; values: unknown[] }[] = [];
  const db: AdminCtx["db"] = {
    ...ctx.db,
    paymentPreference: ctx.db.paymentPreference,
    bankAccount: ctx.db.bankAccount,
    card: ctx.db.card,
    sql: (statement, values) => {
      asked.push({ text: statement.text, values });
      return ctx.db.sql(statement, values);
    },
  };
  await searchPaymentSchedules({ ...ctx, db }, { userId, due, cursor, limit: 50 });
  const [statement] = asked;
  if (!statement) throw new Error("The search asked nothing of the database.");
  return readScans(api, statement.text, statement.values);
}
