import { payments } from "@countinghouse/validators/payments/contract";
import { isCardKind } from "@countinghouse/validators/payments/kinds";
import {
  RESOLVED_BY_HAND,
  type ResolvedOutcome,
  whyNotResolve,
} from "@countinghouse/validators/payments/rules";
import type { ResolvePayment } from "@countinghouse/validators/payments/schemas";
import type { WithLimits } from "../auth/limits.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { found, refuseWhen } from "../errors.ts";
import { checkPasscode } from "../passcodes/service.ts";
import { type IntentRow, lockIntent } from "./engine/intent-row.ts";
import type { WithPayments } from "./engine/payments-engine.ts";
import { writeOutcome } from "./engine/record.ts";
import { type PaymentOutcome, paymentOutcome } from "./payment-outcome.ts";

/**
 * Ends a payment that the processor has forgotten as paid or failed, as a person found out. Everything follows as if the
 * processor had reported it. Takes the passcode of its rail. Returns the outcome. Throws RULE unless the payment is left to a
 * person and no look-up is running, LIMITED after wrong passcodes, NOT_FOUND.
 */
export async function resolvePayment(
  ctx: AdminCtx<WithPayments & WithLimits>,
  input: ResolvePayment & { requestId: string },
): Promise<PaymentOutcome> {
  const { passcode, ...order } = input;
  const { paymentId, outcome, reason } = order;
  const { mode } = await paymentOutcome(ctx, paymentId);
  await checkPasscode(ctx, isCardKind(mode) ? "CARD" : "ACH", passcode);
  await ctx.command(commandSpec(payments.resolve, order), async ({ tx, now }) => {
    const intent = found(await lockIntent(tx, paymentId, { wait: true }), "There is no such payment.");
    refuseWhen(whyNotResolve({ state: intent.state, isAsked: intent.dueAt !== null }));
    const { vault, vendorsOff } = ctx.services;
    const state = await writeOutcome(
      tx,
      { vault, vendorsOff, intent, at: now },
      resolvedEnd(intent, outcome, reason),
    );
    const { userId, kind, amountCents } = intent;
    return {
      result: { paymentId },
      audit: {
        subject: { type: "user", id: userId },
        before: { paymentId, state: intent.state },
        after: { paymentId, state, kind, amountCents, outcome, reason },
      },
    };
  });
  // Runs the follow-up actions, such as the payment dates of a funding.
  await ctx.services.payments.step(paymentId);
  return paymentOutcome(ctx, paymentId);
}

/** Returns the outcome to store. A bank transfer that went through may still settle or come back; a card payment is final. */
function resolvedEnd({ cardId, amountCents }: IntentRow, outcome: ResolvedOutcome, reason: string) {
  const answer = { settledByHand: reason };
  if (outcome === "paid")
    return {
      state: cardId === null ? "SUBMITTED" : "SUCCEEDED",
      reference: "",
      amountCents,
      answer,
    } as const;
  return { state: "FAILED", code: RESOLVED_BY_HAND, message: `Settled by hand: ${reason}`, answer } as const;
}
