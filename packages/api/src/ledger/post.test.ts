import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { playLedger } from "../testing/ledger-properties.ts";
import { clearingOf, type Payment, paymentPostings, postLedgerTransaction, postPayments } from "./post.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("the ledger sums to zero, holds what was posted, and can not be changed, in random sequences of operations", async () => {
  const { operations, tamperings, broken } = await playLedger(api, { operations: 600, seed: Date.now() });
  expect(broken).toEqual([]);
  expect(operations).toBe(600);
  expect(tamperings).toBeGreaterThan(5);
});

it("payments that are posted together come to what they come to one by one: entries, balance and instalments", async () => {
  const amounts = [30_000, 45_000, 12_500, 90_000];
  const outcomeOf = async (isTogether: boolean) => {
    const { id: userId } = await api.user();
    await api.database.unsafeTransaction(async (tx) => {
      const application = {
        userId,
        stage: "funded",
        fundedAt: api.clock.now(),
        expiresAt: api.clock.now(),
      } as const;
      const { id: applicationId } = await tx.application.create({ data: application });
      const dates = ["2026-12-01", "2026-12-08", "2026-12-15"].map((day) => new Date(day));
      await tx.paymentSchedule.createMany({
        data: dates.map((paymentDate) => ({ userId, applicationId, paymentDate, amountCents: 50_000 })),
      });
      const payments: Payment[] = [];
      for (const [index, amountCents] of amounts.entries()) {
        const { id: intentId } = await tx.paymentIntent.create({
          data: {
            userId,
            kind: "MANUAL",
            paymentType: "DEBIT",
            businessKey: `test:${userId}:${index}`,
            amountCents,
          },
        });
        payments.push({
          transaction: { intentId, kind: "imported-payment", effectiveOn: new Date("2026-11-20") },
          postings: paymentPostings(userId, "DEBIT", amountCents, clearingOf("Check")),
          allocation: { paymentId: intentId, from: index === 1 ? "newest" : "oldest" },
        });
      }
      if (isTogether) await postPayments(tx, userId, payments);
      else
        for (const { transaction, postings, allocation } of payments)
          await postLedgerTransaction(tx, transaction, postings, allocation);
    });
    const { read } = api.database;
    return {
      balance: await read.userBalance.findUniqueOrThrow({
        where: { userId },
        select: { balanceCents: true },
      }),
      schedules: await read.paymentSchedule.findMany({
        where: { userId },
        select: {
          paidCents: true,
          status: true,
          allocations: { select: { amountCents: true }, orderBy: { id: "asc" } },
        },
        orderBy: { paymentDate: "asc" },
      }),
      entries: await read.ledgerEntry.findMany({
        where: { transaction: { intent: { userId } } },
        select: { amountCents: true, account: { select: { type: true } } },
        orderBy: { amountCents: "asc" },
      }),
    };
  };
  const [together, alone] = [await outcomeOf(true), await outcomeOf(false)];
  expect(together).toEqual(alone);
  expect(together.balance.balanceCents).toBe(-177_500n);
  expect(together.schedules.map(({ paidCents }) => paidCents)).toEqual([50_000n, 50_000n, 50_000n]);
});

it("only imported payments that lower what is owed are posted together", async () => {
  const { id: userId } = await api.user();
  const posted = (kind: string, paymentType: "DEBIT" | "CREDIT") =>
    api.database.unsafeTransaction((tx) =>
      postPayments(tx, userId, [
        {
          transaction: { intentId: crypto.randomUUID(), kind, effectiveOn: new Date("2026-11-20") },
          postings: paymentPostings(userId, paymentType, 100, clearingOf("Check")),
          allocation: { paymentId: crypto.randomUUID(), from: "oldest" },
        },
      ]),
    );
  await expect(posted("manual-payment", "DEBIT")).rejects.toThrow(/Only imported payments/);
  await expect(posted("imported-payment", "CREDIT")).rejects.toThrow(/Only imported payments/);
});
