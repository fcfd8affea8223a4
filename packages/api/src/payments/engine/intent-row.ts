import type { PaymentKind, PaymentState, Tx } from "@countinghouse/db";

/** An intent as it stands, locked until the transaction ends. */
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
  /** Whether somebody has confirmed that it takes more than is owed; null where nobody kept that. */
  overConfirmed: boolean | null;
  /** What was taken where the processor approved a part only, else null. */
  movedCents: number | null;
  createdById: string | null;
  createdAt: Date;
  dueAt: Date | null;
  /** A payout is not sent before. */
  heldUntil: Date | null;
  lookUps: number;
}

/** Locks an intent; null when another transaction holds it, or when there is none. */
export async function lockIntent(tx: Tx, id: string, { wait }: { wait: boolean }): Promise<IntentRow | null> {
  // Not FOR UPDATE: a payment that sends this one again refers to it, and would wait for us while we wait for it.
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

/** What a payment that went through has moved, in cents. */
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
