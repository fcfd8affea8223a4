import {
  type DeskMode,
  FUNDING_MODES,
  isFundingKind,
  modesLike,
} from "@countinghouse/validators/payments/kinds";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import type { Progress } from "./progress.ts";
import { type Balance, whyNotConfirmOn } from "./use-balance.ts";
import { isUnderWay, type ListedPayment } from "./use-payments.ts";

type SubmitFacts = {
  mode: DeskMode;
  isOnline: boolean;
  /** The reason why the console sends nothing now, or null. */
  whyNotSend: string | null;
  /** The reason after too many wrong passcodes, or null. */
  lock: string | null;
  /** The reason why this admin may not take this amount, or null. */
  whyNotOver: string | null;
  progress: Progress;
  payments: readonly ListedPayment[];
  balance: Balance;
};

/** Returns the reason why a payment can not be requested now, or null. */
export function whyNotSubmit({
  mode,
  isOnline,
  whyNotSend,
  lock,
  whyNotOver,
  progress,
  payments,
  balance,
}: SubmitFacts): string | null {
  if (!isOnline) return "You are offline. Payments are blocked.";
  if (whyNotSend !== null) return whyNotSend;
  if (lock !== null) return lock;
  if (progress.step === "unknown") {
    if (progress.outcome === null) return TEXT.outcomeUnknown;
    if (isStoppedBy(mode, progress.order.mode)) return TEXT.stillOpen;
  }
  if (payments.some((payment) => isStoppedBy(mode, payment.kind) && isUnderWay(payment)))
    return TEXT.stillOpen;
  return whyNotConfirmOn(balance) ?? whyNotOver;
}

/** Returns true if a payment of `kind` without an outcome stops one of `mode`, as in `refuseSecondPress` of the API. */
const isStoppedBy = (mode: DeskMode, kind: ListedPayment["kind"]): boolean =>
  [...modesLike(mode), ...(isFundingKind(mode) ? FUNDING_MODES : [])].some((other) => other === kind);
