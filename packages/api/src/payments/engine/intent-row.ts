import type { PaymentKind, PaymentState, Tx } from "@countinghouse/db";

/** A payment intent, locked until the transaction ends. */
export interface IntentRow {
  id: string;
  userId: number;
  applicationId: number | null;
  kind: PaymentKind;
  paymentType: "DEBIT" | "CREDIT";
  amountCents: number;
  state: PaymentState;
  cardId: number | null;
  bankAccountId: number | null;
  instrumentLast4: string;
  isExternal: boolean;
  parentId: string | null;
  scheduleId: number | null;
  secondFunding: boolean;
  /** True when a person confirmed that the payment takes more than is owed; null when the answer was not stored. */
  overConfirmed: boolean | null;
  /** Cents that were taken when the processor approved only a part, else null. */
  movedCents: number | null;
  createdById: string | null;
  createdAt: Date;
  dueAt: Date | null;
  /** The time before which a payout is not sent. */
  heldUntil: Date | null;
  lookUps: number;
}

/** Locks an intent. Returns null when there is no such intent or, without `wait`, when another transaction holds it. */
export async function lockIntent(tx: Tx, id: string, { wait }: { wait: boolean }): Promise<IntentRow | null> {
  // Not FOR UPDATE: a payment that repeats this one refers to its row, and the two transactions would wait for each other.
  const [held] = wait
    ? await tx.$queryRaw<
        { id: string }[]
      >`SELECT id FROM payment_intent WHERE id = ${id}::uuid FOR NO KEY UPDATE`
    : await tx.$queryRaw<
        { id: string }[]
      >`SELECT id FROM payment_intent WHERE id = ${id}::uuid FOR NO KEY UPDATE SKIP LOCKED`;
  if (held === undefined) return null;
  const row = await tx.paymentIntent.findUniqueOrThrow({ where: { id }, select: COLUMNS });
  const movedCents = row.movedCents === null ? null : Number(row.movedCents);
  return { ...row, amountCents: Number(row.amountCents), movedCents };
}

/** Returns the cents that a payment has moved once it went through. */
export const intentMovedCents = ({
  amountCents,
  movedCents,
}: Pick<IntentRow, "amountCents" | "movedCents">): number => movedCents ?? amountCents;

const COLUMNS = {
  id: true,
  userId: true,
  applicationId: true,
  kind: true,
  paymentType: true,
  amountCents: true,
  state: true,
  cardId: true,
  bankAccountId: true,
  instrumentLast4: true,
  isExternal: true,
  parentId: true,
  scheduleId: true,
  secondFunding: true,
  overConfirmed: true,
  movedCents: true,
  createdById: true,
  createdAt: true,
  dueAt: true,
  heldUntil: true,
  lookUps: true,
} as const;
