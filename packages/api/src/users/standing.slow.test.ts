import { isLinkLost } from "@countinghouse/validators/bank-links/rules";
import { takesMoney } from "@countinghouse/validators/manual-payments/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { isPaid } from "@countinghouse/validators/payments/states";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdvance } from "../testing/advances.ts";
import { addApplication } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { adjustment, payment, record } from "../testing/payments.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type MoneyFacts = Parameters<typeof takesMoney>[0];

const day = (value: Date | null | undefined) => value?.toISOString().slice(0, 10) ?? null;

/** The facts of a customer in lists, computed from the source tables. */
async function standingFromTables(userId: number) {
  const { read } = api.database;
  const user = await read.user.findUniqueOrThrow({
    where: { id: userId },
    include: {
      applications: { orderBy: { id: "desc" } },
      bankLinks: true,
      schedules: true,
      intents: { include: { manual: true } },
    },
  });
  const entries = await read.ledgerEntry.findMany({ where: { account: { userId } } });
  const [newest] = user.applications;
  const funded = new Set(user.applications.filter(({ fundedAt }) => fundedAt).map(({ id }) => id));
  const due = user.schedules.filter((row) => row.status === "UNPAID" && funded.has(row.applicationId));
  const [last] = user.intents
    .filter(({ paymentType, state }) => paymentType === "DEBIT" && isPaid(state))
    .filter(({ manual }) => manual === null || takesMoney({ ...manual, paymentType: "DEBIT" } as MoneyFacts))
    .sort((one, other) => Number(other.createdAt) - Number(one.createdAt) || (one.id < other.id ? 1 : -1));
  return {
    stage: newest?.stage ?? null,
    wasFunded: funded.size > 0,
    inManualReview: newest?.alloyStatus === "ManualReview" && newest.manuallyApprovedAt === null,
    doNotFund: user.doNotFund,
    isExternal: user.isExternal,
    bankLost: isLinkLost(user.bankLinks.filter(({ isManual }) => !isManual)),
    balanceCents: entries.reduce((sum, { amountCents }) => sum + Number(amountCents), 0),
    dueOn: day(
      due.map(({ paymentDate }) => paymentDate).sort((one, other) => Number(one) - Number(other))[0],
    ),
    lastPaymentOn: last ? newYorkDate(last.createdAt) : null,
    lastPaymentCents: last ? Number(last.movedCents ?? last.amountCents) : null,
  };
}

async function storedStanding(userId: number) {
  const { userId: _id, ...standing } = await api.database.read.userStanding.findUniqueOrThrow({
    where: { userId },
  });
  return {
    ...standing,
    balanceCents: Number(standing.balanceCents),
    dueOn: day(standing.dueOn),
    lastPaymentOn: day(standing.lastPaymentOn),
    lastPaymentCents: standing.lastPaymentCents === null ? null : Number(standing.lastPaymentCents),
  };
}

type Step =
  | { do: "flags"; doNotFund: boolean; isExternal: boolean }
  | { do: "apply"; stage: "started" | "offered" | "declined"; inReview: boolean }
  | { do: "decide"; stage: "funded" | "declined"; approved: boolean }
  | { do: "link"; isActive: boolean; isManual: boolean }
  | { do: "lose"; gone: boolean }
  | { do: "instalment"; day: number; funded: boolean }
  | { do: "move"; day: number }
  | { do: "pay"; amountCents: number }
  | { do: "let off"; amountCents: number };

