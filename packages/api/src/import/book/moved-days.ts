import { type Difference, type Facts, findDifferences } from "./differences.ts";
import type { StagedRow } from "./stage.ts";

/** An instalment that is here on another day than in the files. */
export interface MovedInstalment {
  row: StagedRow;
  differing: Difference[];
  facts: Facts;
}

const dayOf = ({ row }: StagedRow): string => String(row.dueOn);
const dayHere = ({ dueOn }: Facts): string => String(dueOn);

/**
 * Pairs the instalments of an application whose days are not here with those here whose days are not in the files, each in the
 * order of their days. Returns none unless the files list as many instalments as are here: a single new one is not a day that moved.
 * `today` is the day in New York, as YYYY-MM-DD.
 */
export function findMoved(
  rows: readonly StagedRow[],
  here: readonly Facts[],
  today: string,
): MovedInstalment[] {
  if (rows.length !== here.length) return [];
  const inFiles = new Set(rows.map(dayOf));
  const isHere = new Set(here.map(dayHere));
  const leaving = here
    .filter((facts) => !inFiles.has(dayHere(facts)))
    .toSorted((one, other) => dayHere(one).localeCompare(dayHere(other)));
  return rows
    .filter((row) => !isHere.has(dayOf(row)))
    .toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)))
    .flatMap((row, index) => {
      const from = leaving[index];
      if (from === undefined) return [];
      const facts = { ...from, isBeforeToday: dayOf(row) < today };
      return [{ row, facts, differing: findDifferences("schedules", row.row, facts) }];
    });
}
