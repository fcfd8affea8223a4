import { SCHEDULE_NOT_PAID_OUT, SCHEDULES_DUE } from "@countinghouse/validators/payment-schedules/rules";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readDue } from "../automation/due.ts";
import { readPayers } from "../bulk-jobs/payer-facts.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { achReturn } from "../testing/reports.ts";
import { addSchedule, readSchedules, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
let customer: Payable;

/** It is 2026-11-20 in New York. */
const AGREED_ON = "2026-11-24";

/** The customer has another advance than the one that came back, whose first date is still to come. */
beforeAll(async () => {
  ({ api, processors } = await openPayments({
    roles: ["SUPERADMIN", "EMPLOYEE", "VIEWER"],
    passcodes: true,
  }));
  customer = await cameBack();
  const { id: applicationId } = await addApplication(api, customer.userId, { alloyStatus: "Approved" });
  await addSchedule(api, { userId: customer.userId, applicationId }, [AGREED_ON]);
});
afterAll(() => api.close());

/** A customer whose advance came back, after all of its dates had passed. */
async function cameBack(): Promise<Payable> {
  const payer = await payableCustomer(api);
  await run(api, order(payer, "CREDIT"));
  await api.asOwner(
    `SET session_replication_role = replica; UPDATE payment_schedule SET payment_date = payment_date - 60 WHERE user_id = ${payer.userId}`,
  );
  const key = processors.books.at(-1)?.key ?? "";
  processors.report({ returns: [achReturn(key, { amountCents: 90_000, returnedCents: 90_000 })] });
  await api.services.payments.pullReports();
  return payer;
}

const days = (rows: readonly { paymentDate: string }[]) => rows.map(({ paymentDate }) => paymentDate);

it("the dates of an advance that came back stay with the customer, unpaid", async () => {
  const rows = await readSchedules(api, customer.userId);
  const stale = rows.filter(({ isPaidOut }) => !isPaidOut);
  expect(stale.length).toBeGreaterThan(0);
  expect(new Set(stale.map(({ status }) => status))).toEqual(new Set(["UNPAID"]));
  expect(days(rows.filter(({ isPaidOut }) => isPaidOut))).toEqual([AGREED_ON]);
});

it("none of them is processed: it says why", async () => {
  const [stale] = await readSchedules(api, customer.userId);
  const process = (await api.as("EMPLOYEE")).paymentSchedules.process(toProcess(stale));
  await expectRefusal(process, "RULE", SCHEDULE_NOT_PAID_OUT);
});

it("nothing of them is due to payment automation, or to a bulk job", async () => {
  const planning = { now: api.clock.now(), vendorsOff: [] };
  expect(await readDue(api.database.read, planning)).toEqual([]);
  expect(await readPayers(api.database.read, [customer.userId], api.clock.now())).toMatchObject([
    { scheduleId: null, dueCents: null },
  ]);
});

it("the payments of everyone and their sums leave them out", async () => {
  const viewer = await api.as("VIEWER");
  const sums = (await viewer.paymentSchedules.sums()).map(({ due, payments }) => [due, payments]);
  expect(sums).toEqual(Object.entries({ overdue: 0, today: 0, week: 1, paid: 0 }));
  for (const due of SCHEDULES_DUE) {
    const { schedules } = await viewer.paymentSchedules.search({ due });
    expect([due, days(schedules)]).toEqual([due, due === "all" || due === "week" ? [AGREED_ON] : []]);
  }
});

it("whoever pays such an advance out again is shown which of its dates have passed, and nobody else is", async () => {
  const payer = await cameBack();
  const options = async () => (await api.as("VIEWER")).payments.options({ userId: payer.userId });
  const passed = (await readSchedules(api, payer.userId)).map(({ paymentDate }) => paymentDate);
  expect((await options()).passedDates).toEqual(passed);
  await run(api, order(payer, "RECREDIT"));
  expect((await options()).passedDates).toEqual([]);
});
