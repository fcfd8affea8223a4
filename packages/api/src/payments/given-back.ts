import type { Prisma, Tx } from "@countinghouse/db";
import { GIVEN_BACK_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import { givenBackTwice } from "@countinghouse/validators/payment-exceptions/rules";
import { GIVING_BACK, isGivingBack, type PaymentKind } from "@countinghouse/validators/payments/kinds";
import {
  isReturned,
  PAID_STATES,
  type PaymentState,
  UNACCOUNTED_STATES,
  UNPAID_STATES,
} from "@countinghouse/validators/payments/states";
import { GIVE_BACK_TEXTS as GIVE_BACK, whyNotGiveBackIn } from "@countinghouse/validators/reverts/rules";
import { type IntentRow, intentMovedCents } from "./engine/intent-row.ts";
import { openPaymentException } from "./engine/open-exception.ts";
import { recordedByHand } from "./recorded-by-hand.ts";

/** A payment to give back, and the payment that gives it back. Cents. */
interface GivingBack {
  parent: { id: string; userId: number; kind: PaymentKind; state: PaymentState; createdAt: Date };
  amountCents: number;
  /** An equal refund recorded by hand after this time counts as this one, unless a person confirmed it as another one. */
  since: Date;
  /** The payment that gives it back, once it is stored. */
  paymentId?: string;
}

/** Returns the reason why a payment is not given back, or null. The caller has locked the customer or the payment. */
export async function whyNotGiveBackNow(
  tx: Tx,
  { parent, amountCents, since, paymentId }: GivingBack,
): Promise<string | null> {
  if (parent.state === "CHARGED_BACK") return GIVE_BACK.chargedBack;
  if (parent.state === "RETURNED") return GIVE_BACK.returned;
  const whyNot = whyNotGiveBackIn(parent) ?? (await whyNotGiveBackOfPair(tx, parent.id));
  if (whyNot !== null) return whyNot;
  const { userId, createdAt } = parent;
  const confirmedBeside = new Set([paymentId]);
  for (const { id, equalPaymentId } of (
    await givenByHand(tx, userId, amountCents, { gt: since })
  ).toReversed()) {
    if (equalPaymentId === null || !confirmedBeside.has(equalPaymentId)) return GIVE_BACK.byHand;
    confirmedBeside.add(id);
  }
  return whyNotMoreThanPaid(tx, { userId, amountCents, since: createdAt, paymentId });
}

const givenByHand = (tx: Tx, userId: number, amountCents: number | undefined, since: Prisma.DateTimeFilter) =>
  recordedByHand(tx, { userId, amountCents, lineItems: GIVEN_BACK_LINE_ITEMS, since });

/**
 * Returns the reason why a refund (cents) would give back more than the customer paid, or null. It adds the refunds of any amount that
 * staff recorded by hand after `since`. `paymentId` is the refund itself, once it is stored.
 */
export async function whyNotMoreThanPaid(
  tx: Tx,
  {
    userId,
    amountCents,
    since,
    paymentId = null,
  }: { userId: number; amountCents: number; since: Date; paymentId?: string | null | undefined },
): Promise<string | null> {
  const byHand = await givenByHand(tx, userId, undefined, { gte: since });
  if (byHand.length === 0) return null;
  const [paid] = await tx.$queryRaw<{ leftCents: number }[]>`
    SELECT (coalesce((SELECT sum(cents) FROM customer_payments(${userId})), 0) - coalesce((
      SELECT sum(amount_cents) FROM payment_intent
      WHERE user_id = ${userId} AND kind::text = ANY(${[...GIVING_BACK]}) AND state::text = ANY(${[...UNACCOUNTED_STATES]})
        AND id IS DISTINCT FROM ${paymentId}::uuid), 0))::float8 AS "leftCents"`;
  const wantedCents = byHand.reduce((sum, record) => sum + Number(record.amountCents), amountCents);
  return (paid?.leftCents ?? 0) < wantedCents ? GIVE_BACK.moreThanPaid : null;
}

/** Returns the reason why a payment of a duplicate pair is not given back, or null: while the pair is open, only one goes back. */
export async function whyNotGiveBackOfPair(tx: Tx, paymentId: string): Promise<string | null> {
  const pairs = await tx.paymentException.findMany({
    where: {
      kind: "DUPLICATE",
      closedAt: null,
      OR: [{ intentId: paymentId }, { otherIntentId: paymentId }],
    },
    select: { intent: PAIRED, otherIntent: PAIRED },
  });
  const isGivenBack = pairs
    .flatMap(({ intent, otherIntent }) => [intent, otherIntent])
    .some(
      (other) =>
        other !== null && other.id !== paymentId && (isReturned(other.state) || other.children.length > 0),
    );
  return isGivenBack ? GIVE_BACK.pairGivenBack : null;
}

const PAIRED = {
  select: {
    id: true,
    state: true,
    children: {
      where: { kind: { in: [...GIVING_BACK] }, state: { notIn: [...UNPAID_STATES] } },
      select: { id: true },
      take: 1,
    },
  },
} satisfies Prisma.PaymentIntentDefaultArgs;

const NAMED = { id: true, kind: true, amountCents: true, createdAt: true } as const;

/** Opens an exception, after a return or a chargeback of a payment, when its money was given back as well. */
export async function markGivenBackTwice(tx: Tx, parent: IntentRow, at: Date): Promise<void> {
  const { id, userId, createdAt } = parent;
  if (parent.paymentType !== "DEBIT") return;
  const child = await tx.paymentIntent.findFirst({
    where: { parentId: id, kind: { in: [...GIVING_BACK] }, state: { in: [...PAID_STATES] } },
    orderBy: { createdAt: "desc" },
    select: NAMED,
  });
  const [byHand] = await recordedByHand(tx, {
    userId,
    amountCents: intentMovedCents(parent),
    lineItems: GIVEN_BACK_LINE_ITEMS,
    since: { gt: createdAt },
    paymentId: id,
  });
  const given = child ?? byHand;
  if (given === undefined) return;
  const message = givenBackTwice({ ...given, amountCents: Number(given.amountCents) });
  await openPaymentException(tx, at, {
    kind: "GIVEN_BACK_TWICE",
    intentId: id,
    otherIntentId: given.id,
    message,
  });
}

/** Opens the same exception, after a refund was booked, when its payment had already come back. */
export async function markGivenBackLate(
  tx: Tx,
  { kind, parentId, ...given }: IntentRow,
  at: Date,
): Promise<void> {
  if (!isGivingBack(kind) || parentId === null) return;
  const parent = await tx.paymentIntent.findUniqueOrThrow({
    where: { id: parentId },
    select: { state: true },
  });
  if (!isReturned(parent.state)) return;
  const message = givenBackTwice({ ...given, kind });
  await openPaymentException(tx, at, {
    kind: "GIVEN_BACK_TWICE",
    intentId: parentId,
    otherIntentId: given.id,
    message,
  });
}
