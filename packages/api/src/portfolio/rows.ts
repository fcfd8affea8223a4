import type { Statement } from "@countinghouse/db";
import { addDays, addMonths, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { ROLL_STEPS, rollDays, type WeekPart } from "@countinghouse/validators/portfolio/rules";
import type { ListPortfolioRows, PortfolioFigure } from "@countinghouse/validators/portfolio/schemas";
import type { AdminCtx } from "../context.ts";
import { LINE_TEXTS } from "../ledger/lines.ts";
import { pastDueCustomers } from "../ledger/past-due.ts";
import { readSums } from "./kept.ts";
import { parseWeekPart } from "./week-parts.ts";

/** A row behind a figure: whose, since or on which day, what, and how much of the figure it is. Cents. */
type PortfolioRow = {
  /** Its place in the order of the list, with its key. */
  value: string;
  key: string;
  userId: number;
  userName: string;
  day: string | null;
  what: string;
  cents: number;
  /** What it is a part of. */
  ofCents: number | null;
};

const NAME = `coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), 'User ' || u.id)`;

/** $1 value and $2 key of the last row seen, $3 how many. */
const balances = (name: string, sign: 1 | -1): Statement => ({
  name: `portfolio.rows.${name}`,
  text: `SELECT b.balance_cents::text AS value, b.user_id::text AS key, b.user_id AS "userId", ${NAME} AS "userName",
      NULL::text AS day, 'Balance' AS what, b.balance_cents::float8 * ${sign} AS cents, NULL::float8 AS "ofCents"
    FROM (SELECT * FROM user_balance WHERE balance_cents <> 0 AND balance_cents ${sign === 1 ? ">" : "<"} 0
        AND ($1::bigint IS NULL OR (balance_cents, user_id) ${sign === 1 ? "<" : ">"} ($1::bigint, $2::bigint))
      ORDER BY ${sign === 1 ? "balance_cents DESC, user_id DESC" : "balance_cents, user_id"} LIMIT $3) b
    JOIN users u ON u.id = b.user_id
    ORDER BY ${sign === 1 ? "b.balance_cents DESC, b.user_id DESC" : "b.balance_cents, b.user_id"}`,
});
const OUTSTANDING = balances("outstanding", 1);
const CREDIT = balances("credit", -1);

/** Of the bucket $4. */
const PAST_DUE: Statement = {
  name: "portfolio.rows.pastDue",
  text: `SELECT p.cents::text AS value, p.user_id::text AS key, p.user_id AS "userId", ${NAME} AS "userName",
      p.oldest::text AS day,
      p.days || CASE p.days WHEN 1 THEN ' day' ELSE ' days' END || ' past due, ' || p.instalments
        || CASE p.instalments WHEN 1 THEN ' instalment' ELSE ' instalments' END AS what,
      p.cents::float8 AS cents, coalesce(b.balance_cents, 0)::float8 AS "ofCents"
    FROM (${pastDueCustomers().replaceAll("$1", "$5")}) p JOIN users u ON u.id = p.user_id
      LEFT JOIN user_balance b ON b.user_id = p.user_id
    WHERE p.bucket = $4 AND ($1::bigint IS NULL OR (p.cents, p.user_id) < ($1::bigint, $2::bigint))
    ORDER BY p.cents DESC, p.user_id DESC LIMIT $3`,
};

/** Entries of the kinds $6 from day $4 to day $5; those that lower what is owed are shown as what was paid. */
const WEEK: Statement = {
  name: "portfolio.rows.week",
  text: `SELECT l.effective_on::text AS value, l.entry_id::text AS key, l.user_id AS "userId", ${NAME} AS "userName",
      l.effective_on::text AS day, ${LINE_TEXTS.customDescription} AS what,
      l.amount_cents::float8 * $7::int AS cents, NULL::float8 AS "ofCents"
    FROM (SELECT t.kind, t.effective_on, t.intent_id, e.id AS entry_id, e.amount_cents, a.user_id
        FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
        JOIN ledger_account a ON a.id = e.account_id AND a.user_id IS NOT NULL
        JOIN portfolio_entries() p ON p.entry_id = e.id AND p.part = ANY ($6::text[])
        WHERE t.effective_on BETWEEN $4::date AND $5::date
          AND ($1::date IS NULL OR (t.effective_on, e.id) < ($1::date, $2::bigint))
        ORDER BY t.effective_on DESC, e.id DESC LIMIT $3) l
    JOIN users u ON u.id = l.user_id
    LEFT JOIN payment_intent i ON i.id = l.intent_id
    LEFT JOIN manual_payment m ON m.intent_id = i.id
    ORDER BY l.effective_on DESC, l.entry_id DESC`,
};

/** Instalments due from day $4 to day $5 of which something was left $6 days later, of what was not let off. */
const ROLL: Statement = {
  name: "portfolio.rows.roll",
  text: `SELECT s.payment_date::text AS value, s.id::text AS key, s.user_id AS "userId", ${NAME} AS "userName",
      s.payment_date::text AS day,
      CASE WHEN s.status = 'UNPAID' THEN 'Unpaid' WHEN s.is_written_off THEN 'Written off' ELSE 'Paid since' END AS what,
      s.left_cents::float8 AS cents, s.amount_cents::float8 AS "ofCents"
    FROM (SELECT s.*, s.amount_cents - coalesce(p.gone, 0) AS left_cents, coalesce(p.is_written_off, false) AS is_written_off
        FROM payment_schedule s JOIN application a ON a.id = s.application_id AND a.funded_at IS NOT NULL
        LEFT JOIN LATERAL (
          SELECT sum(l.cents) FILTER (WHERE l.counts_as = 'let off' OR (l.counts_as = 'collected'
              AND portfolio_lateness(l.on_day - l.payment_date)::int <= $6::int)) AS gone,
            sum(l.cents) FILTER (WHERE l.counts_as = 'written off') > 0 AS is_written_off
          FROM instalment_payments() l WHERE l.schedule_id = s.id) p ON true
        WHERE s.payment_date BETWEEN $4::date AND $5::date
          AND ($1::date IS NULL OR (s.payment_date, s.id) > ($1::date, $2::bigint))) s
    JOIN users u ON u.id = s.user_id
    WHERE s.left_cents > 0 ORDER BY s.payment_date, s.id LIMIT $3`,
};

/** Advances paid out from moment $4 to before moment $5. */
const VINTAGE: Statement = {
  name: "portfolio.rows.vintage",
  text: `SELECT a.funded_at::text AS value, a.id::text AS key, a.user_id AS "userId", ${NAME} AS "userName",
      (a.funded_at AT TIME ZONE 'America/New_York')::date::text AS day, 'Application ' || a.id AS what,
      coalesce(p.collected, 0)::float8 AS cents, (coalesce(s.due, 0) - coalesce(p.let_off, 0))::float8 AS "ofCents"
    FROM (SELECT * FROM application a WHERE a.funded_at >= $4::timestamptz AND a.funded_at < $5::timestamptz
        AND ($1::timestamptz IS NULL OR (a.funded_at, a.id) > ($1::timestamptz, $2::bigint))
      ORDER BY a.funded_at, a.id LIMIT $3) a
    JOIN users u ON u.id = a.user_id
    LEFT JOIN LATERAL (SELECT sum(amount_cents) AS due FROM payment_schedule WHERE application_id = a.id) s ON true
    LEFT JOIN LATERAL (SELECT sum(l.cents) FILTER (WHERE l.counts_as = 'collected') AS collected,
        sum(l.cents) FILTER (WHERE l.counts_as = 'let off') AS let_off
      FROM instalment_payments() l WHERE l.application_id = a.id) p ON true
    ORDER BY a.funded_at, a.id`,
};

const ROWS = {
  outstanding: OUTSTANDING,
  credit: CREDIT,
  "past-due": PAST_DUE,
  week: WEEK,
  roll: ROLL,
  vintage: VINTAGE,
} as const satisfies Record<PortfolioFigure["figure"], Statement>;

/** The statements behind the figures. */
export const PORTFOLIO_ROWS: readonly Statement[] = Object.values(ROWS);

/**
 * One page of the rows that make a figure of the overview, and where the next one begins. Together they come to the figure, to
 * the cent.
 */
export async function listPortfolioRows(ctx: AdminCtx, { of, cursor, limit }: ListPortfolioRows) {
  const statement: Statement = ROWS[of.figure];
  const values = await readValues(ctx, of);
  const found = await ctx.db.sql<PortfolioRow>(statement, [
    cursor?.value ?? null,
    cursor?.key ?? null,
    limit + 1,
    ...values,
  ]);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ value: _value, ...row }) => row),
    nextCursor: found.length > limit && last ? { value: last.value, key: last.key } : null,
  };
}

/** What the statement of a figure takes beside the place in its list. */
async function readValues(ctx: AdminCtx, of: PortfolioFigure): Promise<unknown[]> {
  const today = newYorkDate(ctx.now());
  switch (of.figure) {
    case "past-due":
      return [of.bucket, today];
    case "week": {
      const to = addDays(of.week, 6);
      return [of.week, to, await partsOfWeek(ctx, of.part, of.week, to), of.part === "paid" ? -1 : 1];
    }
    case "roll": {
      const step = ROLL_STEPS.find(({ key }) => key === of.step) ?? ROLL_STEPS[0];
      const { from, to } = rollDays(step, today);
      return [from, to, step.after];
    }
    case "vintage":
      return [startOfDay(of.month), startOfDay(addMonths(of.month, 1))];
    default:
      return [];
  }
}

/** What entries of these days are, as far as they belong to a part of the week. */
async function partsOfWeek(ctx: AdminCtx, part: WeekPart, from: string, to: string): Promise<string[]> {
  const sums = await readSums(ctx.db, ["ledger"], from, to);
  return [...new Set(sums.map((sum) => sum.part))].filter((each) => parseWeekPart(each) === part);
}
