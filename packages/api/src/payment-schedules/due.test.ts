import { SCHEDULES_DUE, type SchedulesDue } from "@countinghouse/validators/payment-schedules/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import { addSchedule } from "../testing/schedules.ts";

let api: TestApi;
/** It is 2026-11-20 in New York. */
const DAYS = [
  "2026-10-20",
  "2026-10-21",
  "2026-11-10",
  "2026-11-20",
  "2026-11-21",
  "2026-11-27",
  "2026-11-28",
];
const PAID = ["2026-10-20", "2026-10-21"];

beforeAll(async () => {
  ({ api } = await openPayments());
  await addSchedule(api, await payableCustomer(api), DAYS);
  await api.asOwner(
    `UPDATE payment_schedule SET status = 'PAID', paid_cents = amount_cents WHERE payment_date = ANY ('{${PAID.join()}}'::date[])`,
  );
  await api.asOwner("UPDATE payment_schedule SET paid_on = payment_date WHERE status = 'PAID'");
});
afterAll(() => api.close());

describe("payments of everyone", () => {
  it.each<[SchedulesDue, string[]]>([
    ["all", DAYS.slice(2)],
    ["overdue", ["2026-11-10"]],
    ["today", ["2026-11-20"]],
    ["week", ["2026-11-21", "2026-11-27"]],
    ["paid", ["2026-10-21"]],
  ])("that are %s are listed by their days", async (due, days) => {
    const viewer = await api.as("VIEWER");
    const { schedules } = await viewer.paymentSchedules.search({ due });
    expect(schedules.map(({ paymentDate }) => paymentDate)).toEqual(days);
  });

  it("are summed as they are listed", async () => {
    const viewer = await api.as("VIEWER");
    const sums = await viewer.paymentSchedules.sums();
    expect(sums.map(({ due }) => due)).toEqual(SCHEDULES_DUE.filter((due) => due !== "all"));
    for (const { due, payments, cents } of sums) {
      const { schedules } = await viewer.paymentSchedules.search({ due });
      const listed = schedules.reduce(
        (sum, row) => sum + (due === "paid" ? row.amountCents : row.dueCents),
        0,
      );
      expect([due, payments, cents]).toEqual([due, schedules.length, listed]);
    }
  });

  it("say for how many days they are past due", async () => {
    const { schedules } = await (await api.as("VIEWER")).paymentSchedules.search({ due: "all" });
    expect(schedules.map(({ daysPastDue }) => daysPastDue)).toEqual([10, 0, 0, 0, 0]);
  });
});
