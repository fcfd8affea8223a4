import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  automationStatus,
  drainAutomation,
  listAutomation,
  moved,
  press,
  setUpAutomation,
} from "../testing/automation.ts";
import { dueCustomer } from "../testing/bulk.ts";

const at = setUpAutomation();

describe("the list", () => {
  it("goes on below the last one seen, and counts on the first page alone; who came through a partner is GF", async () => {
    const customers = [await dueCustomer(at.api), await dueCustomer(at.api), await dueCustomer(at.api)];
    const [one = { userId: 0 }] = customers;
    await at.api.database.unsafeTransaction(async (tx) => {
      const partner = { code: "northwind", name: "Northwind" };
      await tx.partner.upsert({ where: { code: partner.code }, create: partner, update: {} });
      await tx.user.update({ where: { id: one.userId }, data: { partnerCode: partner.code } });
    });
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    const first = await listAutomation(at.api, { requestedAt, limit: 2 });
    const second = await listAutomation(at.api, { requestedAt, limit: 2, cursor: first.nextCursor });
    expect([...first.transactions, ...second.transactions].map(({ userId }) => userId)).toEqual(
      customers.map(({ userId }) => userId),
    );
    expect([first.summary?.main.total, second.summary, second.nextCursor]).toEqual([3, null, null]);
    expect(
      (await listAutomation(at.api, { requestedAt, source: "GF" })).transactions.map(({ userId }) => userId),
    ).toEqual([one.userId]);
  });

  it("counts what a card was charged where it approved a part", async () => {
    const { userId } = await dueCustomer(at.api);
    await at.api.database.unsafeTransaction((tx) =>
      tx.paymentPreference.create({
        data: { userId, useCard: true, cardNumber: "4242", useCardUntil: new Date("2027-05-20") },
      }),
    );
    at.processors.next("part");
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    const taken = at.processors.books.map(({ amountCents }) => amountCents);
    expect(taken).not.toContain(41_250);
    const { transactions } = await listAutomation(at.api, { requestedAt });
    expect(transactions.map(({ shortfallCents }) => shortfallCents)).toEqual(
      taken.map((cents) => cents - 41_250),
    );
  });

  it("shows the batches of the period's days in New York, and one batch whenever it was", async () => {
    await dueCustomer(at.api);
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    const days = { period: "Custom", startDate: "2026-11-01", endDate: "2026-11-02" } as const;
    expect((await listAutomation(at.api)).requestedAtList[0]).toEqual({
      value: requestedAt,
      label: expect.stringMatching(/^2026-11-20 /),
    });
    expect(await listAutomation(at.api, days)).toMatchObject({ transactions: [], requestedAtList: [] });
    expect((await listAutomation(at.api, { ...days, requestedAt })).transactions).toHaveLength(1);
    const today = { period: "Custom", startDate: "2026-11-20", endDate: "2026-11-20" } as const;
    expect((await listAutomation(at.api, today)).requestedAtList.map(({ value }) => value)).toContain(
      requestedAt,
    );
    await expect(listAutomation(at.api, { ...days, endDate: "2026-10-31" })).rejects.toThrow(
      "The start date must be before the end date.",
    );
  });

  it("of a batch that was reset says how many payments were not sent", async () => {
    await dueCustomer(at.api);
    const { requestedAt } = await press(at.api);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({ status: "Pending", error: "" });
    expect((await listAutomation(at.api)).inCompleteBatch).toBe(requestedAt);
    await (await at.api.as("ADMIN")).bulkJobs.reset({ kind: "AUTOMATION", requestId: randomUUID() });
    await drainAutomation(at.api);
    expect(moved(at.processors)).toEqual([]);
    expect(await automationStatus(at.api, requestedAt)).toMatchObject({
      status: "Cancelled",
      error: "The run was reset: 1 of 1 payments were not sent.",
    });
  });
});
