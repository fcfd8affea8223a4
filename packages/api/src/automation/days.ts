import type { Statement } from "@countinghouse/db";
import { AUTOMATION_DAYS } from "@countinghouse/validators/automation/rules";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { AUTOMATION_TABLES, AUTOMATION_SQL as SQL } from "./rows-sql.ts";

type DayOfAutomation = {
  /** YYYY-MM-DD in New York. */
  day: string;
  succeeded: number;
  failed: number;
  pending: number;
  takenCents: number;
};

/** Each customer of each batch counts once, on the day the batch was requested. $1 and $2: from and until. */
const DAYS: Statement = {
  name: "automation.days",
  text: `SELECT (t.requested_at AT TIME ZONE 'America/New_York')::date::text AS day,
      count(*) FILTER (WHERE ${SQL.done})::int AS succeeded,
      count(*) FILTER (WHERE ${SQL.over} AND NOT ${SQL.done})::int AS failed,
      count(*) FILTER (WHERE NOT (${SQL.over}))::int AS pending,
      coalesce(sum(${SQL.takenCents}), 0)::float8 AS "takenCents"
    FROM ${AUTOMATION_TABLES} WHERE t.kind = 'AUTOMATION' AND t.requested_at >= $1 AND t.requested_at < $2
    GROUP BY 1 ORDER BY 1`,
};

/** What payment automation came to on each of the last AUTOMATION_DAYS days on which it ran, the oldest first. Cents. */
export async function automationDays(ctx: AdminCtx): Promise<DayOfAutomation[]> {
  const today = newYorkDate(ctx.now());
  return ctx.db.sql<DayOfAutomation>(DAYS, [
    startOfDay(addDays(today, 1 - AUTOMATION_DAYS)),
    startOfDay(addDays(today, 1)),
  ]);
}
