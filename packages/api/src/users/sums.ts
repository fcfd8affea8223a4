import { newYorkDate } from "@countinghouse/validators/new-york";
import type { SumUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { pastDueCustomers } from "../ledger/past-due.ts";
import { namedStatement } from "../named-statement.ts";
import { filterSql } from "./filters.ts";
import { searchBy, searchCondition, searchValues } from "./search.ts";

interface SumsRow {
  users: number;
  owingUsers: number;
  owedCents: number;
  pastDueUsers: number;
  pastDueCents: number;
}

/** Returns the join of the past-due amounts: of all users at once, or, for a search with few matches, of each user `u` alone. */
export const pastDueJoin = (isSearched: boolean): string =>
  isSearched
    ? `LEFT JOIN LATERAL (${pastDueCustomers("s.user_id = u.id")}) p ON true`
    : `LEFT JOIN (${pastDueCustomers()}) p ON p.user_id = s.user_id`;

/**
 * Returns the number of users who match the search and the filters, the number and the debt of those who owe, and the number and the
 * past-due amount of those past due. Cents. Throws LIMITED.
 */
export async function sumUsers(ctx: AdminCtx, { query, filters }: SumUsers): Promise<SumsRow> {
  const today = newYorkDate(ctx.now());
  const search = await searchBy(ctx, query);
  const filter = filterSql(filters, today, 1);
  const found =
    search.kind === "everyone"
      ? "user_standing s"
      : `(SELECT id FROM users WHERE ${searchCondition(search, 1 + filter.values.length)}) u
         JOIN user_standing s ON s.user_id = u.id`;
  const pastDue = pastDueJoin(search.kind !== "everyone");
  const [sums] = await ctx.db.sql<SumsRow>(
    namedStatement(
      "users.sums",
      `SELECT count(*)::int AS users, count(*) FILTER (WHERE s.balance_cents > 0)::int AS "owingUsers",
        coalesce(sum(s.balance_cents) FILTER (WHERE s.balance_cents > 0), 0)::float8 AS "owedCents",
        count(*) FILTER (WHERE s.due_on < $1::date)::int AS "pastDueUsers", coalesce(sum(p.cents), 0)::float8 AS "pastDueCents"
        FROM ${found} ${pastDue} WHERE ${filter.condition ?? "true"}`,
    ),
    [
      today,
      ...filter.values,
      ...searchValues(search, (field, digits) =>
        ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
      ),
    ],
  );
  return sums ?? { users: 0, owingUsers: 0, owedCents: 0, pastDueUsers: 0, pastDueCents: 0 };
}
