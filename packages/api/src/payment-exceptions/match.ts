import type { Tx } from "@countinghouse/db";
import { toldPayment } from "@countinghouse/validators/confirmations/rules";
import { UNPAID_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import { addDays, startOfDay } from "@countinghouse/validators/new-york";
import {
  RECORDED_BEFORE_DAYS,
  PAYMENT_EXCEPTION_TEXTS as TEXT,
  whyNotBook,
  whyNotMatch,
} from "@countinghouse/validators/payment-exceptions/rules";
import type { MatchReport, RecordedByHand } from "@countinghouse/validators/payment-exceptions/schemas";
import { IMPORTED } from "@countinghouse/validators/payments/kinds";
import type { z } from "zod";
import type { AdminCtx } from "../context.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockPayer } from "../payments/begin-payment.ts";
import { businessKey } from "../payments/business-key.ts";
import { TOLD, told } from "../payments/confirmed-facts.ts";
import { lockIntent } from "../payments/engine/intent-row.ts";
import type { WithPayments } from "../payments/engine/payments-engine.ts";
import {
  mayBeOfKind,
  type Reported,
  reportedDirection,
  reportedLast4,
  toReported,
} from "../payments/reports/reported.ts";
import { moveIntent } from "../payments/state.ts";

/**
 * Says of a report that matched nothing which payment it is about, or whose it is where nobody ordered it here, and has
 * what follows from it posted, once. Returns whether it is applied by now, else why not. Throws RULE where the two do not
 * fit, CONFLICT when the report is not on the list any more, NOT_FOUND.
 */
export async function matchReport(ctx: AdminCtx<WithPayments>, input: MatchReport & { requestId: string }) {
  const spec = { action: "paymentExceptions.match", capability: "paymentExceptions.resolve", input } as const;
  const { reportId, paymentId, userId, equalPaymentId } = input;
  const { matchedId } = await ctx.command(spec, async ({ tx, now }) => {
    const report = await lockReport(tx, reportId);
    const intentId =
      paymentId === null
        ? await makePayment(tx, { userId: userId ?? 0, report, adminId: ctx.actor.id, now, equalPaymentId })
        : await fittingPayment(tx, paymentId, report);
    await tx.processorEvent.update({
      where: { id: reportId },
      data: { intentId, stage: "RETRY", attempts: { increment: 1 }, triedAt: now, nextTryAt: null },
    });
    const { userId: payerId, state } = await tx.paymentIntent.findUniqueOrThrow({
      where: { id: intentId },
      select: { userId: true, state: true },
    });
    const { provider, reference, amountCents } = report;
    return {
      result: { matchedId: intentId },
      audit: {
        subject: { type: "user", id: payerId },
        before: { reportId, provider, reference, amountCents },
        after: { paymentId: intentId, state, wasOrdered: paymentId !== null },
      },
    };
  });
  await ctx.services.payments.retryReports([reportId]);
  const { appliedAt, problem } = await ctx.db.processorEvent.findUniqueOrThrow({
    where: { id: reportId },
    select: { appliedAt: true, problem: true },
  });
  return { paymentId: matchedId, isApplied: appliedAt !== null, problem };
}

async function lockReport(tx: Tx, id: string): Promise<Reported> {
  await tx.$executeRaw`SELECT 1 FROM processor_event WHERE id = ${id}::uuid FOR UPDATE`;
  const row = found(await tx.processorEvent.findUnique({ where: { id } }), "There is no such report.");
  if (row.stage !== "MATCH" || row.appliedAt !== null || row.deletedAt !== null)
    throw new DomainError("CONFLICT", TEXT.notOnList);
  return toReported(row);
}

async function fittingPayment(tx: Tx, paymentId: string, report: Reported): Promise<string> {
  const intent = found(await lockIntent(tx, paymentId, { wait: true }), "There is no such payment.");
  const attempt = await tx.paymentAttempt.findFirst({
    where: { intentId: paymentId },
    orderBy: { sequence: "desc" },
    select: { provider: true, providerReference: true },
  });
  const { provider, kind, amountCents } = report;
  if (!mayBeOfKind(report, intent.kind)) throw new DomainError("RULE", TEXT.otherPayment);
  refuseWhen(
    whyNotMatch({
      report: { provider, kind, amountCents, direction: reportedDirection(report) },
      payment: {
        provider: attempt?.provider ?? null,
        amountCents: intent.amountCents,
        paymentType: intent.paymentType,
        reference: attempt?.providerReference ?? null,
        state: intent.state,
      },
    }),
  );
  if (attempt?.provider === IMPORTED) await nameInstrument(tx, intent, report);
  return paymentId;
}

/** The card or account of a customer with the last digits of a report, null where there is none. Throws RULE for two. */
async function findInstrument(tx: Tx, userId: number, report: Reported) {
  const isCard = report.provider === "tabapay";
  const last4 = reportedLast4(report) ?? "";
  const two = { select: { id: true }, take: 2 } as const;
  const [instrument, other] = isCard
    ? await tx.card.findMany({ where: { userId, last4 }, ...two })
    : await tx.bankAccount.findMany({
        where: { bankLink: { userId }, mask: last4, replacedAt: null },
        ...two,
      });
  if (other !== undefined) throw new DomainError("RULE", TEXT.twoInstruments);
  if (instrument === undefined) return null;
  return {
    instrumentLast4: last4,
    ...(isCard ? { cardId: instrument.id } : { bankAccountId: instrument.id }),
  };
}

/** Stores the card or account of the report on an imported payment, so that its return blocks it. */
async function nameInstrument(tx: Tx, { id, userId }: { id: string; userId: number }, report: Reported) {
  const instrument = await findInstrument(tx, userId, report);
  if (instrument !== null) await tx.paymentIntent.update({ where: { id }, data: instrument });
}

interface Unordered {
  userId: number;
  report: Reported;
  adminId: string;
  now: Date;
  /** The payment recorded by hand beside which this is confirmed as another one, or null. */
  equalPaymentId: string | null;
}

/**
 * Writes a payment that the processor took from a customer and nobody ordered here; the report tells its outcome. Throws RULE
 * when the same amount was recorded by hand and nobody confirmed that this is another payment.
 */
async function makePayment(tx: Tx, unordered: Unordered): Promise<string> {
  const { userId, report, adminId, now, equalPaymentId } = unordered;
  refuseWhen(whyNotBook({ kind: report.kind, direction: reportedDirection(report) }));
  await lockPayer(tx, userId);
  const { provider, reference, key, amountCents } = report;
  const instrument = await findInstrument(tx, userId, report);
  if (instrument === null) throw new DomainError("RULE", TEXT.noInstrument);
  const recorded = await recordedPayment(tx, userId, report);
  if (recorded !== null && recorded.id !== equalPaymentId)
    throw new DomainError("RULE", TEXT.recordedByHand(toldPayment(recorded, now)), {
      confirm: "recorded",
      equalPaymentId: recorded.id,
    } satisfies z.infer<typeof RecordedByHand>);
  // It was sent by the day of the report, whenever somebody sees to it: a discount that was earned by then is.
  const sentAt = new Date(Math.min(startOfDay(report.day).getTime(), now.getTime()));
  const { id } = await tx.paymentIntent.create({
    data: {
      userId,
      kind: provider === "tabapay" ? "SALE" : "DEBIT",
      paymentType: "DEBIT",
      businessKey: businessKey.reported(provider, reference),
      amountCents,
      createdById: adminId,
      createdAt: now,
      equalPaymentId: recorded?.id ?? null,
      ...instrument,
      attempts: {
        create: { sequence: 1, provider, providerKey: key ?? `reported-${reference}`, sentAt },
      },
    },
    select: { id: true },
  });
  await moveIntent(tx, id, "CREATED", ["READY", "SENDING", "UNKNOWN"]);
  return id;
}

/** The last payment of the report's amount that staff recorded by hand as paid, since a week before the day of the report; or null. */
async function recordedPayment(tx: Tx, userId: number, { amountCents, day }: Reported) {
  const payment = await tx.paymentIntent.findFirst({
    where: {
      userId,
      kind: "MANUAL",
      paymentType: "DEBIT",
      amountCents,
      state: "SUCCEEDED",
      importRunId: null,
      createdAt: { gte: startOfDay(addDays(day, -RECORDED_BEFORE_DAYS)) },
      manual: { lineItemType: { notIn: [...UNPAID_LINE_ITEMS] } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TOLD,
  });
  return payment && told(payment);
}
