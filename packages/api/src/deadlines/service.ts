import type { Statement } from "@countinghouse/db";
import {
  CLOCK_KINDS,
  CLOCKS,
  type ClockKind,
  deadlineDay,
  MOST_DEADLINES,
} from "@countinghouse/validators/deadlines/rules";
import type { ListDeadlines } from "@countinghouse/validators/deadlines/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import type { ListedRows } from "../sql-text.ts";
import { runningClocks } from "./clocks.ts";

/** A clock that runs. Cents; days are YYYY-MM-DD in New York. */
export interface Deadline {
  clock: ClockKind;
  /** Names the cause among those of its clock. */
  key: string;
  userId: number;
  userName: string;
  moneyCents: number | null;
  /** The day it runs from. */
  from: string;
  said: string;
  /** The last day. */
  on: string;
  /** Of its clock, in words. */
  source: string;
}

/** $1 is now, $2 a customer, $3 a clock. */
const clocksOf = (whose: "all" | "ofUser"): string =>
  `(${runningClocks(CLOCK_KINDS, (kind) => `${whose === "all" ? "$2::int IS NULL" : "c.user_id = $2::int"} AND ($3::text IS NULL OR $3 = '${kind}')`)}) r`;

/** The clocks that run now. */
export const runningDeadlines = ({ kind, userId }: ListDeadlines, now: Date): ListedRows => ({
  from: clocksOf(userId === null ? "all" : "ofUser"),
  condition: "true",
  values: [now, userId, kind],
});

/** $4 is how many of each clock; total is of each clock. */
const statement = (whose: "all" | "ofUser"): Statement => ({
  name: `deadlines.${whose}`,
  text: `SELECT c.clock, c.key, c.user_id AS "userId",
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), 'User ' || u.id) AS "userName",
    c.money::float8 AS "moneyCents", c.from_day::text AS "from", c.said, c.total::int AS total
  FROM (SELECT r.*, count(*) OVER (PARTITION BY r.clock) AS total,
      row_number() OVER (PARTITION BY r.clock ORDER BY r.from_day, r.key) AS place
    FROM ${clocksOf(whose)}) c
  JOIN users u ON u.id = c.user_id WHERE c.place <= $4::int`,
});

const RUNNING = { all: statement("all"), ofUser: statement("ofUser") };

type Running = Omit<Deadline, "on" | "source"> & { total: number };

/**
 * The deadlines that run, the earliest first, MOST_DEADLINES at most, with how many there are in all and which day it is.
 * They are read from their causes: what is seen to is gone.
 */
export async function listDeadlines(ctx: AdminCtx, { kind, userId }: ListDeadlines) {
  const now = ctx.now();
  const rows = await ctx.db.sql<Running & Record<string, unknown>>(
    userId === null ? RUNNING.all : RUNNING.ofUser,
    [now, userId, kind, MOST_DEADLINES],
  );
  const totals = new Map(rows.map(({ clock, total }) => [clock, total]));
  const items = rows
    .map(
      ({ total: _total, ...running }): Deadline => ({
        ...running,
        on: deadlineDay(running.clock, running.from),
        source: CLOCKS[running.clock].source,
      }),
    )
    .sort((one, other) => (one.on === other.on ? one.userId - other.userId : one.on < other.on ? -1 : 1));
  return {
    today: newYorkDate(now),
    items: items.slice(0, MOST_DEADLINES),
    total: [...totals.values()].reduce((sum, each) => sum + each, 0),
  };
}
