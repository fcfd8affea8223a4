import type { Tx } from "@countinghouse/db";
import {
  SCHEDULE_AMOUNT_CHANGED,
  whyNotProcessPayment,
} from "@countinghouse/validators/payment-schedules/rules";
import { COLLECTING_MODES } from "@countinghouse/validators/payments/kinds";
import type { ProcessScheduledPayment } from "@countinghouse/validators/payments/schemas";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockBalance } from "../locks.ts";
import { paymentApproval } from "../payments/approval.ts";
import {
  type BegunPayment,
  beginPayment,
  lockPayer,
  refuseOpenCollection,
  sendPayment,
} from "../payments/begin-payment.ts";
import { businessKey } from "../payments/business-key.ts";
import { chooseInstrument } from "../payments/choose-instrument.ts";
import { refuseUnlessAsSeen } from "../payments/confirmed-facts.ts";
import type { WithPayments } from "../payments/engine/payments-engine.ts";
import { payoffIn } from "../payments/payoff.ts";
import { toIsoDay } from "../stored-values.ts";
import { paymentUnderWay } from "./schedule-row.ts";
import { readSources } from "./sources.ts";

type Order = ProcessScheduledPayment & { requestId: string };

/**
 * Collects one scheduled payment now, from what the customer prefers or from the primary account or card, and answers
 * with what is known then. Throws RULE where it is paid or under way, is more than is owed, the customer is with an agency
 * or not as was confirmed, or there is nothing to take it from; CONFLICT when the amount (cents) is not the one that was shown; NOT_FOUND.
 */
export async function processScheduledPayment(ctx: AdminCtx<WithPayments>, input: Order) {
  const owner = await ctx.db.paymentSchedule.findUnique({
    where: { id: input.scheduleId },
    select: { userId: true },
  });
  if (owner !== null) await ctx.services.payments.accountFor(owner.userId, COLLECTING_MODES);
  const spec = { action: "paymentSchedules.process", capability: "payments.charge", input } as const;
  const { paymentId } = await ctx.command(spec, async (tools) => {
    const { tx, now } = tools;
    const { payment, dueDate, balanceCents } = await orderedPayment(tx, ctx, input, now);
    const id = await beginPayment(tools, payment);
    return {
      result: { paymentId: id },
      audit: {
        subject: { type: "user", id: payment.userId },
        before: { balanceCents },
        after: {
          paymentId: id,
          scheduleId: input.scheduleId,
          paymentDate: dueDate,
          mode: payment.kind,
          amountCents: payment.amountCents,
          last4: payment.instrument.last4,
        },
      },
      approval: paymentApproval(tools, ctx.services.vault, { ...payment, id }),
    };
  });
  return sendPayment(ctx, paymentId);
}

interface OrderedPayment {
  payment: BegunPayment;
  dueDate: string;
  balanceCents: number;
}

/** Everything the payment says, with every rule checked under the locks of the customer and the scheduled payment. */
async function orderedPayment(tx: Tx, ctx: AdminCtx, order: Order, now: Date): Promise<OrderedPayment> {
  const { scheduleId } = order;
  const { userId } = found(
    await tx.paymentSchedule.findUnique({ where: { id: scheduleId }, select: { userId: true } }),
    "There is no such payment.",
  );
  const payer = await lockPayer(tx, userId);
  // Needed where the approval rules simulate the payment: it moves the balance, then the instalments.
  await lockBalance(tx, userId);
  await tx.$executeRaw`SELECT 1 FROM payment_schedule WHERE id = ${scheduleId} FOR UPDATE`;
  const schedule = await tx.paymentSchedule.findUniqueOrThrow({
    where: { id: scheduleId },
    include: { application: { select: { fundedAt: true } } },
  });
  const { applicationId, application, status } = schedule;
  const amountCents = Number(schedule.amountCents - schedule.paidCents);
  const findSource = await readSources(tx, [userId], now, ctx.services.vendorsOff);
  const { source, whyNot } = findSource(userId);
  const isUnderWay = await paymentUnderWay(tx, scheduleId);
  const { isExternal, balanceCents } = payer;
  const payoffCents = await payoffIn(tx, userId, balanceCents, now);
  refuseWhen(
    whyNotProcessPayment({
      status,
      isUnderWay,
      isPaidOut: application.fundedAt !== null,
      isExternal,
      balanceCents,
      payoffCents,
      leftCents: amountCents,
      whyNoInstrument: whyNot,
    }),
  );
  if (amountCents !== order.amountCents) throw new DomainError("CONFLICT", SCHEDULE_AMOUNT_CHANGED);
  if (source === null) throw new DomainError("RULE", whyNot);
  const { mode, instrumentId } = source;
  await refuseOpenCollection(tx, now, userId);
  await refuseUnlessAsSeen(tx, now, {
    asked: { userId, kind: mode, paymentType: "DEBIT", amountCents, scheduleId },
    balanceCents,
    confirmed: order.confirmed,
  });
  const dueDate = toIsoDay(schedule.paymentDate);
  const ended = await tx.paymentIntent.count({ where: { scheduleId } });
  return {
    balanceCents,
    dueDate,
    payment: {
      userId,
      applicationId,
      scheduleId,
      kind: mode,
      paymentType: "DEBIT",
      businessKey: businessKey.scheduled(scheduleId, dueDate, ended + 1),
      amountCents,
      createdById: ctx.actor.id,
      instrument: await chooseInstrument(tx, { userId, mode, instrumentId, amountCents, scheduleId }, now),
    },
  };
}
