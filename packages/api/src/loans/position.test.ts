import { afterAll, beforeAll, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const position = async (userId: number) => (await api.as("VIEWER")).loans.position({ userId });

/** An advance paid out with an instalment of 100 dollars on each of these days. */
async function advance(days: readonly string[], fundedAt: Date | null = new Date("2026-10-01T15:00:00Z")) {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, {
    stage: "funded",
    fundedAt,
    discountDate: new Date("2026-12-01"),
    discountAmountCents: 5_000n,
  });
  await api.database.unsafeTransaction((tx) =>
    tx.paymentSchedule.createMany({
      data: days.map((day) => ({ userId, applicationId, paymentDate: new Date(day), amountCents: 10_000 })),
    }),
  );
  await api.database.unsafeTransaction((tx) =>
    tx.userBalance.create({ data: { userId, balanceCents: 10_000 * days.length } }),
  );
  return { userId, applicationId };
}

it("of somebody without an advance says that nothing is due", async () => {
  const { id } = await api.user();
  expect(await position(id)).toMatchObject({
    balanceCents: 0,
    returns: 0,
    lastPayment: null,
    nextDue: null,
    overdue: null,
    advance: null,
  });
});

it("says what is due next, since when something is past due and how much, and what was paid last", async () => {
  const { userId, applicationId } = await advance(["2026-11-06", "2026-11-13", "2026-11-27", "2026-12-04"]);
  const { paymentId } = await record(api, payment(userId, { amountCents: 4_000 }), "SUPERADMIN");
  expect(await position(userId)).toMatchObject({
    today: "2026-11-20",
    nextDue: { day: "2026-11-27", cents: 10_000 },
    overdue: { since: "2026-11-06", days: 14, cents: 16_000 },
    lastPayment: { paymentId, state: "SUCCEEDED", amountCents: 4_000 },
    advance: {
      applicationId,
      discountDate: "2026-12-01",
      curve: [
        { day: "2026-11-06", scheduledCents: 10_000, paidCents: 0 },
        { day: "2026-11-13", scheduledCents: 20_000, paidCents: 0 },
        { day: "2026-11-20", scheduledCents: 20_000, paidCents: 4_000 },
        { day: "2026-11-27", scheduledCents: 30_000, paidCents: null },
        { day: "2026-12-01", scheduledCents: 30_000, paidCents: null },
        { day: "2026-12-04", scheduledCents: 40_000, paidCents: null },
      ],
    },
  });
});

it("tells no write-off as a payment: neither as the last one, nor among what was paid", async () => {
  const { userId } = await advance(["2026-11-06", "2026-11-13"]);
  const { paymentId } = await record(api, payment(userId, { amountCents: 4_000 }), "SUPERADMIN");
  await record(
    api,
    payment(userId, { lineItemType: "Write Off", modeOfPayment: "Discount Credit", amountCents: 16_000 }),
    "SUPERADMIN",
  );
  const { lastPayment, advance: advanced } = await position(userId);
  expect(lastPayment).toMatchObject({ paymentId, amountCents: 4_000 });
  expect(advanced?.curve.find(({ day }) => day === "2026-11-20")).toMatchObject({ paidCents: 4_000 });
});

it("leaves out what was planned for an advance that was not paid out", async () => {
  const { userId } = await advance(["2026-11-06"], null);
  expect(await position(userId)).toMatchObject({ nextDue: null, overdue: null, advance: null });
});

it("counts each payment that came back once, however often it is told", async () => {
  const { userId } = await advance(["2026-11-27"]);
  const { paymentId } = await record(api, payment(userId), "SUPERADMIN");
  const at = api.clock.now();
  await api.database.unsafeTransaction((tx) =>
    tx.processorEvent.createMany({
      data: ["RETURN", "CHARGEBACK", "SETTLEMENT"].map((kind) => ({
        provider: "payliance",
        eventKey: `${paymentId}:${kind}`,
        kind: kind as "RETURN",
        intentId: paymentId,
        reference: "x",
        amountCents: 1_000,
        detail: {},
        happenedOn: at,
        receivedAt: at,
        appliedAt: at,
      })),
    }),
  );
  expect((await position(userId)).returns).toBe(1);
});

it("of nobody is refused", async () => {
  await expectRefusal(position(999_999), "NOT_FOUND", "There is no customer 999999.");
});
