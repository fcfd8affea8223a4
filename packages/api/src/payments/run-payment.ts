import type { Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { payments } from "@countinghouse/validators/payments/contract";
import {
  FUNDING_MODES,
  hasFixedAmount,
  isFundingKind,
  modeRule,
  modesBeside,
  modesLike,
  needsPasscode,
  recordsExternal,
  toPaymentType,
} from "@countinghouse/validators/payments/kinds";
import { balanceWarning, fundedWarning, whyNotPayOut } from "@countinghouse/validators/payments/rules";
import type { RunPayment } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { offerExpiry } from "../applications/facts.ts";
import type { WithLimits } from "../auth/limits.ts";
import { commandSpec } from "../command.ts";
import type { AdminCtx } from "../context.ts";
import { whyDoNotFundUser } from "../do-not-fund/person.ts";
import { DomainError, refuseWhen } from "../errors.ts";
import { lockNewestApplication } from "../locks.ts";
import { checkPasscode } from "../passcodes/service.ts";
import { paymentApproval } from "./approval.ts";
import {
  type BegunPayment,
  beginPayment,
  lockPayer,
  refuseSecondFunding,
  refuseSecondPress,
  sendPayment,
} from "./begin-payment.ts";
import { businessKey } from "./business-key.ts";
import { chooseInstrument } from "./choose-instrument.ts";
import { chooseParent } from "./choose-parent.ts";
import { refuseUnlessAsSeen } from "./confirmed-facts.ts";
import type { WithPayments } from "./engine/payments-engine.ts";
import { confirmOver, payoffIn } from "./payoff.ts";

/**
 * Charges, funds or refunds one customer: stores the order, sends it and returns the outcome so far. Money goes out only with the
 * passcode. Throws RULE when a rule or a missing confirmation forbids it (`details.confirm` names the confirmation), or when the
 * customer has changed since the confirmation. Throws FORBIDDEN, CONFLICT when the amount was changed, LIMITED after wrong
 * passcodes, NOT_FOUND.
 */
export async function runPayment(
  ctx: AdminCtx<WithPayments & WithLimits>,
  input: RunPayment & { requestId: string },
) {
  const { passcode, ...order } = input;
  const { rail, capability } = modeRule(order.mode);
  // The requester has proven the passcode. It is not stored, and the approver does not enter it again.
  if (needsPasscode(order.mode) && ctx.approvalId === null) await checkPasscode(ctx, rail, passcode);
  await ctx.services.payments.accountFor(order.userId, [
    ...modesLike(order.mode),
    ...modesBeside(order.mode),
  ]);
  const spec = { ...commandSpec(payments.run, order), capability };
  const { paymentId } = await ctx.command(spec, async (tools) => {
    const { tx, now } = tools;
    const { payment, balanceCents } = await orderedPayment(tx, ctx, order, now);
    const id = await beginPayment(tools, payment);
    return {
      result: { paymentId: id },
      audit: {
        subject: { type: "user", id: order.userId },
        before: { balanceCents },
        after: {
          paymentId: id,
          mode: order.mode,
          amountCents: payment.amountCents,
          last4: payment.instrument.last4,
          isExternal: order.isExternal,
          confirmed: order.confirmed,
        },
      },
      approval: paymentApproval(tools, ctx.services.vault, { ...payment, id }),
    };
  });
  return sendPayment(ctx, paymentId);
}

type Order = Omit<RunPayment, "passcode"> & { requestId: string };

interface OrderedPayment {
  payment: BegunPayment;
  balanceCents: number;
}

/** Returns the payment to begin. Checks every rule under the locks of the customer, then of the application. */
async function orderedPayment(tx: Tx, ctx: AdminCtx, order: Order, now: Date): Promise<OrderedPayment> {
  const { userId, mode } = order;
  const { isExternal, balanceCents } = await lockPayer(tx, userId);
  const { direction } = modeRule(mode);
  const paymentType = toPaymentType(mode);
  if (direction === "in" && isExternal) throw new DomainError("RULE", TEXT.withAgency);
  await refuseSecondPress(tx, userId, mode);
  const equalPaymentId = await refuseUnlessAsSeen(tx, now, {
    asked: { userId, kind: mode, paymentType, amountCents: order.amountCents, scheduleId: null },
    balanceCents,
    confirmed: order.confirmed,
  });
  const payoffCents = await payoffIn(tx, userId, balanceCents, now);
  const over = balanceWarning(mode, order.amountCents, { balanceCents, payoffCents });
  confirmOver(ctx.actor, over, order.confirmed.balance);
  const application = await lockNewestApplication(tx, userId);
  const funding = isFundingKind(mode)
    ? checkFunding(order, application, await whyDoNotFundUser(tx, userId), now)
    : null;
  if (application && funding && !funding.isSecond) await refuseSecondFunding(tx, application.id);
  const parent = await chooseParent(tx, order, application);
  const instrument = await chooseInstrument(tx, { ...order, scheduleId: null }, now);
  const fundings = application && funding ? await countFundings(tx, application.id) : 0;
  return {
    balanceCents,
    payment: {
      userId,
      applicationId: application?.id ?? null,
      kind: mode,
      paymentType,
      businessKey:
        application && funding
          ? businessKey.funding(application.id, fundings + 1)
          : businessKey.requested(mode, ctx.actor.id, order.requestId),
      amountCents: order.amountCents,
      createdById: ctx.actor.id,
      isExternal: recordsExternal(mode) && order.isExternal,
      parentId: parent,
      secondFunding: funding?.isSecond ?? false,
      overConfirmed: over !== null,
      equalPaymentId,
      instrument,
      besideId: order.confirmed.openPaymentId ?? null,
    },
  };
}

/** Throws unless the application may be paid out. A fixed amount must still be the one that the screen showed. */
function checkFunding(
  { mode, amountCents: shownCents, confirmed: { funded } }: Order,
  application: Awaited<ReturnType<typeof lockNewestApplication>>,
  whyDoNotFund: string | null,
  now: Date,
): { isSecond: boolean } {
  const amountCents = application?.disbursementAmountCents;
  refuseWhen(
    whyNotPayOut(
      mode,
      application && {
        ...offerExpiry(application, now),
        alloyStatus: application.alloyStatus,
        whyDoNotFund,
        disbursementAmountCents:
          amountCents === null || amountCents === undefined ? null : Number(amountCents),
      },
    ),
  );
  const fundedAt = application?.fundedAt ?? null;
  const warning = fundedWarning(mode, fundedAt && newYorkDate(fundedAt));
  if (warning !== null && !funded) throw new DomainError("RULE", warning, { confirm: "funded" });
  if (hasFixedAmount(mode) && Number(amountCents) !== shownCents)
    throw new DomainError("CONFLICT", TEXT.amountChanged);
  return { isSecond: fundedAt !== null };
}

const countFundings = (tx: Tx, applicationId: number): Promise<number> =>
  tx.paymentIntent.count({ where: { applicationId, kind: { in: FUNDING_MODES } } });
