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
import { UNACCOUNTED_STATES } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { vendorOfRail, whyNotVendor } from "@countinghouse/validators/vendors/rules";
import type { AdminCtx } from "../context.ts";
import type { WriteTools } from "../core.ts";
import { refuseInRecovery } from "../environment/gate.ts";
import { DomainError, found, refuseWhen } from "../errors.ts";
import { lockUser } from "../lock-user.ts";
import { carriedTrace } from "../tracing.ts";
import type { ChosenInstrument } from "./choose-instrument.ts";
import { openPayment } from "./confirmed-facts.ts";
import type { WithPayments } from "./engine/payments-engine.ts";
import { holdUntil } from "./hold.ts";
import { type PaymentOutcome, paymentOutcome } from "./payment-outcome.ts";
import { moveIntent } from "./state.ts";

/** If the process that made it dies before it sends it, another worker does, this much later. */
const LEFT_TO_ITS_MAKER_MS = 10_000;

const LOOK_EVERY_MS = 150;
const LOOKS = 60;

/**
 * The customer of a payment, locked until the transaction ends: payments of one customer are begun one after another.
 * `balanceCents` is what they owe. Throws NOT_FOUND.
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
 * While nobody knows what became of one payment, none is begun whose money goes the same way on the same rail, whatever
 * its amount (reliability M6); to pay out by card and by bank transfer is the same. The caller has locked the customer.
 * Throws RULE.
 */
export async function refuseSecondPress(tx: Tx, userId: number, mode: PaymentMode): Promise<void> {
  await refuseWhile(tx, { userId, kind: { in: modesLike(mode) }, ...UNACCOUNTED });
  if (isFundingKind(mode)) await refuseWhile(tx, { userId, ...OPEN_FUNDING });
}

/**
 * While money may be on its way from a customer, on either rail, nothing is collected beside it but beside the one payment that a
 * person confirmed. Throws RULE, naming the payment.
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

/** While an application may be paid out, or have been, it stays as it is. Throws RULE. */
export const refuseOpenFunding = (tx: Tx, applicationId: number): Promise<void> =>
  refuseWhile(tx, { applicationId, ...OPEN_FUNDING });

/** An application that was left with a live funding is not paid out once more; the database's own index says so too. */
export const refuseSecondFunding = (tx: Tx, applicationId: number): Promise<void> =>
  refuseWhile(tx, {
    applicationId,
    kind: { in: [...FUNDING_MODES] },
    secondFunding: false,
    state: { notIn: ["FAILED", "CANCELLED", "RETURNED"] },
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
  /** The payment by the other rail without an outcome beside which a person confirmed this one. */
  besideId?: string | null;
}

/**
 * Writes an intent down, ready to be sent: the one way for every payment that a processor makes. The caller has locked the
 * customer. Returns its id. Throws RULE while the vendor
 * of its rail is off, in recovery, while one like it is open or one by the other rail takes money for the same debt, and when the
 * business key is taken.
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
 * Sends a payment that was begun and tells what is known then. The same press made twice has one payment: the second
 * waits for what the first is being told.
 */
export async function sendPayment(ctx: AdminCtx<WithPayments>, paymentId: string): Promise<PaymentOutcome> {
  await ctx.services.payments.step(paymentId);
  for (let looks = 0; ; looks++) {
    const outcome = await paymentOutcome(ctx, paymentId);
    const isUnderWay = outcome.state === "READY" || outcome.state === "SENDING";
    if (outcome.heldUntil !== null || !isUnderWay || looks === LOOKS) return outcome;
    await pause(LOOK_EVERY_MS);
  }
}
