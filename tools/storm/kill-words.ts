import { RECOVERY_GOAL_SECONDS, type Recovery } from "./figures.ts";
import type { Outcome } from "./kill-storm.ts";
import type { StormReport } from "./plan.ts";

/** What a storm of kills came to. */
export function reportKills({
  verdict,
  sheet,
  havoc,
  figures,
  isDoubleFound,
  problems,
}: Outcome): StormReport {
  const { wrongAmounts, failed, manual } = verdict.comparison;
  const { seconds, faults, ownEnds, lookUps, resent, cutOff, beyond, sinceLast, slowest, unanswered } =
    figures;
  const times = ({ p50Seconds, p99Seconds, mostSeconds }: Recovery) =>
    `${p50Seconds.toFixed(1)} s (p50), ${p99Seconds.toFixed(1)} s (p99), ${mostSeconds.toFixed(1)} s at most`;
  return {
    problems,
    lines: [
      `${seconds.toFixed(0)} s, ${havoc.restarts} restarts of PostgreSQL, ${havoc.cuts} times the wake-ups cut, ${ownEnds.starting} starts of a worker failed`,
      `${faults} processor faults, ${lookUps} look-ups, ${resent} payments sent again`,
      `${cutOff.payments} payments cut off by a kill or a restart: outcome after ${times(cutOff)}`,
      `  after the first kill, beyond the processor's effect window, while a worker was at work: ${times(beyond)}`,
      `  after the kill that cut them off last: ${times(sinceLast)} (goal ${RECOVERY_GOAL_SECONDS} s p99: ${sinceLast.p99Seconds <= RECOVERY_GOAL_SECONDS ? "reached" : "missed"})`,
      `  the slowest: ${slowest.map(({ seconds: took, kills, lookUps: asked }) => `${took.toFixed(1)} s with ${kills} kills and ${asked} look-ups`).join(", ")}`,
      `${unanswered.payments} payments without an answer: outcome after ${times(unanswered)}`,
      ...verdict.lines,
      `ledger sheet: ${sheet.doubled} doubled, ${sheet.missing} lost, ${sheet.waiting} still to be written`,
      ...(isDoubleFound === null
        ? []
        : [`a double planted afterwards: ${isDoubleFound ? "found" : "missed"}`]),
      `${failed} failed, ${manual} left to a person, ${wrongAmounts} wrong amounts`,
      `${verdict.result}, ${havoc.kills} kills`,
    ],
  };
}
