import type { PaymentsEngine } from "../../packages/api/src/payments/engine/payments-engine.ts";
import type { Capture } from "../stack/sandbox-control.ts";
import type { OurPayment } from "./books.ts";
import type { OwnEnds } from "./workers.ts";

export interface Figures {
  /** From the start of the workers until no payment was without an end. */
  seconds: number;
  /** Calls that lost their answer after the effect. */
  faults: number;
  /** Workers that ended by themselves. */
  ownEnds: OwnEnds;
  lookUps: number;
  /** Payments that reached the processor by a later call than the first. */
  resent: number;
  /** Payments cut off by a kill or by the database, and how long after their call began they had an outcome. */
  cutOff: Recovery;
  /**
   * The same beyond the time for which such a payment is left alone, each time somebody took it: how long the product
   * itself takes to notice and to look.
   */
  beyond: Recovery;
  /** How long payments took whose answer was lost. */
  unanswered: Recovery;
}

export interface Recovery {
  payments: number;
  p50Seconds: number;
  p99Seconds: number;
  mostSeconds: number;
}

/** How much the storm shook the payments. `leftAloneMs` is how long one that was taken is left to its worker. */
export function figuresOf(
  payments: readonly OurPayment[],
  captures: readonly Capture[],
  onceUnknown: ReadonlySet<string>,
  leftAloneMs: PaymentsEngine["leftAloneMs"],
): Pick<Figures, "lookUps" | "resent" | "cutOff" | "beyond" | "unanswered"> {
  // By then the first call can no longer take effect: what was moved later was moved by another one.
  const firstEndsAt = new Map(
    payments.flatMap(({ kind, attempts }) =>
      attempts.map(({ providerKey, sentAt }) => [providerKey, sentAt.getTime() + leftAloneMs(kind)]),
    ),
  );
  const lookedAt = payments.filter(({ lookUps }) => lookUps > 0);
  const cutOff = lookedAt.filter(({ id }) => !onceUnknown.has(id));
  return {
    lookUps: payments.reduce((sum, { lookUps }) => sum + lookUps, 0),
    resent: captures.filter(({ key, at }) => at.getTime() > (firstEndsAt.get(key ?? "") ?? Infinity)).length,
    cutOff: recoveryOf(cutOff, () => 0),
    beyond: recoveryOf(cutOff, ({ kind, lookUps }) => lookUps * leftAloneMs(kind)),
    unanswered: recoveryOf(
      lookedAt.filter(({ id }) => onceUnknown.has(id)),
      () => 0,
    ),
  };
}

/** How long after their call began payments had an outcome, without the time that had to pass. */
function recoveryOf(payments: readonly OurPayment[], hadToPassMs: (payment: OurPayment) => number): Recovery {
  const seconds = payments
    .flatMap((payment) =>
      payment.attempts.flatMap(({ sentAt, finishedAt }) =>
        finishedAt === null ? [] : [(finishedAt.getTime() - sentAt.getTime() - hadToPassMs(payment)) / 1000],
      ),
    )
    .sort((one, other) => one - other);
  const quantile = (share: number) => seconds[Math.ceil(share * seconds.length) - 1] ?? 0;
  return {
    payments: seconds.length,
    p50Seconds: quantile(0.5),
    p99Seconds: quantile(0.99),
    mostSeconds: quantile(1),
  };
}
