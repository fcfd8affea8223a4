import type { ReadDb, Tx } from "@countinghouse/db";
import { FUNDING_MODES, GIVING_BACK, hasFixedAmount } from "@countinghouse/validators/payments/kinds";
import { whyNotRecredit, whyNotSendAgain } from "@countinghouse/validators/payments/rules";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { SENT_STATES, UNPAID_STATES } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { GIVE_BACK_TEXTS as GIVE_BACK } from "@countinghouse/validators/reverts/rules";
import { DomainError, refuseWhen } from "../errors.ts";
import { centsOrNull } from "../stored-values.ts";
import { whyNotGiveBackOfPair, whyNotMoreThanPaid } from "./given-back.ts";

type Order = Pick<RunPayment, "userId" | "mode" | "parentId" | "instrumentId" | "amountCents">;

interface FundedApplication {
  id: number;
  disbursementAmountCents: bigint | null;
}

/**
 * Returns the payment that a REFUND gives back or a RECREDIT sends again; null for the other modes. Throws RULE when there is
 * none, when the amount is more than is left of it, or when the terms have changed since.
 */
export async function chooseParent(
  tx: Tx,
  order: Order,
  application: FundedApplication | null,
): Promise<string | null> {
  if (order.mode === "REFUND") return chooseSale(tx, order);
  return order.mode === "RECREDIT" ? chooseFunding(tx, order, application) : null;
}

async function chooseSale(tx: Tx, { userId, parentId, instrumentId, amountCents }: Order): Promise<string> {
  if (parentId === null) throw new DomainError("RULE", TEXT.saleMissing);
  // Serializes the refunds of one sale. The database checks their sum as well.
  await tx.$executeRaw`
    SELECT 1 FROM payment_intent WHERE id = ${parentId}::uuid AND user_id = ${userId} AND kind = 'SALE' FOR UPDATE`;
  const sale = await tx.paymentIntent.findFirst({
    where: { id: parentId, userId, kind: "SALE", cardId: instrumentId },
    select: { state: true, amountCents: true, movedCents: true, createdAt: true },
  });
  if (sale?.state === "CHARGED_BACK") throw new DomainError("RULE", GIVE_BACK.chargedBack);
  if (sale?.state !== "SUCCEEDED") throw new DomainError("RULE", TEXT.saleMissing);
  refuseWhen(await whyNotGiveBackOfPair(tx, parentId));
  const { _sum } = await tx.paymentIntent.aggregate({
    where: { parentId, kind: { in: [...GIVING_BACK] }, state: { notIn: [...UNPAID_STATES] } },
    _sum: { amountCents: true },
  });
  if (Number(sale.movedCents ?? sale.amountCents) - Number(_sum.amountCents ?? 0n) < amountCents)
    throw new DomainError("RULE", TEXT.refundTooLarge);
  refuseWhen(await whyNotMoreThanPaid(tx, { userId, amountCents, since: sale.createdAt }));
  return parentId;
}

async function chooseFunding(
  tx: Tx,
  { amountCents }: Order,
  application: FundedApplication | null,
): Promise<string> {
  const earlier = await earlierFunding(tx, application?.id ?? null);
  if (earlier === null) throw new DomainError("RULE", TEXT.noEarlierFunding);
  const disbursementCents = centsOrNull(application?.disbursementAmountCents ?? null);
  refuseWhen(whyNotSendAgain(earlier.amountCents, disbursementCents));
  refuseWhen(whyNotRecredit(amountCents, earlier.amountCents));
  return earlier.id;
}

/** Returns the last FUND or CREDIT that was sent for an application, or null. A RECREDIT repeats it, or a part of it. Cents. */
export async function earlierFunding(
  db: Pick<ReadDb, "paymentIntent"> | Tx,
  applicationId: number | null,
): Promise<{ id: string; amountCents: number } | null> {
  const whole = FUNDING_MODES.filter(hasFixedAmount);
  const last = await db.paymentIntent.findFirst({
    where: { applicationId: applicationId ?? 0, kind: { in: whole }, state: { in: [...SENT_STATES] } },
    orderBy: { createdAt: "desc" },
    select: { id: true, amountCents: true },
  });
  return last && { id: last.id, amountCents: Number(last.amountCents) };
}
