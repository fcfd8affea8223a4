import type { ListPayments } from "@countinghouse/validators/payments/schemas";
import {
  IN_PROGRESS_STATES,
  type PaymentState,
  SUCCESSFUL_STATES,
  UNPAID_STATES,
} from "@countinghouse/validators/payments/states";
import type { AdminCtx } from "../context.ts";
import { failureWords } from "./payment-outcome.ts";

/** Every payment is in one of the three tables, so that money that may have moved is never hidden. */
const STATES: Record<ListPayments["outcome"], PaymentState[]> = {
  inProgress: [...IN_PROGRESS_STATES],
  success: [...SUCCESSFUL_STATES],
  failed: [...UNPAID_STATES],
};

/**
 * Returns one page of a customer's payments: those in progress, those that succeeded or those that failed, newest first.
 * `total` counts all pages. Amounts in cents.
 */
export async function listPayments(ctx: AdminCtx, { userId, outcome, after, limit }: ListPayments) {
  const where = { userId, state: { in: STATES[outcome] } };
  const [rows, total] = await Promise.all([
    ctx.db.paymentIntent.findMany({
      where,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: limit + 1,
      ...(after !== null && { cursor: { id: after }, skip: 1 }),
      select: {
        id: true,
        userId: true,
        kind: true,
        paymentType: true,
        state: true,
        amountCents: true,
        movedCents: true,
        isDuplicate: true,
        instrumentLast4: true,
        card: { select: { expiry: true } },
        isExternal: true,
        failureCode: true,
        failureMessage: true,
        createdAt: true,
        createdBy: { select: { email: true } },
        manual: { select: { lineItemType: true, modeOfPayment: true, description: true, isExternal: true } },
        exceptions: { orderBy: { openedAt: "asc" }, select: { message: true } },
        attempts: {
          orderBy: { sequence: "desc" },
          take: 1,
          select: { provider: true, providerKey: true, providerReference: true },
        },
      },
    }),
    ctx.db.paymentIntent.count({ where }),
  ]);
  const payments = rows.slice(0, limit).map(({ attempts, exceptions, manual, card, createdBy, ...row }) => ({
    ...row,
    /** MMYY; null without a card. */
    cardExpiry: card?.expiry ?? null,
    amountCents: Number(row.amountCents),
    /** The amount that moved when it is less than the ordered one, else null. */
    movedCents: row.movedCents === null ? null : Number(row.movedCents),
    isExternal: row.isExternal || (manual?.isExternal ?? false),
    transactionType: manual?.modeOfPayment ?? row.kind,
    message:
      row.state === "FAILED"
        ? failureWords(row)
        : [row.failureMessage, ...exceptions.map(({ message }) => message)].filter(Boolean).join(" ") ||
          (manual?.description ?? ""),
    uniqueRef: attempts[0]?.providerReference ?? attempts[0]?.providerKey ?? "",
    createdBy: createdBy?.email ?? "",
  }));
  return { payments, total, next: rows.length > limit ? (payments.at(-1)?.id ?? null) : null };
}