const DAYS = { min: 1, max: 28 };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("flags" as const), doNotFund: fc.boolean(), isExternal: fc.boolean() }),
  fc.record({
    do: fc.constant("apply" as const),
    stage: fc.constantFrom("started" as const, "offered" as const, "declined" as const),
    inReview: fc.boolean(),
  }),
  fc.record({
    do: fc.constant("decide" as const),
    stage: fc.constantFrom("funded" as const, "declined" as const),
    approved: fc.boolean(),
  }),
  fc.record({ do: fc.constant("link" as const), isActive: fc.boolean(), isManual: fc.boolean() }),
  fc.record({ do: fc.constant("lose" as const), gone: fc.boolean() }),
  fc.record({ do: fc.constant("instalment" as const), day: fc.integer(DAYS), funded: fc.boolean() }),
  fc.record({ do: fc.constant("move" as const), day: fc.integer(DAYS) }),
  fc.record({ do: fc.constant("pay" as const), amountCents: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({ do: fc.constant("let off" as const), amountCents: fc.integer({ min: 1, max: 1_000 }) }),
);

const inDecember = (dayOfMonth: number) => new Date(`2026-12-${String(dayOfMonth).padStart(2, "0")}`);
let links = 0;

/** Makes one change that lists show. */
async function take(userId: number, applicationId: number, chosen: Step): Promise<void> {
  if (chosen.do === "pay" || chosen.do === "let off") {
    api.clock.advance({ minutes: 1 });
    const { amountCents } = chosen;
    await record(api, (chosen.do === "pay" ? payment : adjustment)(userId, { amountCents }));
    return;
  }
  if (chosen.do === "apply") {
    const alloyStatus = chosen.inReview ? "ManualReview" : "Approved";
    await addApplication(api, userId, { stage: chosen.stage, alloyStatus });
    return;
  }
  await api.database.unsafeTransaction(async (tx) => {
    switch (chosen.do) {
      case "flags": {
        const { do: _do, ...data } = chosen;
        await tx.user.update({ where: { id: userId }, data });
        return;
      }
      case "decide": {
        const { id } = await tx.application.findFirstOrThrow({ where: { userId }, orderBy: { id: "desc" } });
        await tx.application.update({
          where: { id },
          data: { stage: chosen.stage, manuallyApprovedAt: chosen.approved ? new Date() : null },
        });
        return;
      }
      case "link": {
        if (chosen.isManual && (await tx.bankLink.count({ where: { userId, isManual: true } })) > 0) return;
        const { isActive, isManual } = chosen;
        const name = `ins_${++links}`;
        await tx.bankLink.create({
          data: { userId, institutionId: name, institutionName: name, itemId: name, isActive, isManual },
        });
        return;
      }
      case "lose": {
        const link = await tx.bankLink.findFirst({ where: { userId } });
        if (link === null) return;
        if (chosen.gone) await tx.bankLink.delete({ where: { id: link.id } });
        else await tx.bankLink.update({ where: { id: link.id }, data: { isActive: !link.isActive } });
        return;
      }
      case "instalment": {
        const newest = await tx.application.findFirstOrThrow({ where: { userId }, orderBy: { id: "desc" } });
        const of = chosen.funded ? applicationId : newest.id;
        await tx.paymentSchedule.createMany({
          data: [{ userId, applicationId: of, paymentDate: inDecember(chosen.day), amountCents: 20_000 }],
          skipDuplicates: true,
        });
        return;
      }
      case "move": {
        const row = await tx.paymentSchedule.findFirst({ where: { userId, status: "UNPAID" } });
        const paymentDate = inDecember(chosen.day);
        if (row === null) return;
        const { applicationId: of } = row;
        if ((await tx.paymentSchedule.count({ where: { applicationId: of, paymentDate } })) > 0) return;
        await tx.paymentSchedule.update({ where: { id: row.id }, data: { paymentDate } });
      }
    }
  });
}

describe("the standing of a customer in lists", () => {
  it("exists as soon as the customer exists", async () => {
    const { id } = await api.user({ doNotFund: true });
    expect(await storedStanding(id)).toEqual(await standingFromTables(id));
    expect((await storedStanding(id)).doNotFund).toBe(true);
  });

  it("equals the source tables after any history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { userId, applicationId } = await addAdvance(api);
        for (const each of steps) {
          await take(userId, applicationId, each);
          expect(await storedStanding(userId)).toEqual(await standingFromTables(userId));
        }
      }),
      { numRuns: 25 },
    );
  });

  it("equals the source tables after one transaction with many changes, by triggers and by one refresh", async () => {
    const fundedAt = new Date("2026-11-19T15:00:00Z");
    const customers = await Promise.all(Array.from({ length: 12 }, () => addAdvance(api, { fundedAt })));
    const userIds = customers.map(({ userId }) => userId);
    const days = Array.from({ length: 20 }, (_, index) => inDecember(index + 1));
    for (const isLoading of [false, true]) {
      await api.database.unsafeTransaction(async (tx) => {
        if (isLoading) await tx.$executeRaw`SELECT set_config('countinghouse.loading', 'on', true)`;
        const where = { userId: { in: userIds } };
        await tx.paymentSchedule.deleteMany({ where });
        await tx.paymentSchedule.createMany({
          data: customers.flatMap(({ userId, applicationId }, nth) =>
            days
              .slice(isLoading ? nth : 12 - nth)
              .map((paymentDate) => ({ userId, applicationId, paymentDate, amountCents: 10_000 })),
          ),
        });
        await tx.paymentSchedule.updateMany({
          where: { ...where, paymentDate: { lt: inDecember(isLoading ? 9 : 6) } },
          data: { status: "PAID", paidCents: 10_000 },
        });
        await tx.userBalance.updateMany({ where, data: { balanceCents: { increment: 100 } } });
        await tx.userBalance.updateMany({ where, data: { balanceCents: { decrement: 100 } } });
        await tx.user.updateMany({
          where: { id: { in: userIds.slice(0, 6) } },
          data: { isExternal: !isLoading },
        });
        if (!isLoading) return;
        await tx.$executeRaw`SELECT set_config('countinghouse.loading', 'off', true)`;
        await tx.$executeRaw`SELECT refresh_user_standing(${userIds}::int[])`;
      });
      for (const userId of userIds)
        expect(await storedStanding(userId)).toEqual(await standingFromTables(userId));
      const due = await Promise.all(userIds.map(async (userId) => (await storedStanding(userId)).dueOn));
      expect(new Set(due).size).toBeGreaterThan(3);
    }
  });

  it("equals the source tables after simultaneous changes of one customer", async () => {
    const { userId } = await addAdvance(api);
    await api.admin("SUPERADMIN");
    const flags = { do: "flags", doNotFund: true, isExternal: false } as const;
    await Promise.all([
      ...Array.from({ length: 6 }, () => record(api, payment(userId, { amountCents: 1_000 }))).map((each) =>
        each.catch(() => {}),
      ),
      take(userId, 0, flags),
      take(userId, 0, { do: "link", isActive: false, isManual: false }),
      take(userId, 0, { do: "apply", stage: "offered", inReview: true }),
      ...Array.from({ length: 5 }, (_, index) =>
        take(userId, 0, { do: "instalment", day: index + 1, funded: false }),
      ),
    ]);
    expect(await storedStanding(userId)).toEqual(await standingFromTables(userId));
    expect(await storedStanding(userId)).toMatchObject({
      doNotFund: true,
      bankLost: true,
      inManualReview: true,
    });
  });

  it("is locked last, so that a recorded payment and a moved instalment never deadlock", async () => {
    const { userId, applicationId } = await addAdvance(api);
    await take(userId, applicationId, { do: "instalment", day: 1, funded: true });
    await take(userId, applicationId, { do: "instalment", day: 8, funded: true });
    const waits = async () => {
      const { rows } = await api.database.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length;
    };
    let recorded: Promise<unknown> = Promise.resolve();
    await api.database.unsafeTransaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM payment_schedule WHERE application_id = ${applicationId} ORDER BY id FOR UPDATE`;
      recorded = record(api, payment(userId, { amountCents: 1_000 }));
      await expect.poll(waits).toBe(1);
      await tx.paymentSchedule.updateMany({
        where: { applicationId, paymentDate: inDecember(8) },
        data: { paymentDate: inDecember(9) },
      });
    });
    await recorded;
    expect(await storedStanding(userId)).toEqual(await standingFromTables(userId));
  });

  it("ignores the part of a transaction that is rolled back", async () => {
    const { id: userId } = await api.user();
    await api.database.unsafeTransaction(async (tx) => {
      await tx.$executeRawUnsafe("SAVEPOINT before");
      await tx.user.update({ where: { id: userId }, data: { doNotFund: true } });
      await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT before");
      await tx.user.update({ where: { id: userId }, data: { isExternal: true } });
    });
    expect(await storedStanding(userId)).toEqual(await standingFromTables(userId));
    expect(await storedStanding(userId)).toMatchObject({ doNotFund: false, isExternal: true });
  });

  it("does not change when it is rebuilt completely", async () => {
    const before = await api.database.read.userStanding.findMany({ orderBy: { userId: "asc" } });
    await api.database.pool.query("SELECT rebuild_user_standing()");
    expect(await api.database.read.userStanding.findMany({ orderBy: { userId: "asc" } })).toEqual(before);
  });
});
