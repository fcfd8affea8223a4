import { newYorkDate } from "@countinghouse/validators/new-york";
import { whyNotMovePayment, whyNotMovePaymentTo } from "@countinghouse/validators/payment-schedule-rules";
import type { ListPaymentDates, MovePaymentDate } from "@countinghouse/validators/payment-schedules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";

/** The payment dates of a user's newest application that has any, in order. Amounts are in cents. */
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
      status: true,
      version: true,
    },
  });
  return rows.map(({ paymentDate, amountCents, ...row }) => ({
    ...row,
    paymentDate: dayOf(paymentDate),
    amountCents: Number(amountCents),
  }));
}

/**
 * Moves a payment to another day between its neighbours. Throws RULE when the day is not allowed or the payment is
 * paid, CONFLICT when it was changed since it was read, NOT_FOUND.
 */
export function movePaymentDate(ctx: AdminCtx, input: MovePaymentDate & { requestId: string }) {
  const { id, version, paymentDate } = input;
  const spec = { action: "payment-schedules.move", capability: "paymentSchedules.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const { userId, applicationId } = found(
      await tx.paymentSchedule.findUnique({ where: { id }, select: { userId: true, applicationId: true } }),
      "There is no such payment.",
    );
    // The neighbours must stand still while the day is compared with theirs.
    await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE application_id = ${applicationId} ORDER BY id FOR UPDATE`;
    const rows = await tx.paymentSchedule.findMany({
      where: { applicationId },
      orderBy: { paymentDate: "asc" },
      select: { id: true, paymentDate: true, status: true, version: true },
    });
    const at = rows.findIndex((row) => row.id === id);
    const row = found(rows[at], "There is no such payment.");
    if (row.version !== version) {
      throw new DomainError("CONFLICT", "Someone else changed this payment. Reload and try again.");
    }
    refuseWhen(whyNotMovePayment(row));
    const [previous, next] = [rows[at - 1], rows[at + 1]];
    refuseWhen(
      whyNotMovePaymentTo(paymentDate, {
        today: newYorkDate(now),
        previous: previous ? dayOf(previous.paymentDate) : null,
        next: next ? dayOf(next.paymentDate) : null,
      }),
    );
    await tx.paymentSchedule.update({
      where: { id },
      data: { paymentDate: new Date(paymentDate), version: { increment: 1 } },
    });
    return {
      result: { id, version: version + 1 },
      audit: {
        subject: { type: "user", id: userId },
        before: { scheduleId: id, paymentDate: dayOf(row.paymentDate) },
        after: { paymentDate },
      },
    };
  });
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
