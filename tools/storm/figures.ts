import type { PaymentsEngine } from "../../packages/api/src/payments/engine/payments-engine.ts";
import type { Capture } from "../stack/sandbox-control.ts";
import type { OurPayment } from "./books.ts";
import type { OwnEnds, Span } from "./workers.ts";

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
   * The same from the first kill after their call began, or from when the database was back, without the processor's
   * effect window and without the time in which all workers were being started again: no less than what one kill costs.
   */
  beyond: Recovery;
  /** The same from the kill that cut them off last: what looks after a payment is killed, too. */
  sinceLast: Recovery;
  /** Those of them that took longest. */
  slowest: Slow[];
  /** How long payments took whose answer was lost. */
  unanswered: Recovery;
}

export interface Recovery {
  payments: number;
  p50Seconds: number;
  p99Seconds: number;
  mostSeconds: number;
}

/** A payment that took long, with what happened from the first kill until it had an outcome. */
export interface Slow {
  seconds: number;
  kills: number;
  lookUps: number;
}

const SLOWEST = 5;

/** What cut the work of processes off. */
export interface Cuts {
  /** When a worker was killed, and when the database was back after it had been struck down. */
  at: readonly Date[];
  /** When payments were cut off the last time, by their ids. */
  last: ReadonlyMap<string, Date>;
  /** When processes were declared gone, by their ids. */
  endedAt: ReadonlyMap<string, Date>;
  /** When no worker was at work. */
  unattended: readonly Span[];
}

/** Within so long after a kill, beyond the processor's effect window, what was cut off has its outcome (p99). */
export const RECOVERY_GOAL_SECONDS = 30;

/** How much the storm shook the payments. `times` are those of the machine that worked. */
export function stormFigures(
  payments: readonly OurPayment[],
  captures: readonly Capture[],
  onceUnknown: ReadonlySet<string>,
  { at: cutsAt, last, endedAt, unattended }: Cuts,
  times: Pick<PaymentsEngine, "leftAloneMs" | "effectWindowMs">,
): Pick<Figures, "lookUps" | "resent" | "cutOff" | "beyond" | "sinceLast" | "slowest" | "unanswered"> {
  // By then the first call can no longer take effect: what was moved later was moved by another one.
  const firstEndsAt = new Map(
    payments.flatMap(({ kind, attempts }) =>
      attempts.map(({ providerKey, sentAt }) => [providerKey, sentAt.getTime() + times.leftAloneMs(kind)]),
    ),
  );
  const isCutOff = ({ lookUps, attempts }: OurPayment): boolean =>
    lookUps > 0 ||
    attempts.some(({ processId, finishedAt }) => {
      const goneAt = endedAt.get(processId ?? "");
      return goneAt !== undefined && finishedAt !== null && goneAt <= finishedAt;
    });
  const cutOff = payments.filter((payment) => isCutOff(payment) && !onceUnknown.has(payment.id));
  const firstCutMs = (sentAt: Date): number =>
    Math.min(...cutsAt.filter((at) => at > sentAt).map((at) => at.getTime()));
  return {
    lookUps: payments.reduce((sum, { lookUps }) => sum + lookUps, 0),
    resent: captures.filter(({ key, at }) => at.getTime() > (firstEndsAt.get(key ?? "") ?? Infinity)).length,
    cutOff: recoveryTimes(cutOff, (sentAt) => sentAt.getTime()),
    beyond: recoveryTimes(
      cutOff,
      (sentAt, { kind }) => firstCutMs(sentAt) + times.effectWindowMs(kind),
      (from, to) => overlapMs(unattended, { from, to }),
    ),
    sinceLast: recoveryTimes(
      cutOff,
      (sentAt, { id, kind }) =>
        Math.max(firstCutMs(sentAt) + times.effectWindowMs(kind), last.get(id)?.getTime() ?? 0),
      (from, to) => overlapMs(unattended, { from, to }),
    ),
    slowest: cutOff
      .flatMap(({ kind, lookUps, attempts }) =>
        attempts.flatMap(({ sentAt, finishedAt }) => {
          if (finishedAt === null) return [];
          const from = firstCutMs(sentAt);
          const to = finishedAt.getTime();
          const countedFrom = from + times.effectWindowMs(kind);
          const seconds = (to - countedFrom - overlapMs(unattended, { from: countedFrom, to })) / 1000;
          const kills = cutsAt.filter((at) => at.getTime() >= from && at.getTime() <= to).length;
          return [{ seconds, kills, lookUps }];
        }),
      )
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, SLOWEST),
    unanswered: recoveryTimes(
      payments.filter(({ id, lookUps }) => lookUps > 0 && onceUnknown.has(id)),
      (sentAt) => sentAt.getTime(),
    ),
  };
}

/** How long after a moment that follows from when their call began payments had an outcome; 0 where they had it before. */
function recoveryTimes(
  payments: readonly OurPayment[],
  fromMs: (sentAt: Date, payment: OurPayment) => number,
  notCountedMs: (fromMs: number, toMs: number) => number = () => 0,
): Recovery {
  const secondsBetween = (startMs: number, toMs: number) =>
    Math.max(0, (toMs - startMs - notCountedMs(startMs, toMs)) / 1000);
  const seconds = payments
    .flatMap((payment) =>
      payment.attempts.flatMap(({ sentAt, finishedAt }) =>
        finishedAt === null ? [] : [secondsBetween(fromMs(sentAt, payment), finishedAt.getTime())],
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

/** How much of a span lies in others that do not overlap each other, in ms. */
const overlapMs = (others: readonly Span[], { from, to }: Span): number =>
  others.reduce((sum, other) => sum + Math.max(0, Math.min(to, other.to) - Math.max(from, other.from)), 0);
