import type { ReadDb, Statement } from "@countinghouse/db";
import {
  type CountsOfDay,
  countReturns,
  forecastRates,
  NO_RETURNS,
  RATE_DAYS,
  RATE_LINE_DAYS,
  RATE_SOURCES,
  type RateSource,
  type Rates,
  type ReturnCounts,
  ratesByDay,
  sumCounts,
  toRates,
  within,
} from "@countinghouse/validators/debit-control/return-rates";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { COUNTED, SOURCE } from "./counted.ts";

type Stored = { day: string; source: "LP" | "GF"; code: string | null; count: number };

/** $1: the first day. */
const DAYS: Statement = {
  name: "debitControl.returnRates",
  text: `SELECT c.day::text AS day, ${SOURCE} AS source, c.code, count(*)::int AS count
    FROM (${COUNTED}) c JOIN users u ON u.id = c.user_id GROUP BY 1, 2, 3`,
};

/** Of the customers $2. */
const OF_CUSTOMERS: Statement = {
  name: "debitControl.returnRatesOfCustomers",
  text: `SELECT c.user_id AS "userId", c.code, count(*)::int AS count
    FROM (${COUNTED}) c WHERE c.user_id = ANY ($2::int[]) GROUP BY 1, 2`,
};

const asCounts = ({ code, count }: { code: string | null; count: number }): ReturnCounts =>
  code === null ? { ...NO_RETURNS, entries: count } : countReturns(code, count);

/**
 * How many bank transfer debits of the RATE_DAYS up to today came back, by whose customers they are, and the rates of each of
 * the last RATE_LINE_DAYS days. Percent.
 */
export async function returnRates(ctx: AdminCtx) {
  const today = newYorkDate(ctx.now());
  const stored = await ctx.db.sql<Stored>(DAYS, [addDays(today, 2 - RATE_DAYS - RATE_LINE_DAYS)]);
  const days = (source: RateSource): CountsOfDay[] =>
    stored
      .filter((row) => source === "All" || row.source === source)
      .map((row) => ({ day: row.day, ...asCounts(row) }));
  return {
    from: addDays(today, 1 - RATE_DAYS),
    to: today,
    sources: RATE_SOURCES.map((source) => {
      const counts = sumCounts(within(days(source), today));
      return { source, counts, rates: toRates(counts) };
    }),
    line: ratesByDay(days("All"), today),
  };
}

/** What went out in the RATE_DAYS up to `today` and what came back, of all customers. */
const readBook = async (db: Pick<ReadDb, "sql">, today: string): Promise<ReturnCounts> =>
  sumCounts((await db.sql<Stored>(DAYS, [addDays(today, 1 - RATE_DAYS)])).map(asCounts));

/** The rates of the RATE_DAYS up to `now`, of all customers. Percent. */
export const ratesOfBook = async (db: Pick<ReadDb, "sql">, now: Date): Promise<Rates> =>
  toRates(await readBook(db, newYorkDate(now)));

/** What the rates are now, and are expected to be once these customers have been debited once each. Percent. */
export async function forecastOfRun(
  ctx: AdminCtx,
  userIds: readonly number[],
): Promise<{ now: Rates; expected: Rates }> {
  const today = newYorkDate(ctx.now());
  const first = addDays(today, 1 - RATE_DAYS);
  const [counts, own] = await Promise.all([
    readBook(ctx.db, today),
    ctx.db.sql<{ userId: number; code: string | null; count: number }>(OF_CUSTOMERS, [first, userIds]),
  ]);
  const ofUser = new Map<number, ReturnCounts[]>();
  for (const row of own) ofUser.set(row.userId, [...(ofUser.get(row.userId) ?? []), asCounts(row)]);
  const run = [...new Set(userIds)].map((userId) => sumCounts(ofUser.get(userId) ?? []));
  return { now: toRates(counts), expected: forecastRates(counts, run) };
}
