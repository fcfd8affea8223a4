import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { type DueCustomer, dueCustomer, readRows, reviewed, startPayments } from "../testing/bulk.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run } from "../testing/payable.ts";
import { readBalances } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { backUp, startOn } from "../testing/recovery.ts";
import { readSchedules, toProcess } from "../testing/schedules.ts";

const IN_RECOVERY = "The console is in recovery. Nothing is sent until a SUPERADMIN releases it.";

let before: TestApi;
let processors: TestProcessors;
let after: TestApi;
let customers: DueCustomer[];
let single: Awaited<ReturnType<typeof payableCustomer>>;

/** Ten customers are charged by a bulk job, one alone and one is funded; then the backup of before is started. */
beforeAll(async () => {
  ({ api: before, processors } = await openPayments({
    roles: ["EMPLOYEE", "ADMIN", "SUPERADMIN", "VIEWER"],
    passcodes: true,
  }));
  customers = [];
  for (let count = 0; count < 10; count++) customers.push(await dueCustomer(before));
  single = await payableCustomer(before);
  const backup = await backUp(before);
  await startPayments(before, reviewed("BULK_DEBIT", customers));
  await before.services.bulkJobs.drain("BULK_DEBIT");
  await run(before, order(single, "DEBIT"));
  await run(before, order(single, "FUND"));
  after = await startOn(backup, before, processors);
});
afterAll(async () => {
  await after.close();
  await before.close();
});

const status = async () => (await after.as("ADMIN")).recovery.status();
const book = async () => (await after.as("SUPERADMIN")).recovery.book({ requestId: randomUUID() });
const release = async () =>
  (await after.as("SUPERADMIN")).recovery.release({
    requestId: randomUUID(),
    word: "RELEASE",
    reason: "The backup of this morning was restored",
  });

describe("a backup that was restored", () => {
  it("starts in recovery, with what was sent since in sight", async () => {
    expect(await status()).toMatchObject({
      standing: "RECOVERY",
      reasons: ["SENT_PAYMENTS"],
      figures: { all: { count: 12, amountCents: 10 * 41_250 + 1000 + 90_000 }, found: { count: 12 } },
      whyNotRelease: "Book the found payments first.",
    });
    expect(processors.books).toHaveLength(12);
    expect(await (await after.as("VIEWER")).admins.me()).toMatchObject({ standing: "RECOVERY" });
  });

  it("orders nothing at any door, and releases nothing that is not booked", async () => {
    const refused = (call: Promise<unknown>) => expectRefusal(call, "RULE", IN_RECOVERY);
    await refused(startPayments(after, reviewed("BULK_DEBIT", customers)));
    await refused(run(after, order(single, "DEBIT")));
    await refused(run(after, order(single, "FUND")));
    const employee = await after.as("EMPLOYEE");
    const [scheduled] = await readSchedules(after, customers[0]?.userId ?? 0);
    await refused(employee.paymentSchedules.process(toProcess(scheduled)));
    const admin = await after.as("ADMIN");
    const { reviewed: confirmed } = await admin.automation.preview();
    await refused(admin.automation.run({ requestId: randomUUID(), reviewed: confirmed }));
    await expectRefusal(release(), "RULE", "Book the found payments first.");
    expect(processors.calls()).toBe(12);
  });

  it("books each payment once, as one whose outcome nobody knows", async () => {
    expect(await book()).toEqual({ booked: 12, waiting: 0, refused: 0 });
    expect(await book()).toEqual({ booked: 0, waiting: 0, refused: 0 });
    const booked = await after.database.read.paymentIntent.findMany({ where: { state: "UNKNOWN" } });
    const sent = await before.database.read.paymentIntent.findMany({
      where: { id: { in: booked.map(({ id }) => id) } },
    });
    expect(sent).toHaveLength(12);
    const told = (rows: typeof sent) =>
      rows.map(({ id, businessKey, amountCents }) => `${id} ${businessKey} ${amountCents}`).sort();
    expect(told(booked)).toEqual(told(sent));
    expect(await status()).toMatchObject({
      figures: { booked: { count: 12 }, unresolved: { count: 12 }, found: { count: 0 } },
      whyNotRelease: "The processors have not been asked about 12 booked payments yet.",
    });
  });

  it("asks the processors, and knows then what the other database knew", async () => {
    await after.services.payments.drain();
    expect((await status()).figures.unresolved.count).toBe(12);
    after.clock.advance({ minutes: 3 });
    await after.services.payments.drain();
    expect(await status()).toMatchObject({
      figures: { resolved: { count: 12 }, unresolved: { count: 0 } },
      whyNotRelease: null,
    });
    for (const { userId } of [...customers, single])
      expect(await readBalances(after, userId)).toEqual(await readBalances(before, userId));
    expect(await findDriftedBalances(after.database.read)).toEqual([]);
    expect(processors.calls()).toBe(12);
  });

  it("is released by a SUPERADMIN, and the same list then charges nobody again", async () => {
    await release();
    expect(await status()).toMatchObject({
      standing: "NORMAL",
      reasons: [],
      figures: { all: { count: 12 } },
    });
    const { batchId } = await startPayments(after, reviewed("BULK_DEBIT", customers));
    await after.services.bulkJobs.drain("BULK_DEBIT");
    const rows = await readRows(after, batchId);
    expect(rows.map(({ state }) => state)).toEqual(Array(10).fill("FAILED"));
    expect(processors.books).toHaveLength(12);
    await run(after, order(await payableCustomer(after), "SALE"));
    expect(processors.books).toHaveLength(13);
  });

  it("stays released when the server is started again", async () => {
    expect(await after.services.recovery.verify()).toBe(true);
    await after.services.recovery.tidy();
    expect(await after.services.recovery.verify()).toBe(true);
  });
});
