import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { addApplication } from "../testing/customers.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { debtor } from "../testing/payable.ts";
import { adjustment, payment, queuedSheetRow, readBalances, record } from "../testing/payments.ts";

const ACTION = "payments.recordManual";

let api: TestApi;
let userId: number;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await debtor(api));
});
afterAll(() => api.close());

const readIntent = (id: string) =>
  api.database.read.paymentIntent.findUniqueOrThrow({
    where: { id },
    include: {
      manual: true,
      attempts: true,
    },
  });

describe("recording a payment", () => {
  it("lowers the balance by a DEBIT, raises it by a CREDIT, and returns the balances before and after", async () => {
    const { id } = await debtor(api);
    expect(await record(api, payment(id, { amountCents: 1234 }))).toMatchObject({
      balanceBeforeCents: 100_000,
      balanceCents: 98_766,
      message: "Payment processed successfully",
    });
    const refund = payment(id, { lineItemType: "Refund", paymentType: "CREDIT", amountCents: 2000 });
    expect(await record(api, refund, "SUPERADMIN")).toMatchObject({
      balanceBeforeCents: 98_766,
      balanceCents: 100_766,
    });
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 100_766, cachedCents: 100_766 });
  });

  it("stores a succeeded intent with one attempt and the entered values", async () => {
    const { id: applicationId } = await addApplication(api, userId);
    const input = payment(userId, { isExternal: true, description: "  Money order 77 " });
    const { paymentId } = await record(api, input);
    const { id: adminId } = await api.admin("EMPLOYEE");
    expect(await readIntent(paymentId)).toMatchObject({
      userId,
      applicationId,
      kind: "MANUAL",
      state: "SUCCEEDED",
      paymentType: "DEBIT",
      amountCents: 1000n,
      createdById: adminId,
      createdAt: api.clock.now(),
      manual: { lineItemType: "Payment", description: "Money order 77", isExternal: true },
      attempts: [{ sequence: 1, provider: "manual", outcome: "SUCCEEDED", finishedAt: api.clock.now() }],
    });
  });

  it("posts two entries that sum to zero, on the current day in New York", async () => {
    const { paymentId } = await record(api, payment(userId));
    const transactions = await api.database.read.ledgerTransaction.findMany({
      where: { intentId: paymentId },
      include: { entries: { include: { account: true } } },
    });
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.effectiveOn).toEqual(new Date("2026-11-20"));
    const entries = transactions[0]?.entries.map(({ account, amountCents }) => [account.code, amountCents]);
    expect(entries).toEqual([
      [`receivable:${userId}`, -1000n],
      ["clearing:CashApp", 1000n],
    ]);
  });

  it("queues its row for the ledger sheet, negative when it raises the balance, with formulas as text", async () => {
    const { id } = await api.user({ firstname: "=1+1", lastname: "" });
    const input = adjustment(id, {
      paymentType: "CREDIT",
      amountCents: 705,
      description: "=SUM(A1)",
    });
    const { paymentId } = await record(api, input);
    expect(await queuedSheetRow(api, paymentId)).toEqual({
      sheet: "Payments",
      row: {
        rowId: paymentId,
        cells: [
          "2026-11-20",
          id,
          "=1+1",
          -7.05,
          "CREDIT",
          "Other",
          "Discount Credit",
          "Adjustment: =SUM(A1)",
        ],
      },
    });
  });

  it("late in the evening uses the day in New York, not the day in UTC", async () => {
    const evening = await createTestApi();
    try {
      evening.clock.advance({ hours: 13, minutes: 30 });
      const { id } = await debtor(evening);
      const { paymentId } = await record(evening, payment(id));
      expect(evening.clock.now().toISOString()).toContain("2026-11-21T04:30");
      expect(await queuedSheetRow(evening, paymentId)).toMatchObject({
        row: { cells: expect.arrayContaining(["2026-11-20", id]) },
      });
    } finally {
      await evening.close();
    }
  });

  it("puts the payment first in the user's list, with the state of its copy", async () => {
    const { id } = await debtor(api);
    await record(api, payment(id));
    api.clock.advance({ seconds: 1 });
    const { paymentId } = await record(api, payment(id, { amountCents: 75 }));
    const listed = await (await api.as("VIEWER")).payments.listManual({ userId: id });
    expect(listed.map(({ amountCents }) => amountCents)).toEqual([75, 1_000, 100_000]);
    expect(listed[0]).toMatchObject({
      id: paymentId,
      amountCents: 75,
      recordedBy: "employee@countinghouse.test",
      state: "SUCCEEDED",
      ledgerSheet: { state: "QUEUED", receipt: "", lastError: "" },
    });
  });
});

describe("a repeated request", () => {
  it("records one payment and returns the first result", async () => {
    const { id } = await debtor(api);
    const input = payment(id);
    const first = await record(api, input);
    await record(api, payment(id));
    expect(await record(api, input)).toEqual(first);
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 98_000, cachedCents: 98_000 });
  });

  it.each([{ amountCents: 1001 }, { description: "Another" }, { isExternal: true }])(
    "with the changed input %o is refused",
    async (changed) => {
      const input = payment(userId);
      await record(api, input);
      await expectRefusal(record(api, { ...input, ...changed }), "CONFLICT");
    },
  );

  it("for another customer is refused, and that customer's balance stays unchanged", async () => {
    const [input, other] = [payment(userId), await api.user()];
    await record(api, input);
    await expectRefusal(record(api, { ...input, userId: other.id }), "CONFLICT");
    expect(await readBalances(api, other.id)).toEqual({ ledgerCents: 0, cachedCents: 0 });
  });

  it("with the request id of another admin records a separate payment", async () => {
    const { id } = await debtor(api);
    const input = payment(id);
    const [mine, theirs] = [await record(api, input), await record(api, input, "SUPERADMIN")];
    expect(theirs.paymentId).not.toBe(mine.paymentId);
    expect(await readBalances(api, id)).toEqual({ ledgerCents: 98_000, cachedCents: 98_000 });
  });
});

it("writes one audit event per payment with the balances, the payment and the entered values", async () => {
  const { id } = await debtor(api);
  const before = await countAuditEvents(api, ACTION);
  const { paymentId } = await record(api, payment(id));
  expect(await countAuditEvents(api, ACTION)).toBe(before + 1);
  expect(await lastAuditEvent(api, ACTION)).toMatchObject({
    actor: `admin:${(await api.admin("EMPLOYEE")).id}`,
    subjectType: "user",
    subjectId: String(id),
    before: { balanceCents: 100_000 },
    after: { balanceCents: 99_000, paymentId, amountCents: 1000, description: "Paid at the desk" },
  });
});

it("leaves every balance equal to the sum of its entries", async () => {
  expect(await findDriftedBalances(api.database.read)).toEqual([]);
});
