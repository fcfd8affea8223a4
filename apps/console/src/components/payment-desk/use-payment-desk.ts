import { type DeskMode, hasFixedAmount, needsPasscode } from "@countinghouse/validators/payments/kinds";
import { whyNotRecredit } from "@countinghouse/validators/payments/rules";
import { PaymentForm, type RunPayment } from "@countinghouse/validators/payments/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { type ErrorDetails, errorDetails } from "@/api/errors.ts";
import { waitingApproval } from "@/api/waits.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { type Changed, changedFacts } from "../payments/changed-facts.ts";
import { userName } from "../users/user-name.ts";
import { carriedOver, emptyValues, typedCents } from "./payment-values.ts";
import type { Order } from "./progress.ts";
import {
  findOpenBeside,
  findWarnings,
  NO_WARNINGS,
  orderFacts,
  type Reviewed,
  toConfirmed,
  type Warnings,
} from "./review.ts";
import { type Balance, knownBalance } from "./use-balance.ts";
import type { PaymentOptions } from "./use-payment-options.ts";
import type { ListedPayment } from "./use-payments.ts";
import { useRunPayment } from "./use-run-payment.ts";
import { useUnknownOutcome } from "./use-unknown-outcome.ts";

/** The reason why nothing may be changed while a payment is sent. */
export const SENDING = "The payment is being sent. Do not close.";

/** The mode of the hidden form before a mode is chosen. */
const BEFORE_ANY: DeskMode = "SALE";

const WRONG_PASSCODE: ReadonlySet<string> = new Set([
  TEXT.passcodeMissing,
  TEXT.cardPasscodeWrong,
  TEXT.achPasscodeWrong,
  TEXT.passcodeNotSet,
]);

/**
 * Handles one payment of one customer: input, review, confirmation, one request and the outcome. After the payment is sent, it
 * empties the form and calls `onSent`.
 */
