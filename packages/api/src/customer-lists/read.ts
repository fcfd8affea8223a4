import { MOST_KEPT } from "@countinghouse/validators/customer-lists/rules";
import type { CustomerSource } from "@countinghouse/validators/customer-lists/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { dueSql } from "../payment-schedules/search.ts";
import { filterSql } from "../users/filters.ts";
import { searchCondition, searchFor, searchValues } from "../users/search.ts";
import { namedStatement } from "../users/statement.ts";

interface Matching {
  /** How many rows match now; one more than are kept stands for all that are more. */
  rows: number;
  /** Whose they are, each once, in the order of the ids. */
  userIds: number[];
}

/** Which customers these are now. */
export async function readMatching(ctx: AdminCtx, of: CustomerSource): Promise<Matching> {
  if (of.list === "chosen") {
    const userIds = [...new Set(of.userIds)];
    const known = await ctx.db.user.findMany({ where: { id: { in: userIds } }, select: { id: true } });
    return { rows: userIds.length, userIds: known.map(({ id }) => id).sort((one, other) => one - other) };
  }
  const today = newYorkDate(ctx.now());
  if (of.list === "payment-schedules") {
    const [found] = await ctx.db.sql<Matching>(
      namedStatement(
        "customerLists.schedules",
        matching(`SELECT s.user_id FROM payment_schedule s
        WHERE $1::date IS NOT NULL AND NOT s.id = ANY($2::int[]) AND ${dueSql(of.due, 1)}`),
      ),
      [today, of.except],
    );
    return found ?? NOBODY;
  }
  const search = searchFor(of.query, ctx.actor.role);
  const filter = filterSql(of.filters, today, 1);
  const from =
    search.kind === "everyone"
      ? "user_standing s"
      : `(SELECT id FROM users WHERE ${searchCondition(search, 1 + filter.values.length)}) u
         JOIN user_standing s ON s.user_id = u.id`;
  const [found] = await ctx.db.sql<Matching>(
    namedStatement(
      "customerLists.users",
      matching(
        `SELECT s.user_id FROM ${from} WHERE NOT s.user_id = ANY($1::int[]) AND ${filter.condition ?? "true"}`,
      ),
    ),
    [
      of.except,
      ...filter.values,
      ...searchValues(search, (field, digits) =>
        ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
      ),
    ],
  );
  return found ?? NOBODY;
}

const NOBODY: Matching = { rows: 0, userIds: [] };

const matching = (select: string): string => `
  SELECT count(*)::int AS rows, coalesce(array_agg(DISTINCT m.user_id ORDER BY m.user_id), '{}') AS "userIds"
  FROM (${select} LIMIT ${MOST_KEPT + 1}) m`;
