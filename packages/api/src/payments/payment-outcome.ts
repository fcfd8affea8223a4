import { partMoved } from "@countinghouse/validators/payment-exceptions/rules";
import { payments } from "@countinghouse/validators/payments/contract";
import { isFundingKind } from "@countinghouse/validators/payments/kinds";
import type { CheckPayment, PaymentStatus } from "@countinghouse/validators/payments/schemas";
import { isOpen, isPaid, isUnaccounted, type PaymentState } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { requestKey } from "../request-key.ts";
import type { WithPayments } from "./engine/payments-engine.ts";

export type PaymentOutcome = Awaited<ReturnType<typeof paymentOutcome>>;

/** Returns the state of a payment with its messages. Cents. Throws NOT_FOUND. */
export async function paymentOutcome(ctx: AdminCtx, paymentId: string) {
  const row = found(
    await ctx.db.paymentIntent.findUnique({
      where: { id: paymentId },
      select: {
        id: true,
        userId: true,
        kind: true,
        state: true,
        amountCents: true,
        movedCents: true,
        failureCode: true,
        failureMessage: true,
        postFundedAt: true,
        dueAt: true,
        heldUntil: true,
        attempts: {
          orderBy: { sequence: "desc" },
          take: 1,
          select: { providerKey: true, providerReference: true },
        },
      },
    }),
    "There is no such payment.",
  );
  const { id, userId, kind, state, dueAt } = row;
  const postFunding = isFundingKind(kind) && isPaid(state) ? row.postFundedAt !== null : null;
  return {
    paymentId: id,
    userId,
    mode: kind,
    state,
    amountCents: Number(row.amountCents),
    /** The outcome in one sentence. */
    message: outcomeMessage(row),
    failureCode: row.failureCode,
    /** The processor's reference, else our key; empty before it is sent. */
    reference: row.attempts[0]?.providerReference ?? row.attempts[0]?.providerKey ?? "",
    /** True once all follow-up actions of a successful funding are done; null for other payments. */
    isPostFundingDone: postFunding,
    postFundingMessage: postFunding === false ? TEXT.postFundingFailed : null,
    /** The end of the hold while the payout can still be cancelled, else null. */
    heldUntil:
      state === "READY" && row.heldUntil !== null && row.heldUntil > ctx.now() ? row.heldUntil : null,
    /** The time of the next look-up at the processor; null when the payment needs none. */
    nextLookAt: isOpen(state) ? dueAt : null,
  };
}

interface Told {
  kind: string;
  state: PaymentState;
  amountCents: bigint;
  movedCents: bigint | null;
  failureMessage: string;
}

function outcomeMessage({ kind, state, amountCents, movedCents, failureMessage }: Told): string {
  if (isPaid(state))
    return movedCents === null ? TEXT.performed : partMoved(Number(movedCents), Number(amountCents));
  if (isUnaccounted(state)) return TEXT.outcomeUnknown;
  if (state === "RETURNED") return TEXT.returned;
  if (state === "CHARGED_BACK") return TEXT.chargedBack;
  return failureWords({ kind, failureMessage });
}

/** Returns the message for a failed payment: the processor's, else the product's. */
export const failureWords = ({ kind, failureMessage }: { kind: string; failureMessage: string }): string =>
  failureMessage || (kind === "RCC" ? TEXT.rccFailed : TEXT.failed);

/** Returns the outcome of a payment by its id, or by the request that may have made it; null when the request made none. */
export async function paymentStatus(ctx: AdminCtx, input: PaymentStatus) {
  if ("paymentId" in input) return paymentOutcome(ctx, input.paymentId);
  const { userId, requestId } = input;
  const made = await ctx.db.commandRequest.findUnique({
    where: { actor_action_requestId: requestKey(ctx.actor, "payments.run", requestId) },
    select: { result: true },
  });
  const paymentId = (made?.result as { json?: { paymentId?: string } } | null)?.json?.paymentId;
  if (paymentId === undefined) return null;
  const outcome = await paymentOutcome(ctx, paymentId);
  return outcome.userId === userId ? outcome : null;
}

/**
 * Asks the processor for the outcome of a payment now. A payment that it finds has that outcome. A payment that it does not find
 * may still arrive until its effect window has passed. Returns the outcome so far. Throws NOT_FOUND.
 */
export async function checkPayment(ctx: AdminCtx<WithPayments>, input: CheckPayment & { requestId: string }) {
  const { paymentId } = input;
  const before = await paymentOutcome(ctx, paymentId);
  await ctx.command(commandSpec(payments.check, input), async () => ({
    result: { paymentId },
    audit: { subject: { type: "user", id: before.userId }, after: { paymentId, state: before.state } },
  }));
  await ctx.services.payments.step(paymentId, { isEarly: true });
  return paymentOutcome(ctx, paymentId);
}
