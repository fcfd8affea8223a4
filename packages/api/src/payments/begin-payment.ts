import { setTimeout as pause } from "node:timers/promises";
import type { Prisma, Tx } from "@countinghouse/db";
import { toldPayment } from "@countinghouse/validators/confirmations/rules";
import {
  COLLECTING_MODES,
  FUNDING_MODES,
  isFundingKind,
  modeRule,
  modesLike,
  type PaymentMode,
} from "@countinghouse/validators/payments/kinds";
import {
  ENDED_FUNDING_STATES,
  isBeingSent,
  UNACCOUNTED_STATES,
} from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import type { AdminCtx } from "../context.ts";
import type { WriteTools } from "../core.ts";
import { refuseInRecovery } from "../environment/gate.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../locks.ts";
import { carriedTrace } from "../tracing.ts";
import type { ChosenInstrument } from "./choose-instrument.ts";
import { openPayment } from "./confirmed-facts.ts";
import type { WithPayments } from "./engine/payments-engine.ts";
import { holdUntil } from "./hold.ts";
import { type PaymentOutcome, paymentOutcome } from "./payment-outcome.ts";
import { moveIntent } from "./state.ts";

/** The delay after which any worker sends a payment whose own process died before sending it. */
const LEFT_TO_ITS_MAKER_MS = 10_000;

const LOOK_EVERY_MS = 150;
const LOOKS = 60;

/**
 * Locks the customer of a payment until the transaction ends, so that payments of one customer begin one after another.
 * Returns the customer with the owed `balanceCents`. Throws NOT_FOUND.
 */
export async function lockPayer(tx: Tx, userId: number) {
  await lockUser(tx, userId);
  const { balance, ...payer } = found(
    await tx.user.findUnique({
      where: { id: userId },
      select: { isExternal: true, balance: { select: { balanceCents: true } } },
    }),
    unknownUser(userId),
  );
  return { ...payer, balanceCents: balance === null ? 0 : Number(balance.balanceCents) };
}

const UNACCOUNTED: Prisma.PaymentIntentWhereInput = { state: { in: [...UNACCOUNTED_STATES] } };
const OPEN_FUNDING: Prisma.PaymentIntentWhereInput = { kind: { in: [...FUNDING_MODES] }, ...UNACCOUNTED };

/**
 * Throws RULE while a payment in the same direction on the same rail has no outcome, regardless of the amount (reliability M6).
 * A funding by card and a funding by bank transfer count as the same. The caller has locked the customer.
 */
export async function refuseSecondPress(tx: Tx, userId: number, mode: PaymentMode): Promise<void> {
  await refuseWhile(tx, { userId, kind: { in: modesLike(mode) }, ...UNACCOUNTED });
  if (isFundingKind(mode)) await refuseWhile(tx, { userId, ...OPEN_FUNDING });
}

/**
 * Throws RULE, naming the payment, while a collection from the customer on either rail has no outcome. The one payment that a
 * person confirmed (`confirmedId`) does not count.
 */
export async function refuseOpenCollection(
  tx: Tx,
  now: Date,
  userId: number,
  confirmedId: string | null = null,
): Promise<void> {
  const payment = await openPayment(tx, userId, COLLECTING_MODES);
  if (payment === null || payment.id === confirmedId) return;
  throw new DomainError("RULE", `${TEXT.stillOpen} ${toldPayment(payment, now)}.`, { paymentId: payment.id });
}

/** Throws RULE while a payout of the application has no outcome: the application must not change until then. */
export const refuseOpenFunding = (tx: Tx, applicationId: number): Promise<void> =>
  refuseWhile(tx, { applicationId, ...OPEN_FUNDING });

/** Throws RULE when the application has a first funding that is not failed, cancelled or returned. A database index enforces the same. */
export const refuseSecondFunding = (tx: Tx, applicationId: number): Promise<void> =>
  refuseWhile(tx, {
    applicationId,
    kind: { in: [...FUNDING_MODES] },
    secondFunding: false,
    state: { notIn: [...ENDED_FUNDING_STATES] },
  });

async function refuseWhile(tx: Tx, thereIs: Prisma.PaymentIntentWhereInput): Promise<void> {
  const payment = await tx.paymentIntent.findFirst({ where: thereIs, select: { id: true, state: true } });
  if (payment === null) return;
  const why = payment.state === "CHARGED_BACK" ? TEXT.fundingChargedBack : TEXT.stillOpen;
  throw new DomainError("RULE", why, { paymentId: payment.id });
}

export interface BegunPayment
  extends Omit<
    Prisma.PaymentIntentUncheckedCreateInput,
    "kind" | "createdAt" | "dueAt" | "heldUntil" | "cardId" | "bankAccountId" | "instrumentLast4"
  > {
  kind: PaymentMode;
  amountCents: number;
  instrument: ChosenInstrument;
  /** The open payment by the other rail that a person accepted when confirming this one, or null. */
  besideId?: string | null;
}

/**
 * Creates a payment intent that is ready to be sent, and returns its id. Every payment that a processor makes begins here. The
 * caller has locked the customer. Throws RULE in recovery, while the vendor of the rail is off, and while a similar payment or a
 * collection by the other rail is open. A business key that is taken violates the unique index.
 */
export async function beginPayment(
  { tx, now, vendorsOff }: WriteTools,
  payment: BegunPayment,
): Promise<string> {
  const { instrument, besideId = null, ...data } = payment;
  refuseWhen(whyNotVendor(vendorOfRail(modeRule(data.kind).rail), vendorsOff));
  await refuseInRecovery(tx);
  await refuseSecondPress(tx, data.userId, data.kind);
  if (modeRule(data.kind).direction === "in") await refuseOpenCollection(tx, now, data.userId, besideId);
  const { cardId, bankAccountId, last4 } = instrument;
  const heldUntil = modeRule(data.kind).direction === "out" ? await holdUntil(tx, now) : null;
  const { id } = await tx.paymentIntent.create({
    data: {
      overConfirmed: false,
      ...data,
      cardId,
      bankAccountId,
      instrumentLast4: last4,
      createdAt: now,
      heldUntil,
      dueAt: heldUntil ?? new Date(now.getTime() + LEFT_TO_ITS_MAKER_MS),
      traceparent: carriedTrace(),
    },
    select: { id: true },
  });
  await moveIntent(tx, id, "CREATED", ["READY"]);
  return id;
}

/**
 * Sends a begun payment and returns its outcome so far. A repeated request has the same payment: the second call waits, for
 * about 9 seconds at most, until the first call has the answer.
 */
export async function sendPayment(ctx: AdminCtx<WithPayments>, paymentId: string): Promise<PaymentOutcome> {
  await ctx.services.payments.step(paymentId);
  for (let looks = 0; ; looks++) {
    const outcome = await paymentOutcome(ctx, paymentId);
    if (outcome.heldUntil !== null || !isBeingSent(outcome.state) || looks === LOOKS) return outcome;
    await pause(LOOK_EVERY_MS);
  }
}
