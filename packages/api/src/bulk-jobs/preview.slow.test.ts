import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RouterOutputs } from "../index.ts";
import {
  bankBalances,
  dueCustomer,
  endRunning,
  reviewed,
  startBalance,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, order, payableCustomer, run, withProcessors } from "../testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
  withBanks(api, () => []);
});
afterAll(() => api.close());

type Kind = "BULK_DEBIT" | "BULK_ACH";
type Row = RouterOutputs["bulkJobs"]["preview"]["rows"][number];

const preview = async (userIds: (number | string)[], kind: Kind = "BULK_DEBIT"): Promise<Row[]> =>
  (await (await api.as("VIEWER")).bulkJobs.preview({ kind, version: 2, userIds: userIds.join("\n") })).rows;
const toCodes = (row: Row | undefined) => row?.reasons.map(({ code }) => code);

describe("View Details", () => {
  it("has of each pasted customer, once and in that order, what would be paid, from where, and what is known", async () => {
    const [one, other] = [await dueCustomer(api), await payableCustomer(api)];
    const renewal = await api.user({ refUser: { connect: { id: one.userId } } });
    await api.database.unsafeTransaction((tx) =>
      tx.application.update({
        where: { id: one.applicationId },
        data: { discountDate: new Date("2026-12-24") },
      }),
    );
    const rows = await preview([other.userId, one.userId, `${other.userId}-2`]);
    expect(rows.map(({ userId }) => userId)).toEqual([other.userId, one.userId]);
    expect(rows[1]).toMatchObject({
      renewalId: renewal.id,
      firstname: "Maria",
      lastname: "Delgado",
      paymentCents: 41_250,
      paybackCents: 130_000,
      discountDate: "2026-12-24",
      last4: "4242",
      scheduleId: one.scheduleId,
      dueDate: "2026-11-19",
      scheduledCents: 41_250,
      dueCents: 41_250,
      balanceCents: 50_000,
      lastPaidAt: null,
      requestedAt: null,
      reasons: [],
    });
    expect(rows[0]).toMatchObject({
      scheduleId: null,
      scheduledCents: null,
      reasons: [{ code: "nothing-due", level: "look" }],
    });
    expect((await preview([one.userId], "BULK_ACH"))[0]).toMatchObject({ last4: "6789" });
  });

  it.each<[string, (userId: number, applicationId: number) => Promise<unknown>, string]>([
    [
      "is flagged Do Not Fund",
      (id) =>
        api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data: { doNotFund: true } })),
      "do-not-fund",
    ],
    [
      "is with an agency",
      (id) =>
        api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data: { isExternal: true } })),
      "external",
    ],
    [
      "has no card",
      (userId) => api.database.unsafeTransaction((tx) => tx.card.deleteMany({ where: { userId } })),
      "no-instrument",
    ],
    [
      "has an expired card",
      (userId) =>
        api.database.unsafeTransaction((tx) =>
          tx.card.updateMany({ where: { userId }, data: { expiry: "1025" } }),
        ),
      "no-instrument",
    ],
  ])("says of a customer who %s why", async (_what, change, code) => {
    const customer = await dueCustomer(api);
    await change(customer.userId, customer.applicationId);
    expect(toCodes((await preview([customer.userId]))[0])).toEqual([code]);
  });

  it("says of a customer without debt, and of a number that is no customer, why", async () => {
    const { userId } = await payableCustomer(api, { owesCents: 0 });
    const rows = await preview([userId, 2_000_000_000]);
    expect(rows.map(toCodes)).toEqual([["zero-balance"], ["unknown"]]);
  });

  it("says of a customer without a disabled account's use why, on the ACH screen alone", async () => {
    const { userId, accountId } = await dueCustomer(api);
    await api.database.unsafeTransaction((tx) =>
      tx.bankAccount.update({ where: { id: accountId }, data: { enabled: false } }),
    );
    expect((await preview([userId], "BULK_ACH"))[0]?.reasons).toEqual([
      {
        code: "no-instrument",
        level: "blocked",
        message: "The account is disabled.",
        fact: { place: "accounts", userId },
      },
    ]);
    expect((await preview([userId]))[0]?.reasons).toEqual([]);
  });

  it("blocks who paid today and has nothing else due, and lets look at who has", async () => {
    const [due, paid] = [await dueCustomer(api), await payableCustomer(api)];
    await run(api, order(due, "SALE"));
    await run(api, order(paid, "SALE"));
    const rows = await preview([due.userId, paid.userId]);
    expect(rows.map(toCodes)).toEqual([["paid-today"], ["paid"]]);
    expect(rows[0]?.lastPaidAt).toEqual(api.clock.now());
  });

  it("shows who was requested in a batch that runs, and since when, for as long as it runs", async () => {
    const customer = await dueCustomer(api);
    await startPayments(api, reviewed("BULK_ACH", [customer]));
    const [row] = await preview([customer.userId]);
    expect(row).toMatchObject({ requestedAt: api.clock.now() });
    expect(toCodes(row)).toEqual(["requested"]);
    await endRunning(api, "BULK_ACH");
    expect((await preview([customer.userId]))[0]).toMatchObject({ requestedAt: null, reasons: [] });
  });

  it("holds nobody back whose bank is only being asked for balances", async () => {
    const customer = await dueCustomer(api);
    await startBalance(api, bankBalances([{ id: customer.userId }]));
    expect((await preview([customer.userId]))[0]).toMatchObject({ requestedAt: null, reasons: [] });
    await endRunning(api, "BULK_BALANCE");
  });

  it("takes the payment where nothing is due, the payback and the discount from the newest application", async () => {
    const { userId } = await payableCustomer(api);
    await addApplication(api, userId, { paymentAmountCents: 777n, paybackAmountCents: 8_888n });
    expect((await preview([userId]))[0]).toMatchObject({
      paymentCents: 777,
      paybackCents: 8_888,
      discountDate: null,
    });
  });

  it("is refused for what is no id, and for more than the screen takes", async () => {
    await expect(preview(["12", "x1"])).rejects.toThrow("Invalid User ID: x1");
    const viewer = (await api.as("VIEWER")).bulkJobs;
    await expect(
      viewer.preview({ kind: "BULK_DEBIT", version: 1, userIds: "1".repeat(1_401) }),
    ).rejects.toThrow("Use at most 1,400 characters.");
  });

  it("reads as many customers as fit into the textarea by as few statements as one", async () => {
    const users = await api.database.pool.query<{ id: number }>(
      `INSERT INTO users (firstname, updated_at) SELECT 'Many', now() FROM generate_series(1, 1000) RETURNING id`,
    );
    const ids = users.rows.map(({ id }) => id).filter((_, index) => index < 790);
    const asked = vi.spyOn(pg.Client.prototype, "query");
    await preview(ids.slice(0, 1));
    // What else the process asks meanwhile is not counted.
    const statements = () =>
      asked.mock.calls.filter(([query]) => /^(bulkJobs|debitControl)\./.test(String(Object(query).name)))
        .length;
    const ofOne = statements();
    expect(await preview(ids)).toHaveLength(790);
    expect(ofOne).toBeGreaterThan(0);
    expect(statements()).toBe(2 * ofOne);
    asked.mockRestore();
  });
});

