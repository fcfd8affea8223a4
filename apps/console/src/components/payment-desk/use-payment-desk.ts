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

/** Why nothing may be changed meanwhile. */
export const SENDING = "The payment is being sent. Do not close.";

/** Until a mode is chosen the form is not shown; it has to be one of something. */
const BEFORE_ANY: DeskMode = "SALE";

const WRONG_PASSCODE: ReadonlySet<string> = new Set([
  TEXT.passcodeMissing,
  TEXT.cardPasscodeWrong,
  TEXT.achPasscodeWrong,
  TEXT.passcodeNotSet,
]);

/**
 * One payment of one customer: entered, reviewed, confirmed, sent once, and followed to its outcome. Once it is sent, the
 * form is empty and `onSent` is called.
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
    // An outcome found later leaves the form of another mode alone.
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
  // The mode stands in the address, where Back changes it too; the amount paid out is the application's of now.
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
    // Of another amount it may not be true.
    const over = held.amountCents === amountCents ? held.balance : null;
    return findWarnings({ mode: of, amountCents }, shown, options, { funded, balance: over });
  };
  const reviewed = asked && reviewedNow(asked);
  /** What is confirmed stays as it was shown, until the server says what it is by now. */
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
    /** What had to go when the mode was changed. */
    lost: ofMode(lost, mode) ?? [],
    /** What the server said of the last try. It may be that the mode itself is held since then. */
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
      // What never began, and what only a person can find out, holds nothing back.
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

/** What was said about a payment of one mode means nothing for another. */
type OfMode<What> = { mode: DeskMode; is: What } | null;

const ofMode = <What>(said: OfMode<What>, mode: DeskMode | null): What | null =>
  said !== null && said.mode === mode ? said.is : null;

/** The confirmation that the server asks for, with its words. */
function parseDemand(confirm: unknown, message: string): Partial<Warnings> | null {
  if (confirm === "balance") return { balance: message };
  return confirm === "funded" ? { funded: message } : null;
}

type Lock = { reason: string; seconds: number };

/** After too many wrong passcodes nothing that asks for one is sent before the time the server named. */
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
