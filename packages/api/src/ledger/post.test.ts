import { afterAll, beforeAll, expect, it } from "vitest";
import { processorBooks } from "../testing/books.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { playLedger } from "../testing/ledger-properties.ts";
import {
  clearing,
  type ImportedPosting,
  paymentPostings,
  postImported,
  postLedgerTransaction,
} from "./post.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("the ledger sums to zero, has every posting and rejects changes in random sequences of operations", async () => {
  const { operations, tamperings, broken } = await playLedger(api, { operations: 400, seed: Date.now() });
  expect(broken).toEqual([]);
  expect(operations).toBe(400);
  expect(tamperings).toBeGreaterThan(5);
});

/** The payments of two users in cents, in groups that are posted together. A positive amount raises the debt. */
const GROUPS: readonly (readonly { cents: number; from: "oldest" | "newest" }[])[][] = [
  [
    [{ cents: -30_000, from: "oldest" }],
    [{ cents: -45_000, from: "newest" }],
    [
      { cents: -12_500, from: "oldest" },
      { cents: -90_000, from: "oldest" },
    ],
    [{ cents: 40_000, from: "oldest" }],
  ],
  [
    [
      { cents: -60_000, from: "oldest" },
      { cents: -20_000, from: "oldest" },
      { cents: -35_000, from: "oldest" },
    ],
    [{ cents: 10_000, from: "oldest" }],
    [
      { cents: -5_000, from: "newest" },
      { cents: -70_000, from: "newest" },
    ],
  ],
];

it("payments posted together give each user the same entries, balance and instalments as payments posted one by one", async () => {
  const readOutcome = async (isTogether: boolean) => {
    const users = [(await api.user()).id, (await api.user()).id];
    await api.database.unsafeTransaction(async (tx) => {
      const rounds: ImportedPosting[][] = [];
      for (const [nth, userId] of users.entries()) {
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
        for (const [round, group] of (GROUPS[nth] ?? []).entries())
          for (const { cents, from } of group) {
            const paymentType = cents < 0 ? "DEBIT" : "CREDIT";
            const businessKey = `test:${crypto.randomUUID()}`;
            const amountCents = Math.abs(cents);
            const data = { userId, kind: "MANUAL", paymentType, businessKey, amountCents } as const;
            const { id: intentId } = await tx.paymentIntent.create({ data });
            rounds[round] ??= [];
            rounds[round].push({
              transaction: { intentId, kind: "imported-payment", effectiveOn: new Date("2026-11-20") },
              postings: paymentPostings(userId, paymentType, amountCents, clearing("Check")),
              allocation: { paymentId: intentId, from },
            });
          }
      }
      for (const round of rounds)
        if (isTogether) await postImported(processorBooks(tx, api), round);
        else
          for (const { transaction, postings, allocation } of round)
            await postLedgerTransaction(processorBooks(tx, api), transaction, postings, allocation);
    });
    const { read } = api.database;
    const of = { userId: { in: users } };
    const intents = await read.paymentIntent.findMany({ where: of, select: { id: true } });
    const schedules = await read.paymentSchedule.findMany({
      where: of,
      select: { id: true, paidCents: true, status: true },
      orderBy: { id: "asc" },
    });
    const allocations = await read.paymentAllocation.findMany({
      where: { scheduleId: { in: schedules.map(({ id }) => id) } },
      select: { scheduleId: true, amountCents: true },
      orderBy: { id: "asc" },
    });
    return {
      balances: await read.userBalance.findMany({
        where: of,
        select: { balanceCents: true },
        orderBy: { userId: "asc" },
      }),
      schedules: schedules.map(({ id, ...schedule }) => ({
        ...schedule,
        allocations: allocations
          .filter(({ scheduleId }) => scheduleId === id)
          .map(({ amountCents }) => amountCents),
      })),
      entries: await read.ledgerEntry.findMany({
        where: { transaction: { intentId: { in: intents.map(({ id }) => id) } } },
        select: { amountCents: true, account: { select: { type: true } } },
        orderBy: { amountCents: "asc" },
      }),
    };
  };
  const [together, alone] = [await readOutcome(true), await readOutcome(false)];
  expect(together).toEqual(alone);
  expect(together.balances.map(({ balanceCents }) => balanceCents)).toEqual([-137_500n, -180_000n]);
  expect(together.schedules.map(({ paidCents }) => paidCents)).toEqual(Array(6).fill(50_000n));
});

it("postImported rejects payments that are not imported, and several of one user when one raises the debt", async () => {
  const { id: userId } = await api.user();
  const posted = (...payments: ["DEBIT" | "CREDIT", kind?: string][]) =>
    api.database.unsafeTransaction((tx) =>
      postImported(
        processorBooks(tx, api),
        payments.map(([paymentType, kind = "imported-payment"]) => ({
          transaction: { intentId: crypto.randomUUID(), kind, effectiveOn: new Date("2026-11-20") },
          postings: paymentPostings(userId, paymentType, 100, clearing("Check")),
          allocation: { paymentId: crypto.randomUUID(), from: "oldest" },
        })),
      ),
    );
  await expect(posted(["DEBIT", "manual-payment"])).rejects.toThrow(/Only imported payments/);
  await expect(posted(["DEBIT"], ["CREDIT"])).rejects.toThrow(/Only imported payments/);
});
