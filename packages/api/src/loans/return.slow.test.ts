import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDriftedBalances } from "../ledger/balances.ts";
import { type AddedAdvance, addAdvance } from "../testing/advances.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { payment, queuedSheetRow, readBalances, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ALL = { isDA: true, isOF: true, isDF: true };
const RETURNED = "This loan was already returned.";

const giveBack = async (advance: AddedAdvance, changed: object = {}, role: Role = "EMPLOYEE") =>
  (await api.as(role)).loans.return({ requestId: randomUUID(), ...advance, ...ALL, ...changed });

const look = async (userId: number) => (await api.as("VIEWER")).loans.getReturn({ userId });

/** What stands on an account of the return's ledger transaction, in cents. */
async function postedBy(paymentId: string) {
  const { entries, reverses, kind } = await api.database.read.ledgerTransaction.findFirstOrThrow({
    where: { intentId: paymentId },
    select: {
      kind: true,
      reverses: { select: { kind: true } },
      entries: { select: { amountCents: true, account: { select: { code: true } } } },
    },
  });
  const lines = entries.map(({ account, amountCents }) => [account.code, Number(amountCents)]);
  return { kind, reverses: reverses?.kind, lines: Object.fromEntries(lines) as Record<string, number> };
}

it("tells what is owed after the discount that the return takes back", async () => {
  const advance = await addAdvance(api, {
    discountAmountCents: 20_000n,
    discountDate: new Date("2026-12-01"),
  });
  const { userId } = advance;
  await record(api, payment(userId, { amountCents: 630_000 }), "SUPERADMIN");
  expect(await readBalances(api, userId)).toMatchObject({ cachedCents: 0 });
  const { balanceBeforeCents, balanceCents } = await giveBack(advance);
  expect([balanceBeforeCents, balanceCents]).toEqual([0, 20_000 - 500_000]);
  expect(await readBalances(api, userId)).toMatchObject({ cachedCents: balanceCents });
  expect(await lastAuditEvent(api, "loans.return")).toMatchObject({ after: { balanceCents } });
});

describe("what a return would take back", () => {
  it("is what the ledger says was paid out, with what is owed", async () => {
    const { userId, applicationId } = await addAdvance(api);
    expect(await look(userId)).toEqual({
      applicationId,
      funded: true,
      returned: false,
      amounts: { isDA: 462_550, isOF: 36_250, isDF: 1_200 },
      balanceCents: 650_000,
    });
  });

  it("is nothing for a customer without an application; a customer that is none is not found", async () => {
    const { id: userId } = await api.user();
    expect(await look(userId)).toEqual({
      applicationId: null,
      funded: false,
      returned: false,
      amounts: null,
      balanceCents: 0,
    });
    await expectRefusal(look(2_000_000_000), "NOT_FOUND");
  });
});

describe("returning a loan", () => {
  it("reverses disbursement and fees on their accounts, and the customer owes that much less", async () => {
    const advance = await addAdvance(api);
    const { userId, applicationId } = advance;
    const { paymentId, ...answer } = await giveBack(advance);
    expect(answer).toEqual({
      balanceBeforeCents: 650_000,
      balanceCents: 150_000,
      message: "Loan return recorded successfully!",
    });
    expect(await postedBy(paymentId)).toEqual({
      kind: "loan-return",
      reverses: "disbursement",
      lines: {
        [`receivable:${userId}`]: -500_000,
        "clearing:Debit Card": 462_550,
        "income:origination-fees": 36_250,
        "income:disbursement-fees": 1_200,
      },
    });
    expect(await readBalances(api, userId)).toEqual({ ledgerCents: 150_000, cachedCents: 150_000 });
    expect(await findDriftedBalances(api.database.read)).toEqual([]);
    expect(await api.database.read.paymentIntent.findUnique({ where: { id: paymentId } })).toMatchObject({
      kind: "MANUAL",
      paymentType: "DEBIT",
      state: "SUCCEEDED",
      businessKey: `loan-return:${applicationId}`,
      amountCents: 500_000n,
    });
  });

  it("sends its row to the ledger sheet, and shows among the manual payments", async () => {
    const advance = await addAdvance(api, { fundsDispersedOption: "nextDayBankACH" });
    const { userId, applicationId } = advance;
    const { paymentId } = await giveBack(advance);
    const what = `Application ${applicationId}: Disbursement Amount, Ofee, Disbursement Fee`;
    expect(await queuedSheetRow(api, paymentId)).toMatchObject({
      sheet: "Payments",
      row: {
        rowId: paymentId,
        cells: [
          "2026-11-20",
          userId,
          "Maria Delgado",
          5000,
          "DEBIT",
          "RETURN",
          "ACH",
          `Disbursement Return: ${what}`,
        ],
      },
    });
    expect((await (await api.as("VIEWER")).payments.listManual({ userId }))[0]).toMatchObject({
      id: paymentId,
      lineItemType: "Disbursement Return",
      description: what,
      ledgerSheet: { state: "QUEUED" },
    });
  });

  it("takes back only what is checked", async () => {
    const advance = await addAdvance(api);
    const { paymentId, balanceCents } = await giveBack(advance, { isOF: false, isDF: false });
    expect(balanceCents).toBe(187_450);
    expect((await postedBy(paymentId)).lines).toEqual({
      [`receivable:${advance.userId}`]: -462_550,
      "clearing:Debit Card": 462_550,
    });
  });

  it("is refused without the disbursement amount", async () => {
    await expect(giveBack(await addAdvance(api), { isDA: false })).rejects.toThrow(
      "Check Disbursement Amount first.",
    );
  });

  it("is refused when the newest application is not funded, and when the ledger has no disbursement of it", async () => {
    const started = await addAdvance(api, { stage: "contracted" });
    await expectRefusal(giveBack(started), "RULE", "Only a funded application can be returned.");
    const { id: userId } = await api.user();
    const { id: applicationId } = await addApplication(api, userId, { stage: "funded" });
    await expectRefusal(
      giveBack({ userId, applicationId }),
      "RULE",
      "The ledger has no disbursement of this application.",
    );
    await expectRefusal(giveBack({ userId: 2_000_000_000, applicationId }), "NOT_FOUND");
  });

  it("is refused for a part that was not taken, and for an application that is not the newest", async () => {
    const [advance, other] = [await addAdvance(api), await addAdvance(api)];
    await expectRefusal(giveBack({ ...advance, applicationId: other.applicationId }), "CONFLICT");
    const free = await addAdvance(api, {}, 0);
    await expectRefusal(giveBack(free), "RULE", "There is no Disbursement Fee to return.");
    expect(await giveBack(free, { isDF: false })).toMatchObject({ balanceCents: 150_000 });
  });

  it("happens once, also when two admins do it at the same moment", async () => {
    const advance = await addAdvance(api);
    const outcomes = await Promise.allSettled([giveBack(advance), giveBack(advance, {}, "ADMIN")]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(giveBack(advance, { isOF: false, isDF: false }), "RULE", RETURNED);
    expect(await look(advance.userId)).toMatchObject({ returned: true });
    expect(await readBalances(api, advance.userId)).toEqual({ ledgerCents: 150_000, cachedCents: 150_000 });
  });
});
