import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import type { TestApi } from "../testing/harness.ts";
import { addLien } from "../testing/lien-rows.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
});
afterAll(() => api.close());

const write = <Result>(change: (tx: Tx) => Promise<Result>) => api.database.unsafeTransaction(change);

describe("a reminder in Today", () => {
  const waiting = async (userId: number) =>
    (await (await api.as("EMPLOYEE")).work.list({ kind: "DEADLINE" })).items.filter(
      (item) => item.userId === userId,
    );

  it("comes three banking days before, again one before though it was done, and ends with its cause", async () => {
    const { userId } = await payableCustomer(api);
    const { id } = await addApplication(api, userId, {
      stage: "offered",
      approvedAmountCents: 70_000n,
      offerExpiresAt: new Date("2026-11-30T20:00:00Z"),
    });
    const item = { kind: "DEADLINE", key: `OFFER:${id}` } as const;
    const { work } = await api.as("EMPLOYEE");
    const begin = api.clock.now();
    expect(await waiting(userId)).toEqual([]);
    await expect(work.hold({ ...item, requestId: randomUUID() })).rejects.toThrow(
      "This item was resolved or no longer applies",
    );
    // Thanksgiving is on the 26th: the third banking day before the Monday is the Tuesday.
    api.clock.advance({ hours: 4 * 24 });
    expect(await waiting(userId)).toMatchObject([
      { ...item, dueOn: "2026-11-30", moneyCents: 70_000, said: expect.stringMatching(/^Offer expires\. /) },
    ]);
    await work.finish({ ...item, reason: "The customer was called.", requestId: randomUUID() });
    expect(await waiting(userId)).toEqual([]);
    api.clock.advance({ hours: 3 * 24 });
    expect(await waiting(userId)).toMatchObject([item]);
    await write((tx) => tx.application.update({ where: { id }, data: { stage: "contracted" } }));
    expect(await waiting(userId)).toEqual([]);
    api.clock.advance({ hours: (begin.getTime() - api.clock.now().getTime()) / 3_600_000 });
  });

  it("is not there twice: what has an item of its own is reminded of by that", async () => {
    const customer = await payableCustomer(api);
    await addLien(api, customer, { lapsesOn: new Date("2026-11-23T00:00:00Z") });
    const { userId } = customer;
    const { items: clocks } = await (await api.as("VIEWER")).deadlines.list({
      kind: "LIEN_CONTINUATION",
      userId,
    });
    expect(clocks).toHaveLength(1);
    expect(await waiting(customer.userId)).toEqual([]);
    const { items } = await (await api.as("EMPLOYEE")).work.list({ kind: "LIEN" });
    expect(items).toContainEqual(expect.objectContaining({ userId: customer.userId, dueOn: "2026-11-23" }));
  });
});