export function usePaymentDesk(
  mode: DeskMode | null,
  options: PaymentOptions,
  balance: Balance,
  payments: readonly ListedPayment[],
  onSent?: () => void,
) {
  const userId = options.customer.id;
  const form = useZodForm(PaymentForm, emptyValues(mode ?? BEFORE_ANY, options));
  const [lost, setLost] = useState<OfMode<string[]>>(null);
  const [asked, setAsked] = useState<Pick<Reviewed, "order" | "balance" | "open"> | null>(null);
  const [demanded, setDemanded] = useState<OfMode<Warnings & { amountCents: number }>>(null);
  const [changed, setChanged] = useState<OfMode<Changed>>(null);
  const [refusal, setRefusal] = useState<OfMode<unknown>>(null);
  const [isUnknownOpen, setUnknownOpen] = useState(false);
  const lock = usePasscodeLock();

  const forgetAnswers = () => {
    setLost(null);
    setDemanded(null);
    setChanged(null);
    setRefusal(null);
  };
  const begin = (next: DeskMode) => {
    const { values, lost: gone } = carriedOver(form.getValues(), next, options);
    form.reset(emptyValues(next, options));
    for (const name of ["instrumentId", "amount", "isExternal"] as const)
      if (values[name] !== form.getValues(name)) form.setValue(name, values[name], { shouldDirty: true });
    return gone;
  };

  const finish = ({ mode: sent }: Order) => {
    // An outcome that is found later must not empty the form of another mode.
    if (form.getValues("mode") !== sent) return;
    form.reset(emptyValues(sent, options));
    onSent?.();
  };
  const run = useRunPayment({
    describe: (order) =>
      orderFacts(order, userName(options.customer), options)
        .map(([, text]) => text)
        .join(" · "),
    onPaid: (order) => {
      setAsked(null);
      setUnknownOpen(false);
      forgetAnswers();
      finish(order);
    },
    onDeclined: () => {
      setAsked(null);
      setUnknownOpen(false);
    },
    onUnknown: () => {
      setAsked(null);
      setUnknownOpen(true);
    },
    onRefused: (error, order) => {
      const details = errorDetails(error);
      const demand = parseDemand(details.facts.confirm, details.message);
      const told = changedFacts(error);
      if (told) setChanged({ mode: order.mode, is: told });
      if (demand)
        setDemanded((held) => ({
          mode: order.mode,
          is: { ...(held?.is ?? NO_WARNINGS), ...demand, amountCents: order.amountCents },
        }));
      if ((demand || told) && !needsPasscode(order.mode)) return;
      setAsked(null);
      if (waitingApproval(error)) return finish(order);
      if (details.code === "TOO_MANY_REQUESTS") lock.lockFor(details);
      const isOfPasscode = details.code === "TOO_MANY_REQUESTS" || WRONG_PASSCODE.has(details.message);
      if (isOfPasscode) form.setError("passcode", { message: details.message }, { shouldFocus: true });
      else setRefusal({ mode: order.mode, is: error });
    },
  });
  const unknown = useUnknownOutcome(userId, run.progress, run.learn);

  const fixedCents = options.application?.disbursementAmountCents;
  const follow = useEffectEvent((next: DeskMode | null, fixed: number | null | undefined) => {
    const entered = form.getValues();
    if (next === null) return;
    const isAsWas = !hasFixedAmount(next) || typedCents(entered.amount) === fixed;
    if (entered.mode !== next || !isAsWas) begin(next);
  });
  // The browser's Back can change the mode in the address, and a new read can change the payout amount.
  useLayoutEffect(() => follow(mode, fixedCents), [mode, fixedCents]);

  const review = ({ mode: of, instrumentId, amountCents, parentId, isExternal }: RunPayment) => {
    const order: Order = { userId, mode: of, instrumentId, amountCents, parentId, isExternal };
    const sale = options.refundable.find(({ id }) => id === order.parentId);
    if (order.mode === "REFUND" && sale && order.amountCents > sale.leftCents) {
      form.setError("amount", { message: TEXT.refundTooLarge }, { shouldFocus: true });
      return;
    }
    const tooMuch =
      order.mode === "RECREDIT" ? whyNotRecredit(order.amountCents, options.earlierFundingCents ?? 0) : null;
    if (tooMuch !== null) {
      form.setError("amount", { message: tooMuch }, { shouldFocus: true });
      return;
    }
    setRefusal(null);
    setAsked({ order, balance, open: findOpenBeside(order.mode, payments, new Date()) });
  };
  const warnings = (of: DeskMode, amountCents: number | null, shown = balance): Warnings => {
    const { funded, ...held } = ofMode(demanded, of) ?? { ...NO_WARNINGS, amountCents: null };
    // The server's warning may not apply to another amount.
    const over = held.amountCents === amountCents ? held.balance : null;
    return findWarnings({ mode: of, amountCents }, shown, options, { funded, balance: over });
  };
  const reviewed = asked && reviewedNow(asked);
  /** Returns the payment under review with the facts first shown, until a refusal returns current ones. */
  function reviewedNow({ order, balance: shownFirst, open }: NonNullable<typeof asked>): Reviewed {
    const since = ofMode(changed, order.mode);
    const shown = since ? knownBalance(since.owing) : shownFirst;
    return {
      order,
      open,
      balance: shown,
      warnings: warnings(order.mode, order.amountCents, shown),
      changed: since,
    };
  }

  return {
    form,
    /** The values that were dropped when the mode changed. */
    lost: ofMode(lost, mode) ?? [],
    /** The server's refusal of the last try. The mode itself may be disabled since then. */
    refusal: (of: DeskMode | null) => ofMode(refusal, of),
    reviewed,
    warnings,
    progress: run.progress,
    isSending: run.isSending,
    isChecking: unknown.isChecking,
    isUnknownOpen: isUnknownOpen && run.progress.step === "unknown",
    whyLocked: lock.whyNot,
    choose: (next: DeskMode) => {
      forgetAnswers();
      setLost({ mode: next, is: begin(next) });
    },
    review,
    confirm: (confirmed: Reviewed) => {
      const { order } = confirmed;
      const typed = needsPasscode(order.mode) ? form.getValues("passcode") : "";
      form.setValue("passcode", "");
      run.send(order, toConfirmed(confirmed), typed);
    },
    cancelReview: () => {
      setAsked(null);
      setChanged(null);
    },
    checkUnknown: unknown.check,
    closeUnknown: () => {
      setUnknownOpen(false);
      const { progress } = run;
      // A payment that never began, or that only a person can find out, blocks no other payment.
      if (progress.step === "unknown" && (progress.isNotBegun || progress.outcome?.state === "NEEDS_REVIEW"))
        run.forget();
    },
    dismiss: run.forget,
    clear: () => {
      form.reset(emptyValues(BEFORE_ANY, options));
      forgetAnswers();
    },
  };
}

export type PaymentDesk = ReturnType<typeof usePaymentDesk>;

/** A value about a payment of one mode, which does not apply to another mode. */
type OfMode<What> = { mode: DeskMode; is: What } | null;

const ofMode = <What>(said: OfMode<What>, mode: DeskMode | null): What | null =>
  said !== null && said.mode === mode ? said.is : null;

/** Returns the confirmation that the server asks for, with its message, or null. */
function parseDemand(confirm: unknown, message: string): Partial<Warnings> | null {
  if (confirm === "balance") return { balance: message };
  return confirm === "funded" ? { funded: message } : null;
}

type Lock = { reason: string; seconds: number };

/** Blocks the modes with a passcode, after too many wrong ones, for the time that the server returned. */
function usePasscodeLock() {
  const [lock, setLock] = useState<Lock | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLock(null), (lock?.seconds ?? 0) * 1_000);
    return () => clearTimeout(timer);
  }, [lock]);
  return {
    lockFor: ({ message, facts }: ErrorDetails) =>
      setLock({ reason: message, seconds: Number(facts.retryAfterSeconds) || 60 }),
    whyNot: (mode: DeskMode): string | null => (needsPasscode(mode) ? (lock?.reason ?? null) : null),
  };
}
