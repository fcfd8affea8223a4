import type { ReadDb, Tx } from "@countinghouse/db";
import {
  type DrawnPayment,
  type PaidOut,
  paybacksOf,
  type StandingPayment,
} from "@countinghouse/validators/edit-user/schedule";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { isPaid, isUnaccounted } from "@countinghouse/validators/payments/states";
import { sentAdvance } from "../payments/dates-to-add.ts";
import { toIsoDay } from "../stored-values.ts";

interface StandingRow extends StandingPayment {
  id: number;
}

/** Returns the scheduled payments of an application by date, in cents, with the facts that limit a change of each. */
export async function standingPayments(
  db: Pick<ReadDb, "paymentSchedule" | "paymentAllocation"> | Tx,
  applicationId: number,
): Promise<StandingRow[]> {
  const rows = await db.paymentSchedule.findMany({
    where: { applicationId },
    orderBy: { paymentDate: "asc" },
    select: {
      id: true,
      paymentDate: true,
      amountCents: true,
      paidCents: true,
      intents: { select: { state: true } },
    },
  });
  const allocated = new Set(
    (
      await db.paymentAllocation.findMany({
        where: { scheduleId: { in: rows.map(({ id }) => id) } },
        distinct: "scheduleId",
        select: { scheduleId: true },
      })
    ).map(({ scheduleId }) => scheduleId),
  );
  return rows.map(({ id, paymentDate, amountCents, paidCents, intents }) => ({
    id,
    paymentDate: toIsoDay(paymentDate),
    amountCents: Number(amountCents),
    isFixed: paidCents > 0n || intents.some(({ state }) => isUnaccounted(state)),
    wasTried: intents.length > 0 || allocated.has(id),
  }));
}

/**
 * Returns the paid-out advances of an application, in cents. `droppedCents` is the part of its payments that counts as paid but is not
 * owed, because its advance was returned or was not sent again.
 */
export async function readPaidOut(
  db: Pick<ReadDb, "application" | "paymentIntent" | "paymentAllocation" | "paymentSchedule"> | Tx,
  applicationId: number,
): Promise<PaidOut> {
  const fundings = await db.paymentIntent.findMany({
    where: { applicationId, kind: { in: [...FUNDING_MODES] } },
    select: { id: true, state: true, amountCents: true, parent: { select: { amountCents: true } } },
  });
  const advances = fundings.filter(({ state }) => isPaid(state)).map(sentAdvance);
  const { schedules, paybackAmountCents } = await db.application.findUniqueOrThrow({
    where: { id: applicationId },
    select: { paybackAmountCents: true, schedules: { select: { id: true, amountCents: true } } },
  });
  const { _sum } = await db.paymentAllocation.aggregate({
    where: {
      intentId: { in: fundings.map(({ id }) => id) },
      scheduleId: { in: schedules.map(({ id }) => id) },
    },
    _sum: { amountCents: true },
  });
  const paybacks = paybacksOf(Number(paybackAmountCents ?? 0n), advances);
  const notOwedCents = sum(schedules.map(({ amountCents }) => Number(amountCents))) - sum(paybacks);
  return { advances, droppedCents: Math.max(0, Math.min(Number(_sum.amountCents ?? 0n), notOwedCents)) };
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0);

/**
 * Replaces the unpaid payments of an application with the drawn ones, and does not touch the fixed ones. A payment keeps its row when
 * its day stays. A payment that was tried before keeps its row on another day, too.
 */
export async function replaceUnpaid(
  tx: Tx,
  { userId, applicationId }: { userId: number; applicationId: number },
  standing: readonly StandingRow[],
  drawn: readonly DrawnPayment[],
): Promise<void> {
  const free = standing.filter(({ isFixed }) => !isFixed);
  const freeByDay = new Map(free.map((row) => [row.paymentDate, row]));
  const days = new Set(drawn.map(({ paymentDate }) => paymentDate));
  const leaving = free.filter(({ paymentDate }) => !days.has(paymentDate));
  const moving = leaving.filter(({ wasTried }) => wasTried);
  await tx.paymentSchedule.deleteMany({
    where: { id: { in: leaving.filter(({ wasTried }) => !wasTried).map(({ id }) => id) } },
  });
  const coming = drawn.filter(({ paymentDate }) => !freeByDay.has(paymentDate));
  const changed = [
    ...drawn.flatMap(({ paymentDate, amountCents }) => {
      const row = freeByDay.get(paymentDate);
      return row && row.amountCents !== amountCents ? [{ id: row.id, paymentDate, amountCents }] : [];
    }),
    ...moving.flatMap(({ id }, index) => {
      const payment = coming[index];
      return payment ? [{ id, ...payment }] : [];
    }),
  ];
  for (const { id, paymentDate, amountCents } of changed)
    await tx.paymentSchedule.update({
      where: { id },
      data: { paymentDate: new Date(paymentDate), amountCents, version: { increment: 1 } },
    });
  await tx.paymentSchedule.createMany({
    data: coming.slice(moving.length).map(({ paymentDate, amountCents }) => ({
      userId,
      applicationId,
      paymentDate: new Date(paymentDate),
      amountCents,
    })),
  });
}
