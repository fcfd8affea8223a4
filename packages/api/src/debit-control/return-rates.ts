import type { Statement } from "@countinghouse/db";
import {
  type CountsOfDay,
  countReturns,
  forecastRates,
  NO_RETURNS,
  RATE_DAYS,
  RATE_LINE_DAYS,
  type Rates,
  type ReturnCounts,
  ratesByDay,
  sumCounts,
  toRates,
  within,
} from "@countinghouse/validators/debit-control/return-rates";
import { addDays, newYorkDate } from "@countinghouse/validators/new-york";
import { PAYMENT_STATES } from "@countinghouse/validators/payments/states";
import type { AdminCtx } from "../context.ts";

/** Whose debits: all, customers of our own, and those who came through a partner. */
export const RATE_SOURCES = ["All", "LP", "GF"] as const;
export type RateSource = (typeof RATE_SOURCES)[number];

/** What went out to the network, and what of it came back. RCC is no entry of the ACH network. */
const WENT_OUT = Object.entries(PAYMENT_STATES)
  .filter(([, { outcome }]) => outcome === "paid" || outcome === "returned")
  .map(([state]) => `'${state}'`)
  .join(", ");
const SOURCE = "CASE WHEN u.partner_code IS NULL THEN 'LP' ELSE 'GF' END";

type Stored = { day: string; source: "LP" | "GF"; code: string | null; count: number };

/** $1: the first day, as a date and as its beginning in New York. Of one payment one return counts. */
const DAYS: Statement = {
  name: "debitControl.returnRates",
  text: `SELECT (i.created_at AT TIME ZONE 'America/New_York')::date::text AS day, ${SOURCE} AS source, NULL AS code,
      count(*)::int AS count
    FROM payment_intent i JOIN users u ON u.id = i.user_id
    WHERE i.kind = 'DEBIT' AND i.state IN (${WENT_OUT})
      AND i.created_at >= $1::date::timestamp AT TIME ZONE 'America/New_York'
    GROUP BY 1, 2
    UNION ALL
    SELECT e.happened_on::text, ${SOURCE}, e.code, count(DISTINCT e.intent_id)::int
    FROM processor_event e JOIN payment_intent i ON i.id = e.intent_id AND i.kind = 'DEBIT' JOIN users u ON u.id = i.user_id
    WHERE e.kind = 'RETURN' AND e.happened_on >= $1::date
    GROUP BY 1, 2, 3`,
};

const OF_CUSTOMERS: Statement = {
  name: "debitControl.returnRatesOfCustomers",
  text: `SELECT i.user_id AS "userId", NULL AS code, count(*)::int AS count
    FROM payment_intent i
    WHERE i.user_id = ANY ($2::int[]) AND i.kind = 'DEBIT' AND i.state IN (${WENT_OUT})
      AND i.created_at >= $1::date::timestamp AT TIME ZONE 'America/New_York'
    GROUP BY 1
    UNION ALL
    SELECT i.user_id, e.code, count(DISTINCT e.intent_id)::int
    FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN' AND e.happened_on >= $1::date
    WHERE i.user_id = ANY ($2::int[]) AND i.kind = 'DEBIT'
    GROUP BY 1, 2`,
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

/** What the rates are now, and are expected to be once these customers have been debited once each. Percent. */
export async function forecastOfRun(
  ctx: AdminCtx,
  userIds: readonly number[],
): Promise<{ now: Rates; expected: Rates }> {
  const today = newYorkDate(ctx.now());
  const first = addDays(today, 1 - RATE_DAYS);
  const [book, own] = await Promise.all([
    ctx.db.sql<Stored>(DAYS, [first]),
    ctx.db.sql<{ userId: number; code: string | null; count: number }>(OF_CUSTOMERS, [first, userIds]),
  ]);
  const counts = sumCounts(book.map(asCounts));
  const ofUser = new Map<number, ReturnCounts[]>();
  for (const row of own) ofUser.set(row.userId, [...(ofUser.get(row.userId) ?? []), asCounts(row)]);
  const run = [...new Set(userIds)].map((userId) => sumCounts(ofUser.get(userId) ?? []));
  return { now: toRates(counts), expected: forecastRates(counts, run) };
}