describe("the review of a retry", () => {
  it("has those whose payment failed, with the amounts they had, and nobody else", async () => {
    const customers = [await dueCustomer(api), await dueCustomer(api)];
    withProcessors(api).next("declined");
    const { batchId } = await startPayments(api, reviewed("BULK_DEBIT", customers));
    await api.services.bulkJobs.drain("BULK_DEBIT");
    const viewer = (await api.as("VIEWER")).bulkJobs;
    const { rows } = await viewer.previewFailed({ batchId });
    const { rows: all } = await viewer.rows({ batchId });
    const failed = all.find(({ state }) => state === "FAILED");
    expect(rows).toMatchObject([{ userId: failed?.userId, paymentCents: 41_250, reasons: [] }]);
    await startPayments(
      api,
      reviewed(
        "BULK_DEBIT",
        rows.map(({ userId, scheduleId }) => ({ userId, scheduleId })),
      ),
    );
    await api.services.bulkJobs.drain("BULK_DEBIT");
    for (const { scheduleId } of customers)
      expect(
        await api.database.read.paymentSchedule.count({ where: { id: scheduleId, status: "PAID" } }),
      ).toBe(1);
  });

  it("is refused for a batch that is not there", async () => {
    const viewer = (await api.as("VIEWER")).bulkJobs;
    const batchId = "01890000-0000-7000-8000-000000000000";
    await expectRefusal(viewer.previewFailed({ batchId }), "NOT_FOUND");
  });
});
