import type { Tx } from "@countinghouse/db";
import { duplicateKey, takenTwice } from "@countinghouse/validators/payment-exceptions/rules";
import { COLLECTING_MODES, FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import { ENDED_FUNDING_STATES, PAID_STATES } from "@countinghouse/validators/payments/states";
import { balanceIn } from "../../ledger/balances.ts";
import type { IntentRow } from "./intent-row.ts";
import { openPaymentException } from "./open-exception.ts";

/**
 * Marks a funding that ended without moved money as a duplicate before it is re-opened. Does so when another funding of its
 * application went through or may go through: the database allows one live funding for an application.
 */
export async function markSecondFunding(
  tx: Tx,
  { id, applicationId }: Pick<IntentRow, "id" | "applicationId">,
  at: Date,
): Promise<void> {
  if (applicationId === null) return;
  const other = await tx.paymentIntent.findFirst({
    where: {
      id: { not: id },
      applicationId,
      kind: { in: [...FUNDING_MODES] },
      secondFunding: false,
      isDuplicate: false,
      state: { notIn: [...ENDED_FUNDING_STATES] },
    },
    select: { id: true },
  });
  if (other !== null) await mark(tx, id, other.id, at);
}

/**
 * Marks a booked payment of an instalment as a duplicate when other payments left nothing of the instalment for it. It duplicates
 * the payment that paid the rest. Two payments that paid a part each are no duplicates.
 */
export async function markPaidTwice(
  tx: Tx,
  { id, scheduleId }: Pick<IntentRow, "id" | "scheduleId">,
  at: Date,
): Promise<void> {
  if (scheduleId === null) return;
  // A payment pays its own instalment first, so one without an allocation to it found nothing left.
  if ((await tx.paymentAllocation.count({ where: { intentId: id, scheduleId } })) > 0) return;
  const [other] = await tx.$queryRaw<{ id: string }[]>`
    SELECT i.id::text FROM payment_allocation l JOIN payment_intent i ON i.id = l.intent_id
    WHERE l.schedule_id = ${scheduleId} AND i.schedule_id = ${scheduleId} AND i.id <> ${id}::uuid
      AND i.state::text = ANY(${[...PAID_STATES]})
    GROUP BY i.id HAVING sum(l.amount_cents) > 0
    ORDER BY max(l.id) FILTER (WHERE l.amount_cents > 0) DESC LIMIT 1`;
  if (other !== undefined) await mark(tx, id, other.id, at);
}

async function mark(tx: Tx, id: string, otherId: string, at: Date): Promise<void> {
  await tx.paymentIntent.update({ where: { id }, data: { isDuplicate: true } });
  const message = duplicateKey(otherId);
  await openPaymentException(tx, at, { kind: "DUPLICATE", intentId: id, otherIntentId: otherId, message });
}

const COLLECTING: readonly string[] = COLLECTING_MODES;

/**
 * Opens one exception for two payments that take money: the booked one, and another that went through while this one had no
 * outcome. Does so only when the customer has paid more than they owe.
 */
export async function markTakenTwice(
  tx: Tx,
  { id, userId, kind, amountCents, createdAt }: IntentRow,
  at: Date,
): Promise<void> {
  if (!COLLECTING.includes(kind) || (await balanceIn(tx, userId)) >= 0) return;
  const other = await tx.paymentIntent.findFirst({
    where: {
      id: { not: id },
      userId,
      kind: { in: [...COLLECTING_MODES] },
      state: { in: [...PAID_STATES] },
      attempts: { some: { finishedAt: { gt: createdAt } } },
    },
    orderBy: { createdAt: "desc" },
    select: { id: true, kind: true, amountCents: true, createdAt: true },
  });
  if (other === null) return;
  const message = takenTwice(
    { ...other, amountCents: Number(other.amountCents) },
    { kind, amountCents, createdAt },
  );
  await openPaymentException(tx, at, { kind: "DUPLICATE", intentId: id, otherIntentId: other.id, message });
}
