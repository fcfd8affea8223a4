import { isFromBeforeTheRules } from "../checks/migration-rules.ts";
import { MIGRATES, type UpgradeReport } from "./play.ts";
import type { StageFigures } from "./traffic.ts";

/** What came of an upgrade: what is wrong, a sentence each, and the figures; the last line sums it up. */
export function describeUpgrade({
  stages,
  migrations,
  slowestDrainMs,
  pressed,
  judgement: { comparison, problems: ours, findings },
  isSigned,
  problems,
  errors,
}: UpgradeReport): { problems: string[]; lines: string[] } {
  const unsigned = findings.slice(0, 3);
  if (findings.length > 0) unsigned.push(`${findings.length} findings in the chains of audit and ledger`);
  const calls = stages.reduce((sum, each) => sum + each.calls, 0);
  const failed = (some: StageFigures) => [...some.failures.values()].reduce((sum, each) => sum + each, 0);
  // They hold up or break what runs beside them, and nobody is told to have anything run there.
  const isStandstill = migrations.applied.some(({ name }) => isFromBeforeTheRules(name));
  const counted = stages.filter(({ stage }) => !(isStandstill && stage === MIGRATES));
  const beside = stages
    .filter((each) => !counted.includes(each))
    .reduce((sum, each) => sum + failed(each), 0);
  const allFailed = counted.reduce((sum, each) => sum + failed(each), 0);
  return {
    problems: [
      ...problems,
      ...counted.flatMap(({ stage, failures }) =>
        [...failures].map(([what, times]) => `${stage}: ${times} times ${what}`),
      ),
      ...(allFailed > 0 ? errors : []),
      ...comparison.problems,
      ...ours,
      ...(isSigned ? unsigned : []),
      ...(pressed > 0 ? [] : ["no payment was pressed"]),
    ],
    lines: [
      ...stages.map(
        (each) =>
          `${each.stage}: ${each.calls} calls, ${failed(each)} failed, the slowest took ${Math.round(each.slowestMs)} ms`,
      ),
      ...slowMigrations(migrations.applied),
      `${migrations.applied.length} migrations in ${migrations.seconds.toFixed(1)} s; the slowest process drained in ${(slowestDrainMs / 1000).toFixed(1)} s`,
      `${pressed} payments pressed, ${comparison.paid} paid, ${comparison.doubled} doubled, ${comparison.lost} lost`,
      ...(isSigned
        ? []
        : [
            `The last release signs nothing yet: ${findings.length} of its events and postings count as not written by the console. Stop it before this one starts.`,
          ]),
      ...(isStandstill
        ? [
            `${beside} calls failed while migrations from before the rules ran, for which the last release is to be stopped`,
          ]
        : []),
      `${calls} calls, ${allFailed} failed calls`,
    ],
  };
}

const SLOW_SECONDS = 3;
const MOST_SLOW = 3;

/** The slowest ones, where one took long, a sentence each. */
const slowMigrations = (applied: UpgradeReport["migrations"]["applied"]): string[] =>
  applied
    .filter(({ seconds }) => seconds >= SLOW_SECONDS)
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, MOST_SLOW)
    .map(({ name, seconds }) => `${name} took ${seconds.toFixed(1)} s, with what it waited for`);
