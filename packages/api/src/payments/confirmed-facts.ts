import type { PaymentKind, PaymentType, Prisma, Tx } from "@countinghouse/db";
import {
  BOTH_MAY_GO_THROUGH,
  backAlready,
  besideOpen,
  changedSince,
  EQUAL_TO_THAT,
  EQUAL_WITHIN_MS,
  equalTo,
  kindsLike,
  type ToldEntry,
  type ToldPayment,
} from "@countinghouse/validators/confirmations/rules";
import type { Confirmation, SeenFacts } from "@countinghouse/validators/confirmations/schemas";
import { GIVEN_BACK_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import {
  GIVING_BACK,
  isGivingBack,
  modesBeside,
  type PaymentMode,
} from "@countinghouse/validators/payments/kinds";
import { UNACCOUNTED_STATES, UNMOVED_STATES } from "@countinghouse/validators/payments/states";
import { DomainError } from "../errors.ts";
import { payoffIn } from "./payoff.ts";
import { REPORTED_TOO } from "./recorded-by-hand.ts";

/** A payment that is about to begin. Cents. */
export interface AskedPayment {
  userId: number;
  kind: PaymentKind;
  paymentType: PaymentType;
  amountCents: number;
  /** True for a manual payment that records money given back. */
  isGivenBackByHand?: boolean;
  /** The scheduled payment it collects, or null. */
  scheduleId: number | null;
  /** The line item of a manual payment. */
  lineItemType?: string;
}

/**
 * Compares the facts that a person confirmed with the current ones, under the customer's lock: the balance (cents) and the newest
 * payment. An equal payment within 24 hours, and an open one by the other rail, must be the ones that the person named. Returns
 * the id of the equal payment, which was confirmed as a different one, or null. Throws RULE with the event and the admin who
 * caused it; the details of the error are the facts for a new confirmation.
 */
export async function refuseUnlessAsSeen(
  tx: Tx,
  now: Date,
  { asked, balanceCents, confirmed }: { asked: AskedPayment; balanceCents: number; confirmed: Confirmation },
): Promise<string | null> {
  const { userId } = asked;
  const { seen } = confirmed;
  const [newest] = await newestPayments(tx, userId, null, 1);
  const newestPaymentId = newest?.id ?? null;
  const equal = await likePayment(tx, now, asked);
  const like = equal ?? (await reportedAlready(tx, asked));
  const isChanged = seen.balanceCents !== balanceCents || seen.newestPaymentId !== newestPaymentId;
  const isRepeated = like !== null && like.id !== confirmed.equalPaymentId;
  const beside = asked.kind === "MANUAL" ? [] : modesBeside(asked.kind);
  const open = await openPayment(tx, userId, beside);
  const isBeside = open !== null && open.id !== (confirmed.openPaymentId ?? null);
  if (!isChanged && !isRepeated && !isBeside) return equal?.id ?? null;
  const changed = isChanged ? await whatChanged(tx, now, { userId, seen, balanceCents }) : null;
  const isTold = ({ id }: ToldPayment) => changed?.payments.length === 1 && changed.payments[0]?.id === id;
  const sentences = [
    ...(changed ? [changed.sentence] : []),
    ...(isRepeated ? [repeated(like, now, { isEqual: equal !== null, isTold: isTold(like) })] : []),
    ...(isBeside ? [isTold(open) ? BOTH_MAY_GO_THROUGH : besideOpen(open, now)] : []),
  ];
  throw new DomainError("RULE", sentences.join(" "), {
    confirm: "changed",
    seen: { balanceCents, newestPaymentId } satisfies SeenFacts,
    payoffCents: await payoffIn(tx, userId, balanceCents, now),
    equalPaymentId: like?.id ?? null,
    openPaymentId: open?.id ?? null,
  });
}

/** Returns the newest payment of a customer by one of these modes that has no outcome, or null. */
export async function openPayment(
  tx: Tx,
  userId: number,
  modes: readonly PaymentMode[],
): Promise<ToldPayment | null> {
  const payment = await tx.paymentIntent.findFirst({
    where: { userId, kind: { in: [...modes] }, state: { in: [...UNACCOUNTED_STATES] } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TOLD,
  });
  return payment && told(payment);
}

const repeated = (
  like: ToldPayment,
  now: Date,
  { isEqual, isTold }: { isEqual: boolean; isTold: boolean },
): string => {
  if (!isEqual) return backAlready(like, now);
  return isTold ? EQUAL_TO_THAT : equalTo(like, now);
};

/** Returns the last payment of this amount for which a processor already reported the line item that staff record by hand. */
async function reportedAlready(
  tx: Tx,
  { userId, amountCents, lineItemType = "" }: AskedPayment,
): Promise<ToldPayment | null> {
  const same = REPORTED_TOO[lineItemType];
  if (same === undefined) return null;
  const payment = await tx.paymentIntent.findFirst({
    where: {
      userId,
      amountCents,
      paymentType: same.paymentType,
      state: same.leaves,
      events: { some: { kind: { in: [...same.reports] }, appliedAt: { not: null } } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TOLD,
  });
  return payment && told(payment);
}

/** Throws RULE when an equal payment was made within 24 hours; for payments that no person confirms. */
export async function refuseEqual(tx: Tx, now: Date, asked: AskedPayment): Promise<void> {
  const like = await likePayment(tx, now, asked);
  if (like !== null) throw new DomainError("RULE", equalTo(like, now));
}

/** Returns a sentence about the events since these facts were shown, and the payments that were made since. */
export async function whatChanged(
  tx: Tx,
  now: Date,
  { userId, seen, balanceCents }: { userId: number; seen: SeenFacts; balanceCents: number },
): Promise<{ sentence: string; payments: readonly ToldPayment[] }> {
  const payments =
    seen.balanceCents === null ? [] : await newestPayments(tx, userId, seen.newestPaymentId, MOST_TOLD);
  const lastEntry = payments.length === 0 ? await readLastEntry(tx, userId) : null;
  const sentence = changedSince({ seenCents: seen.balanceCents, balanceCents, payments, lastEntry, now });
  return { sentence, payments };
}

/** The most payments that are read for a message. */
const MOST_TOLD = 50;

/** The columns of a payment that messages name. */
export const TOLD = {
  id: true,
  kind: true,
  paymentType: true,
  state: true,
  amountCents: true,
  createdAt: true,
  createdBy: { select: { email: true } },
} as const satisfies Prisma.PaymentIntentSelect;

type Stored = Prisma.PaymentIntentGetPayload<{ select: typeof TOLD }>;

/** Returns a payment as messages name it to another admin. Cents. */
export const told = ({ amountCents, createdBy, ...payment }: Stored): ToldPayment => ({
  ...payment,
  amountCents: Number(amountCents),
  createdBy: createdBy?.email ?? null,
});

/** Returns the payments of a customer after one of them, the newest first; all payments where `after` is none of theirs. */
async function newestPayments(
  tx: Tx,
  userId: number,
  after: string | null,
  most: number,
): Promise<ToldPayment[]> {
  const last =
    after === null
      ? null
      : await tx.paymentIntent.findFirst({
          where: { id: after, userId },
          select: { id: true, createdAt: true },
        });
  const since: Prisma.PaymentIntentWhereInput =
    last === null
      ? {}
      : { OR: [{ createdAt: { gt: last.createdAt } }, { createdAt: last.createdAt, id: { gt: last.id } }] };
  const payments = await tx.paymentIntent.findMany({
    where: { userId, ...since },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: most,
    select: TOLD,
  });
  return payments.map(told);
}

/**
 * Returns the last payment that the asked one would repeat, in any state except failed and cancelled. Two scheduled payments
 * never repeat each other: each has its own key, and overdue amounts are often equal.
 */
async function likePayment(
  tx: Tx,
  now: Date,
  { userId, kind, paymentType, amountCents, isGivenBackByHand = false, scheduleId }: AskedPayment,
): Promise<ToldPayment | null> {
  const isGivenBack = isGivenBackByHand || isGivingBack(kind);
  const payment = await tx.paymentIntent.findFirst({
    where: {
      userId,
      paymentType,
      amountCents,
      state: { notIn: [...UNMOVED_STATES] },
      AND: [
        { OR: [{ kind: { in: [...kindsLike(kind)] } }, ...(isGivenBack ? GIVEN_BACK : [])] },
        // A refund can wait longer than a day before it is sent.
        {
          OR: [
            { createdAt: { gt: new Date(now.getTime() - EQUAL_WITHIN_MS) } },
            ...(isGivenBack ? [{ state: { in: [...UNACCOUNTED_STATES] } }] : []),
          ],
        },
      ],
      ...(scheduleId !== null && { scheduleId: null }),
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: TOLD,
  });
  return payment && told(payment);
}

/** Refunds on any rail, and manual ones. */
const GIVEN_BACK: Prisma.PaymentIntentWhereInput[] = [
  { kind: { in: [...GIVING_BACK] } },
  { kind: "MANUAL", manual: { lineItemType: { in: [...GIVEN_BACK_LINE_ITEMS] } } },
];

/** Returns the last ledger entry of a customer's debt, or null. */
async function readLastEntry(tx: Tx, userId: number): Promise<ToldEntry | null> {
  const entry = await tx.ledgerEntry.findFirst({
    where: { account: { code: `receivable:${userId}` } },
    orderBy: { id: "desc" },
    select: { amountCents: true, transaction: { select: { kind: true, createdAt: true } } },
  });
  return entry && { ...entry.transaction, amountCents: Number(entry.amountCents) };
}
