import { isOpen } from "@countinghouse/validators/payments/states";
import type { PaymentDetails } from "@countinghouse/validators/processor-transactions/schemas";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { found } from "../errors.ts";
import { centsOrNull, toIsoDay } from "../stored-values.ts";

/**
 * Returns one payment with its attempts and their answers, the later reports, the exceptions and the ledger transactions.
 * Amounts in cents. Secrets were removed from the answers before they were stored. Throws NOT_FOUND.
 */
export async function paymentDetails(ctx: AdminCtx, { paymentId }: PaymentDetails) {
  const row = found(
    await ctx.db.paymentIntent.findUnique({ where: { id: paymentId }, select: PAYMENT }),
    "There is no such payment.",
  );
  const { user, createdBy, amountCents, movedCents, dueAt, attempts, events, exceptions, ...payment } = row;
  const transactions = await ctx.db.ledgerTransaction.findMany({
    where: { intentId: paymentId },
    orderBy: { id: "asc" },
    select: POSTED,
  });
  return {
    ...payment,
    userName: customerName(user),
    createdBy: createdBy?.email ?? null,
    amountCents: Number(amountCents),
    /** The amount that moved when it is less than the ordered one, else null. */
    movedCents: centsOrNull(movedCents),
    /** The time of the next look-up at the processor; null when the payment needs none. */
    nextLookAt: isOpen(payment.state) ? dueAt : null,
    exceptions: exceptions.map(({ closedBy, ...exception }) => ({
      ...exception,
      closedBy: closedBy?.email ?? null,
    })),
    attempts: attempts.map(({ answer, ...attempt }) => ({
      ...attempt,
      /** Indented JSON; empty without an answer. */
      answer: formatJson(answer),
    })),
    events: events.map(({ detail, happenedOn, ...event }) => ({
      ...event,
      amountCents: Number(event.amountCents),
      happenedOn: toIsoDay(happenedOn),
      detail: formatJson(detail),
    })),
    ledger: transactions.map(({ effectiveOn, entries, ...transaction }) => ({
      ...transaction,
      effectiveOn: toIsoDay(effectiveOn),
      entries: entries.map((entry) => ({
        account: entry.account.code,
        amountCents: Number(entry.amountCents),
      })),
    })),
  };
}

const POSTED = {
  id: true,
  kind: true,
  effectiveOn: true,
  reversesId: true,
  entries: {
    orderBy: { id: "asc" },
    select: { amountCents: true, account: { select: { code: true } } },
  },
} as const;

const PAYMENT = {
  id: true,
  userId: true,
  kind: true,
  paymentType: true,
  state: true,
  amountCents: true,
  movedCents: true,
  isDuplicate: true,
  instrumentLast4: true,
  isExternal: true,
  failureCode: true,
  failureMessage: true,
  createdAt: true,
  dueAt: true,
  user: { select: { id: true, firstname: true, lastname: true, businessName: true } },
  createdBy: { select: { email: true } },
  attempts: {
    orderBy: { sequence: "asc" },
    select: {
      id: true,
      sequence: true,
      provider: true,
      providerKey: true,
      providerReference: true,
      outcome: true,
      sentAt: true,
      finishedAt: true,
      answer: true,
    },
  },
  events: {
    orderBy: { receivedAt: "asc" },
    select: {
      id: true,
      kind: true,
      reference: true,
      amountCents: true,
      code: true,
      happenedOn: true,
      receivedAt: true,
      appliedAt: true,
      problem: true,
      detail: true,
    },
  },
  /** Open and closed exceptions. */
  exceptions: {
    orderBy: { openedAt: "asc" },
    select: {
      id: true,
      kind: true,
      message: true,
      openedAt: true,
      closedAt: true,
      note: true,
      closedBy: { select: { email: true } },
    },
  },
} as const;

function formatJson(value: unknown): string {
  const isEmpty = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  return isEmpty ? "" : JSON.stringify(value, null, 2);
}
