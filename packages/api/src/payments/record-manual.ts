import type { Tx } from "@countinghouse/db";
import {
  GIVEN_BACK_LINE_ITEMS,
  overRecorded,
  takesMoney,
  whyNotAdjustMore,
  whyNotExceed,
  whyNotExceedInADay,
  whyNotRecordManualPayment,
} from "@countinghouse/validators/manual-payments/rules";
import type { RecordManualPayment } from "@countinghouse/validators/manual-payments/schemas";
import { PAYMENTS_MESSAGES } from "@countinghouse/validators/messages";
import { formatCents } from "@countinghouse/validators/money";
import { newYorkDate, newYorkMidnight } from "@countinghouse/validators/new-york";
import { payments } from "@countinghouse/validators/payments/contract";
import { UNMOVED_STATES } from "@countinghouse/validators/payments/states";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { readRules } from "../approval-gate/facts.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { balanceIn } from "../ledger/balances.ts";
import { clearing, paymentPostings, postLedgerTransaction } from "../ledger/post.ts";
import { ledgerDraft } from "../ledger-writes/message.ts";
import { lockUser } from "../locks.ts";
import { readSetting } from "../settings/service.ts";
import { businessKey } from "./business-key.ts";
import { refuseUnlessAsSeen } from "./confirmed-facts.ts";
import { createManualIntent } from "./manual-intent.ts";
import { confirmOver } from "./payoff.ts";
import { paymentSheetRow } from "./sheet-row.ts";

const GIVEN_BACK: readonly string[] = GIVEN_BACK_LINE_ITEMS;

/**
 * Records a payment that happened elsewhere, in one transaction: intent, attempt, ledger entries, balance, audit event and the row
 * for the ledger sheet. Throws RULE when the role may not record it in this form, or when the customer has changed since the
 * confirmation. Throws RULE when the amount, or this admin's total for this user today, exceeds the ceiling and the rules ask for
 * no approval of that. Throws RULE when it is more than is owed and unconfirmed, FORBIDDEN when this role may not confirm that,
 * NOT_FOUND without such a user.
 */
export function recordManualPayment(ctx: AdminCtx, input: RecordManualPayment & { requestId: string }) {
  const { requestId, userId, confirmed, ...payment } = input;
  return ctx.command(commandSpec(payments.recordManual, input), async ({ tx, now }) => {
    const user = found(await lockOwing(tx, userId), unknownUser(userId));
    refuseWhen(whyNotRecordManualPayment(ctx.actor.role, payment));
    const { version: rulesVersion, rules } = await readRules(tx);
    const ceilingCents = await readSetting(tx, "manualPaymentCeilingCents");
    const isOver =
      whyNotExceed(payment.amountCents, ceilingCents) ??
      whyNotExceedInADay(
        payment.amountCents,
        await recordedTodayCents(tx, ctx.actor.id, userId, now),
        ceilingCents,
      );
    if (!rules.OVER_CEILING.always) refuseWhen(isOver);
    refuseWhen(
      whyNotAdjustMore(ctx.actor.role, payment, await adjustedTodayCents(tx, ctx.actor.id, userId, now)),
    );
    const balanceBeforeCents = Number(user.balanceCents ?? 0n);
    const { paymentType, amountCents, lineItemType } = payment;
    const isGivenBackByHand = GIVEN_BACK.includes(lineItemType);
    const equalPaymentId = await refuseUnlessAsSeen(tx, now, {
      asked: {
        userId,
        kind: "MANUAL",
        paymentType,
        amountCents,
        isGivenBackByHand,
        scheduleId: null,
        lineItemType,
      },
      balanceCents: balanceBeforeCents,
      confirmed,
    });
    confirmOver(ctx.actor, overRecorded(payment, balanceBeforeCents), confirmed.balance);
    // Two admins may use the same request id, so the key names the admin.
    const key = businessKey.manual(ctx.actor.id, requestId);
    const paymentId = await createManualIntent(tx, {
      userId,
      applicationId: user.applicationId,
      businessKey: key,
      createdById: ctx.actor.id,
      equalPaymentId,
      now,
      payment,
    });
    const today = newYorkDate(now);
    await postLedgerTransaction(
      { tx, now, vault: ctx.services.vault },
      { intentId: paymentId, kind: "manual-payment", effectiveOn: new Date(today) },
      paymentPostings(userId, payment.paymentType, payment.amountCents, clearing(payment.modeOfPayment)),
      { paymentId, from: takesMoney(payment) ? "oldest" : "newest" },
    );
    const balanceCents = await balanceIn(tx, userId);
    return {
      result: { paymentId, balanceBeforeCents, balanceCents, message: PAYMENTS_MESSAGES.recorded },
      audit: {
        subject: { type: "user", id: userId },
        before: { balanceCents: balanceBeforeCents },
        after: { balanceCents, paymentId, ...payment, confirmed },
      },
      outbox: [
        ledgerDraft(sheetKey(paymentId), {
          sheet: "Payments",
          row: paymentSheetRow(paymentId, today, { ...user, id: userId }, payment),
        }),
      ],
      approval: {
        matters: ["MANUAL_POSTING", ...(isOver === null ? [] : (["OVER_CEILING"] as const))],
        title: `Manual payment: ${payment.lineItemType} (${payment.paymentType}) of ${formatCents(payment.amountCents)}`,
        userId,
        amountCents: payment.amountCents,
        paymentId,
        rulesVersion,
      },
    };
  });
}

/** Returns the key of the one ledger sheet row that a payment is copied to. */
export const sheetKey = (paymentId: string): string => `ledger-sheet:payment:${paymentId}`;

interface LockedUser {
  firstname: string;
  lastname: string;
  businessName: string;
  applicationId: number | null;
  balanceCents: bigint | null;
}

/** Locks the user, so that two payments on one user run one after the other; a request id does not ensure that. */
async function lockOwing(tx: Tx, userId: number): Promise<LockedUser | undefined> {
  await lockUser(tx, userId);
  const [user] = await tx.$queryRaw<LockedUser[]>`
    SELECT u.firstname, u.lastname, u.business_name AS "businessName", b.balance_cents AS "balanceCents",
           (SELECT max(a.id) FROM application a WHERE a.user_id = u.id) AS "applicationId"
    FROM users u LEFT JOIN user_balance b ON b.user_id = u.id WHERE u.id = ${userId}`;
  return user;
}

/** Returns the adjustments of this admin for this user since midnight in New York, in cents. */
async function adjustedTodayCents(tx: Tx, adminId: string, userId: number, now: Date): Promise<number> {
  const { _sum } = await tx.paymentIntent.aggregate({
    where: {
      userId,
      createdById: adminId,
      manual: { lineItemType: "Adjustment" },
      createdAt: { gte: newYorkMidnight(now) },
    },
    _sum: { amountCents: true },
  });
  return Number(_sum.amountCents ?? 0n);
}

/** Returns the total that this admin recorded for this user since midnight in New York without an approval, in cents. */
async function recordedTodayCents(tx: Tx, adminId: string, userId: number, now: Date): Promise<number> {
  const [sum] = await tx.$queryRaw<{ cents: number }[]>`
    SELECT coalesce(sum(p.amount_cents), 0)::float8 AS cents FROM payment_intent p
    WHERE p.user_id = ${userId} AND p.created_by_id = ${adminId}::uuid AND p.kind = 'MANUAL'
      AND p.created_at >= ${newYorkMidnight(now)} AND p.state::text <> ALL(${[...UNMOVED_STATES]})
      AND NOT EXISTS (SELECT FROM approval a WHERE a.payment_id = p.id)`;
  return sum?.cents ?? 0;
}
