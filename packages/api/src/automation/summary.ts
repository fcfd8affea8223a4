import type { ReadDb } from "@countinghouse/db";
import type { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { AUTOMATION_TABLES, automationWhere, filtersName, AUTOMATION_SQL as SQL } from "./rows-sql.ts";

/** Counts, and cents of each. */
export interface Summary {
  total: number;
  dueCents: number;
  takenCents: number;
  succeeded: number;
  /** Everything that is over and was not taken, as the rows and their filter say. */
  failed: number;
  failedCents: number;
  /** Of the failed ones: those for which nothing was sent. */
  notProcessed: number;
  notProcessedCents: number;
  pending: number;
}

const REFUSED = `${SQL.over} AND NOT ${SQL.done}`;
const SENT = "i.intent_id IS NOT NULL";
const DUE = "i.amount_cents";

/** What a set of attempts comes to. Those that were not processed were never sent. */
const sumColumns = (prefix: string, among: string, notSent: string): string => {
  const count = (condition: string) => `count(*) FILTER (WHERE ${among} AND ${condition})::int`;
  const sum = (cents: string, condition: string) =>
    `coalesce(sum(${cents}) FILTER (WHERE ${among} AND ${condition}), 0)::float8`;
  return [
    [`count(*) FILTER (WHERE ${among})::int`, "total"],
    [sum(DUE, "true"), "dueCents"],
    [sum(`(${SQL.takenCents})`, "true"), "takenCents"],
    [count(SQL.done), "succeeded"],
    [count(REFUSED), "failed"],
    [sum(DUE, REFUSED), "failedCents"],
    [count(`${REFUSED} AND ${notSent}`), "notProcessed"],
    [sum(DUE, `${REFUSED} AND ${notSent}`), "notProcessedCents"],
    [count(`NOT (${SQL.over})`), "pending"],
  ]
    .map(([sql, name]) => `${sql} AS "${prefix}${name}"`)
    .join(", ");
};

const SECOND = "a.first_rail IS NOT NULL";

interface Reason {
  reason: string;
  count: number;
}

/**
 * What the transactions of these filters come to: each customer once, whichever attempt took the money, the second
 * attempts by themselves, and how many were left out for which reason.
 */
export async function readSummary(
  db: ReadDb,
  filters: AutomationFilters,
  { from, until }: { from: Date; until: Date },
) {
  const where = automationWhere(filters);
  const name = filtersName(filters);
  const [[sums], reasons] = await Promise.all([
    db.sql<Record<string, number>>(
      {
        name: `automation.summary.${name}`,
        text: `SELECT ${sumColumns("main_", "true", `NOT ${SENT} AND NOT ${SECOND}`)}, ${sumColumns("sub_", SECOND, `NOT ${SENT}`)}
               FROM ${AUTOMATION_TABLES} WHERE ${where}`,
      },
      [from, until],
    ),
    db.sql<Reason & Record<string, unknown>>(
      {
        name: `automation.reasons.${name}`,
        text: `SELECT r.reason, count(*)::int AS count
               FROM (SELECT ${SQL.notProcessedReason} AS reason FROM ${AUTOMATION_TABLES} WHERE ${where}) r
               WHERE r.reason <> '' GROUP BY r.reason ORDER BY count(*) DESC, r.reason`,
      },
      [from, until],
    ),
  ]);
  return { main: toSummary(sums ?? {}, "main_"), sub: toSummary(sums ?? {}, "sub_"), reasons };
}

const toSummary = (sums: Record<string, number>, prefix: string): Summary => ({
  total: sums[`${prefix}total`] ?? 0,
  dueCents: sums[`${prefix}dueCents`] ?? 0,
  takenCents: sums[`${prefix}takenCents`] ?? 0,
  succeeded: sums[`${prefix}succeeded`] ?? 0,
  failed: sums[`${prefix}failed`] ?? 0,
  failedCents: sums[`${prefix}failedCents`] ?? 0,
  notProcessed: sums[`${prefix}notProcessed`] ?? 0,
  notProcessedCents: sums[`${prefix}notProcessedCents`] ?? 0,
  pending: sums[`${prefix}pending`] ?? 0,
});
