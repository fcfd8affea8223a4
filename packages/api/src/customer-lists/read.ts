import { MOST_KEPT } from "@countinghouse/validators/customer-lists/rules";
import type { CustomerSource } from "@countinghouse/validators/customer-lists/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { processedReports } from "../chargebacks/list.ts";
import type { AdminCtx } from "../context.ts";
import { runningDeadlines } from "../deadlines/service.ts";
import { LEDGER_ROWS } from "../ledger/list.ts";
import { namedStatement } from "../named-statement.ts";
import { dueRows } from "../payment-schedules/search.ts";
import type { ListedRows } from "../sql-text.ts";
import { filterSql } from "../users/filters.ts";
import { searchBy, searchCondition, searchValues } from "../users/search.ts";

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
  const { rows, rowId, userId } = await rowsOf(ctx, of);
  const [found] = await ctx.db.sql<Matching>(matching(rows, rowId, userId), [...rows.values, of.except]);
  return found ?? NOBODY;
}

const NOBODY: Matching = { rows: 0, userIds: [] };

interface Source {
  rows: ListedRows;
  /** What names a row where it is left out, and its customer, as SQL. */
  rowId: string;
  userId: string;
}

async function rowsOf(ctx: AdminCtx, of: Exclude<CustomerSource, { list: "chosen" }>): Promise<Source> {
  const now = ctx.now();
  switch (of.list) {
    case "payment-schedules":
      return { rows: dueRows(of.due, newYorkDate(now)), rowId: "s.id", userId: "s.user_id" };
    case "chargebacks":
      return { rows: processedReports(of.filters, now), rowId: "e.id", userId: "i.user_id" };
    case "deadlines":
      return {
        rows: runningDeadlines(of.filters, now),
        rowId: "r.clock || ':' || r.key",
        userId: "r.user_id",
      };
    case "loans-ledger":
      return { rows: LEDGER_ROWS, rowId: "e.id", userId: "a.user_id" };
    default:
      return { rows: await usersOf(ctx, of), rowId: "s.user_id", userId: "s.user_id" };
  }
}

async function usersOf(ctx: AdminCtx, of: Extract<CustomerSource, { list: "users" }>): Promise<ListedRows> {
  const search = await searchBy(ctx, of.query);
  const filter = filterSql(of.filters, newYorkDate(ctx.now()), 0);
  return {
    from:
      search.kind === "everyone"
        ? "user_standing s"
        : `(SELECT id FROM users WHERE ${searchCondition(search, filter.values.length)}) u
           JOIN user_standing s ON s.user_id = u.id`,
    condition: filter.condition ?? "true",
    values: [
      ...filter.values,
      ...searchValues(search, (field, digits) =>
        ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
      ),
    ],
  };
}

/** After the values of the rows stands which of them are left out. */
const matching = ({ from, condition, values }: ListedRows, rowId: string, userId: string) =>
  namedStatement(
    "customerLists.matching",
    `SELECT count(*)::int AS rows,
      coalesce(array_agg(DISTINCT m.user_id ORDER BY m.user_id) FILTER (WHERE m.user_id IS NOT NULL), '{}') AS "userIds"
    FROM (SELECT ${userId} AS user_id FROM ${from}
      WHERE ${condition} AND NOT (${rowId})::text = ANY($${values.length + 1}::text[]) LIMIT ${MOST_KEPT + 1}) m`,
  );
