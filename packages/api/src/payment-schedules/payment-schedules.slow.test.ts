import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** A customer with payments on these days; it is 2026-11-20 in New York. The first is paid. */
async function aSchedule(days = ["2026-11-17", "2026-11-24", "2026-12-01"]) {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, { stage: "funded" });
  await api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.createMany({
      data: days.map((day, index) => ({
        userId,
        applicationId,
        paymentDate: new Date(day),
        amountCents: 41_250,
        ...(index === 0 && { status: "PAID" as const, paidCents: 41_250 }),
      })),
    }),
  );
  const rows = await (await api.as("VIEWER")).paymentSchedules.list({ userId });
  return { userId, applicationId, rows };
}

type Row = { id: number; version: number };

const moveTo = (row: Row | undefined, paymentDate: string) => ({
  requestId: randomUUID(),
  id: row?.id ?? 0,
  version: row?.version ?? 0,
  paymentDate,
});

const move = async (input: ReturnType<typeof moveTo>, role: Role = "EMPLOYEE") =>
  (await api.as(role)).paymentSchedules.move(input);

const readDays = async (userId: number) =>
  (await (await api.as("VIEWER")).paymentSchedules.list({ userId })).map(({ paymentDate }) => paymentDate);

describe("the list", () => {
  it("holds the payments of the newest application with payments, in the order of their days", async () => {
    const { userId, rows } = await aSchedule(["2026-12-01", "2026-11-24"]);
    await addApplication(api, userId);
    expect(await readDays(userId)).toEqual(["2026-11-24", "2026-12-01"]);
    expect(rows[0]).toMatchObject({ amountCents: 41_250, status: "UNPAID", version: 1 });
  });

  it("is empty for a customer without any", async () => {
    const { id } = await api.user();
    expect(await readDays(id)).toEqual([]);
  });
});

describe("moving a payment", () => {
  it("puts it on another day between its neighbours", async () => {
    const { userId, rows } = await aSchedule();
    expect(await move(moveTo(rows[1], "2026-11-30"))).toEqual({ id: rows[1]?.id, version: 2 });
    expect(await readDays(userId)).toEqual(["2026-11-17", "2026-11-30", "2026-12-01"]);
  });

  it.each([
    [1, "2026-11-19", "The date can not be before today."],
    [1, "2026-12-01", "There is already a payment on 2026-12-01."],
    [1, "2026-12-02", "The date can not be after 2026-12-01."],
    [2, "2026-11-24", "The date can not be before 2026-11-25."],
    [0, "2026-11-20", "This payment is already paid."],
  ])("row %i to %s is refused: %s", async (index, day, message) => {
    const { userId, rows } = await aSchedule();
    await expectRefusal(move(moveTo(rows[index], day)), "RULE", message);
    expect(await readDays(userId)).toEqual(rows.map(({ paymentDate }) => paymentDate));
  });

  it("counts today by New York's clock", async () => {
    const { userId, rows } = await aSchedule();
    await move(moveTo(rows[1], "2026-11-20"));
    expect(await readDays(userId)).toContain("2026-11-20");
  });

  it("tells the second of two admins that the first was faster", async () => {
    const { rows } = await aSchedule();
    const calls = [move(moveTo(rows[1], "2026-11-25")), move(moveTo(rows[1], "2026-11-26"), "ADMIN")];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(move(moveTo(rows[1], "2026-11-27")), "CONFLICT", /Someone else changed this payment/);
  });

  it("of two neighbours towards each other at once never lets them pass", async () => {
    const { userId, rows } = await aSchedule();
    await Promise.allSettled([
      move(moveTo(rows[1], "2026-11-29")),
      move(moveTo(rows[2], "2026-11-26"), "ADMIN"),
    ]);
    const listed = await (await api.as("VIEWER")).paymentSchedules.list({ userId });
    expect(listed.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it("is refused for a payment that does not exist", async () => {
    await expectRefusal(move(moveTo({ id: 999_999, version: 1 }, "2026-11-25")), "NOT_FOUND");
  });
});
