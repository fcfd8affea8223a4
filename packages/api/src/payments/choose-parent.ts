import type { Tx } from "@countinghouse/db";
import { FUNDING_MODES } from "@countinghouse/validators/payments/kinds";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { DomainError } from "../errors.ts";

type Order = Pick<RunPayment, "userId" | "mode" | "parentId" | "instrumentId" | "amountCents">;

/**
 * The payment that a REFUND gives back or a RECREDIT sends again; null for the other modes. Throws RULE when there is
 * none, or when more would be given back than is left of it.
 */
export async function chooseParent(
  tx: Tx,
  order: Order,
  applicationId: number | null,
): Promise<string | null> {
  if (order.mode === "REFUND") return chooseSale(tx, order);
  return order.mode === "RECREDIT" ? chooseFunding(tx, applicationId) : null;
}

async function chooseSale(tx: Tx, { userId, parentId, instrumentId, amountCents }: Order): Promise<string> {
  if (parentId === null) throw new DomainError("RULE", TEXT.saleMissing);
  // Two refunds of one sale wait for each other here, and the database adds them up once more.
  await tx.$executeRaw`SELECT 1 FROM payment_intent WHERE id = ${parentId}::uuid FOR UPDATE`;
  const sale = await tx.paymentIntent.findFirst({
    where: { id: parentId, userId, kind: "SALE", state: "SUCCEEDED", cardId: instrumentId },
    select: { amountCents: true, movedCents: true },
  });
  if (sale === null) throw new DomainError("RULE", TEXT.saleMissing);
  const { _sum } = await tx.paymentIntent.aggregate({
    where: { parentId, kind: "REFUND", state: { notIn: ["FAILED", "CANCELLED"] } },
    _sum: { amountCents: true },
  });
  if (Number(sale.movedCents ?? sale.amountCents) - Number(_sum.amountCents ?? 0n) < amountCents)
    throw new DomainError("RULE", TEXT.refundTooLarge);
  return parentId;
}

async function chooseFunding(tx: Tx, applicationId: number | null): Promise<string> {
  const last = await tx.paymentIntent.findFirst({
    where: { applicationId: applicationId ?? 0, kind: { in: FUNDING_MODES } },
    orderBy: { createdAt: "desc" },
    select: { id: true },
  });
  if (last === null) throw new DomainError("RULE", TEXT.noEarlierFunding);
  return last.id;
}
