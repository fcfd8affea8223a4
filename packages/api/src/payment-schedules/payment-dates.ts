import type { Prisma, Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import {
  SCHEDULE_CHANGED,
  SCHEDULE_UPDATED,
  whyNotChangeAmount,
  whyNotChangePayment,
  whyNotMovePaymentTo,
} from "@countinghouse/validators/payment-schedules/rules";
import type {
  ListPaymentDates,
  MovePaymentDate,
  UpdatePaymentSchedule,
} from "@countinghouse/validators/payment-schedules/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockApplication } from "../locks.ts";
import { toIsoDay } from "../stored-values.ts";
import { paymentUnderWay } from "./schedule-row.ts";

/** The payment dates of a user's newest application with payment dates, in order. Amounts are in cents. */
export async function listPaymentDates(ctx: AdminCtx, { userId }: ListPaymentDates) {
  const newest = await ctx.db.paymentSchedule.findFirst({
    where: { userId },
    orderBy: { applicationId: "desc" },
    select: { applicationId: true },
  });
  const rows = await ctx.db.paymentSchedule.findMany({
    where: { userId, applicationId: newest?.applicationId ?? 0 },
    orderBy: { paymentDate: "asc" },
    select: {
      id: true,
      applicationId: true,
      paymentDate: true,
      amountCents: true,
      paidCents: true,
      status: true,
      version: true,
    },
  });
  return rows.map(({ paymentDate, amountCents, paidCents, ...row }) => ({
    ...row,
    paymentDate: toIsoDay(paymentDate),
    amountCents: Number(amountCents),
    /** What payments have paid of it, and what is left. */
    paidCents: Number(paidCents),
    leftCents: Number(amountCents - paidCents),
  }));
}

/**
 * Moves a payment to another day between its neighbours. Throws RULE when the day is not allowed, the payment is paid
 * or a payment of it is under way, CONFLICT when it was changed since it was read, NOT_FOUND.
 */
export function movePaymentDate(ctx: AdminCtx, input: MovePaymentDate & { requestId: string }) {
  const { id, version, paymentDate } = input;
  const spec = { action: "paymentSchedules.move", capability: "paymentSchedules.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const place = await lockPlace(tx, input);
    refuseWhen(whyNotMoveTo(paymentDate, place, now));
    await save(tx, id, { paymentDate: new Date(paymentDate) });
    return {
      result: { id, version: version + 1 },
      audit: {
        subject: { type: "user", id: place.userId },
        before: { scheduleId: id, paymentDate: place.paymentDate },
        after: { paymentDate },
      },
    };
  });
}

/**
 * Changes day and amount of a payment; a day that stays may lie in the past. Returns the message for the screen
 * (specification 2, section 7). Throws as movePaymentDate does.
 */
export function updatePaymentSchedule(ctx: AdminCtx, input: UpdatePaymentSchedule & { requestId: string }) {
  const { id, version, paymentDate, amountCents } = input;
  const spec = { action: "paymentSchedules.update", capability: "paymentSchedules.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const place = await lockPlace(tx, input);
    if (paymentDate !== place.paymentDate) refuseWhen(whyNotMoveTo(paymentDate, place, now));
    refuseWhen(whyNotChangeAmount(amountCents, place.paidCents));
    await save(tx, id, { paymentDate: new Date(paymentDate), amountCents });
    return {
      result: { id, version: version + 1, message: SCHEDULE_UPDATED },
      audit: {
        subject: { type: "user", id: place.userId },
        before: { scheduleId: id, paymentDate: place.paymentDate, amountCents: place.amountCents },
        after: { paymentDate, amountCents },
      },
    };
  });
}

interface Place {
  userId: number;
  paymentDate: string;
  amountCents: number;
  paidCents: number;
  previous: string | null;
  next: string | null;
}

/** A payment that may be changed, between its neighbours, which must stand still while days are compared. */
async function lockPlace(tx: Tx, { id, version }: { id: number; version: number }): Promise<Place> {
  const { userId, applicationId } = found(
    await tx.paymentSchedule.findUnique({ where: { id }, select: { userId: true, applicationId: true } }),
    "There is no such payment.",
  );
  // The portfolio sums that a date counts in depend on whether the advance is paid out.
  await lockApplication(tx, applicationId);
  await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE application_id = ${applicationId} ORDER BY id FOR UPDATE`;
  const rows = await tx.paymentSchedule.findMany({
    where: { applicationId },
    orderBy: { paymentDate: "asc" },
    select: { id: true, paymentDate: true, amountCents: true, paidCents: true, status: true, version: true },
  });
  const at = rows.findIndex((row) => row.id === id);
  const row = found(rows[at], "There is no such payment.");
  if (row.version !== version) throw new DomainError("CONFLICT", SCHEDULE_CHANGED);
  refuseWhen(whyNotChangePayment({ status: row.status, isUnderWay: await paymentUnderWay(tx, id) }));
  const [previous, next] = [rows[at - 1], rows[at + 1]];
  return {
    userId,
    paymentDate: toIsoDay(row.paymentDate),
    amountCents: Number(row.amountCents),
    paidCents: Number(row.paidCents),
    previous: previous ? toIsoDay(previous.paymentDate) : null,
    next: next ? toIsoDay(next.paymentDate) : null,
  };
}

const whyNotMoveTo = (paymentDate: string, { previous, next }: Place, now: Date): string | null =>
  whyNotMovePaymentTo(paymentDate, { today: newYorkDate(now), previous, next });

const save = (tx: Tx, id: number, data: Prisma.PaymentScheduleUpdateInput) =>
  tx.paymentSchedule.update({ where: { id }, data: { ...data, version: { increment: 1 } } });
