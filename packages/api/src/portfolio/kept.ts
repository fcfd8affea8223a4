import type { ReadDb, Statement } from "@countinghouse/db";
import type { Core } from "../core.ts";
import { coordinate } from "../job-writes.ts";

/** What is summed by day, and by which part of it. */
export type Measure =
  /** Entries of customers' accounts by the day they count for; the parts are what they are (`entryKind`). */
  | "ledger"
  /**
   * Instalments by the day they are due, what of them was let off or fell away, and what was collected; its parts are how late, by the
   * first day of the bucket.
   */
  | "due"
  | "let_off"
  | "collected"
  /** The same by the month the advance was paid out; the parts of what was collected are the months of the payments. */
  | "vintage_due"
  | "vintage_let_off"
  | "vintage_collected"
  /** Balances above and below zero, under one day. */
  | "owed"
  | "credit";

export type KeptSum = {
  measure: Measure;
  /** YYYY-MM-DD */
  day: string;
  part: string;
  cents: number;
};

/** The sums of a measure from day $2 to day $3, those of changes that were not folded yet among them. */
const SUMS: Statement = {
  name: "portfolio.sums",
  text: `SELECT measure, on_day::text AS day, part, sum(cents)::float8 AS cents
    FROM (SELECT measure, on_day, part, cents FROM portfolio_sum WHERE measure = ANY ($1::text[]) AND on_day BETWEEN $2::date AND $3::date
      UNION ALL
      SELECT measure, on_day, part, cents FROM portfolio_change
      WHERE measure = ANY ($1::text[]) AND on_day BETWEEN $2::date AND $3::date) s
    GROUP BY measure, on_day, part ORDER BY measure, on_day, part`,
};

/** The kept sums of some measures between two days, YYYY-MM-DD, both included. */
export const readSums = (
  db: Pick<ReadDb, "sql">,
  measures: readonly Measure[],
  from: string,
  to: string,
): Promise<KeptSum[]> => db.sql<KeptSum>(SUMS, [measures, from, to]);

/** Balances above zero and below, and how many they are. */
const STANDING: Statement = {
  name: "portfolio.standing",
  text: `SELECT coalesce(sum(cents) FILTER (WHERE measure = 'owed'), 0)::float8 AS "owedCents",
      coalesce(sum(entries) FILTER (WHERE measure = 'owed'), 0)::int AS owing,
      coalesce(sum(cents) FILTER (WHERE measure = 'credit'), 0)::float8 AS "creditCents",
      coalesce(sum(entries) FILTER (WHERE measure = 'credit'), 0)::int AS "inCredit"
    FROM (SELECT measure, cents, entries FROM portfolio_sum WHERE measure IN ('owed', 'credit')
      UNION ALL SELECT measure, cents, entries FROM portfolio_change WHERE measure IN ('owed', 'credit')) s`,
};

export type Standing = { owedCents: number; owing: number; creditCents: number; inCredit: number };

/** What all customers owe and have in credit, in cents, and how many they are. */
export async function readStanding(db: Pick<ReadDb, "sql">): Promise<Standing> {
  const [found] = await db.sql<Standing>(STANDING, []);
  return found ?? { owedCents: 0, owing: 0, creditCents: 0, inCredit: 0 };
}

const FOLDED_AT_ONCE = 20_000;

/** Folds changes into the sums they are of, so that a sum stays one row; returns how many were folded. */
export const foldPortfolio = (services: Pick<Core, "db">): Promise<number> =>
  coordinate(
    services,
    (tx) => tx.$executeRaw`
    WITH gone AS (
      DELETE FROM portfolio_change WHERE id IN (
        SELECT id FROM portfolio_change ORDER BY id LIMIT ${FOLDED_AT_ONCE} FOR UPDATE SKIP LOCKED)
      RETURNING measure, on_day, part, cents, entries)
    INSERT INTO portfolio_sum AS s (measure, on_day, part, cents, entries)
    SELECT measure, on_day, part, sum(cents), sum(entries) FROM gone GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (measure, on_day, part) DO UPDATE
    SET cents = s.cents + excluded.cents, entries = s.entries + excluded.entries`,
  );

const DRIFTED: Statement = {
  name: "portfolio.drifted",
  text: `WITH kept AS (
      SELECT measure, on_day, part, sum(cents) AS cents, sum(entries) AS entries
      FROM (SELECT measure, on_day, part, cents, entries FROM portfolio_sum
        UNION ALL SELECT measure, on_day, part, cents, entries FROM portfolio_change) all_kept GROUP BY 1, 2, 3)
    SELECT measure, on_day::text AS day, part, coalesce(kept.cents, 0)::text AS "keptCents",
      coalesce(books.cents, 0)::text AS "bookCents"
    FROM kept FULL JOIN portfolio_of_books() books USING (measure, on_day, part)
    WHERE coalesce(kept.cents, 0) <> coalesce(books.cents, 0) OR coalesce(kept.entries, 0) <> coalesce(books.entries, 0)`,
};

/** Kept sums that are not those of the books. There must be none. */
export const findDriftedSums = (db: Pick<ReadDb, "sql">) =>
  db.sql<{ measure: string; day: string; part: string; keptCents: string; bookCents: string }>(DRIFTED, []);
