import type { Prisma, ReadDb, Tx } from "@countinghouse/db";
import {
  GIVING_BACK,
  modeRule,
  type PaymentKind,
  type PaymentRail,
} from "@countinghouse/validators/payments/kinds";
import type { PaymentState } from "@countinghouse/validators/payments/states";
import { givingBackMode, leftToGiveBack, whyNotGiveBack } from "@countinghouse/validators/reverts/rules";

/** A payment of a batch as it is given back, or not. Cents. */
export interface Givable {
  userId: number;
  paymentId: string;
  kind: PaymentKind;
  /** The rail it goes back by; null where none does. */
  rail: PaymentRail | null;
  last4: string;
  takenCents: number;
  leftCents: number;
  whyNot: string | null;
}

/** What `toGivable` is made from. */
export const GIVABLE = {
  id: true,
  userId: true,
  applicationId: true,
  kind: true,
  state: true,
  createdAt: true,
  amountCents: true,
  movedCents: true,
  cardId: true,
  bankAccountId: true,
  instrumentLast4: true,
  children: { where: { kind: { in: [...GIVING_BACK] } }, select: { state: true, amountCents: true } },
} satisfies Prisma.PaymentIntentSelect;

interface StoredPayment {
  id: string;
  userId: number;
  kind: PaymentKind;
  state: PaymentState;
  amountCents: bigint;
  movedCents: bigint | null;
  instrumentLast4: string;
  children: readonly { state: PaymentState; amountCents: bigint }[];
}

/** Whether, and how much of, a payment can be given back. */
export function toGivable(payment: StoredPayment): Givable {
  const { id, userId, kind, state, instrumentLast4, children } = payment;
  const takenCents = Number(payment.movedCents ?? payment.amountCents);
  const givenBack = children.map((child) => ({ state: child.state, amountCents: Number(child.amountCents) }));
  const facts = { kind, state, takenCents, givenBack };
  const mode = givingBackMode(kind);
  return {
    userId,
    paymentId: id,
    kind,
    rail: mode && modeRule(mode).rail,
    last4: instrumentLast4,
    takenCents,
    leftCents: leftToGiveBack(facts),
    whyNot: whyNotGiveBack(facts),
  };
}

/** Every payment of a batch, in the order of its rows. */
export async function readGivable(db: Pick<ReadDb, "bulkItem"> | Tx, batchId: string): Promise<Givable[]> {
  const items = await db.bulkItem.findMany({
    where: { batchId, intentId: { not: null } },
    orderBy: { position: "asc" },
    select: { intent: { select: GIVABLE } },
  });
  return items.flatMap(({ intent }) => (intent === null ? [] : [toGivable(intent)]));
}

/** Those that go back by this rail now. */
export const givableBy = (rail: PaymentRail, payments: readonly Givable[]): Givable[] =>
  payments.filter((each) => each.rail === rail && each.whyNot === null);
