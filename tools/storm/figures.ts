import { CALL_WITHIN_MS } from "../../packages/api/src/payments/engine/machine.ts";
import type { OurPayment } from "./books.ts";
import type { Capture } from "./compare.ts";

export interface Figures {
  /** From the start of the workers until no payment was without an end. */
  seconds: number;
  /** Calls that lost their answer after the effect. */
  faults: number;
  /** Workers that ended by themselves. */
  ownEnds: number;
  lookUps: number;
  /** Payments that reached the processor by a later call than the first. */
  resent: number;
  /** Payments cut off by a kill or by the database, and how long after their call began they had an outcome. */
  cutOff: Recovery;
  /** The same of payments whose answer was lost. */
  unanswered: Recovery;
}

export interface Recovery {
  payments: number;
  p50Seconds: number;
  p99Seconds: number;
  mostSeconds: number;
}

/** The first call can no longer take effect so long after it began: what was taken later came by another one. */
const FIRST_CALL_ENDS_MS = CALL_WITHIN_MS + 2500;

/** How much the storm shook the payments. */
export function figuresOf(
  payments: readonly OurPayment[],
  captures: readonly Capture[],
  onceUnknown: ReadonlySet<string>,
): Pick<Figures, "lookUps" | "resent" | "cutOff" | "unanswered"> {
  const sentAt = new Map(
    payments.flatMap(({ attempts }) => attempts.map((attempt) => [attempt.providerKey, attempt.sentAt])),
  );
  const lookedAt = payments.filter(({ lookUps }) => lookUps > 0);
  return {
    lookUps: payments.reduce((sum, { lookUps }) => sum + lookUps, 0),
    resent: captures.filter(({ key, at }) => {
      const first = sentAt.get(key ?? "");
      return first !== undefined && at.getTime() - first.getTime() > FIRST_CALL_ENDS_MS;
    }).length,
    cutOff: recoveryOf(lookedAt.filter(({ id }) => !onceUnknown.has(id))),
    unanswered: recoveryOf(lookedAt.filter(({ id }) => onceUnknown.has(id))),
  };
}

function recoveryOf(payments: readonly OurPayment[]): Recovery {
  const seconds = payments
    .flatMap(({ attempts }) =>
      attempts.flatMap(({ sentAt, finishedAt }) =>
        finishedAt === null ? [] : [(finishedAt.getTime() - sentAt.getTime()) / 1000],
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
