import type { Statement } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { Cursor } from "@countinghouse/validators/paging";
import { MOST_SORTED_BY_SSN, whyNotSortBySsn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { namedStatement } from "../named-statement.ts";
import { type FilterSql, filterSql } from "./filters.ts";
import { type Search, searchCondition, searchValues } from "./search.ts";

interface SealedRow {
  id: number;
  ssnSealed: Buffer | null;
}

/**
 * Returns the ids of one page sorted by the whole SSN, and the number of users. Sealed numbers have no order in the database, so this
 * process opens them. Throws RULE when the role may not see SSNs in full, or when there are too many users.
 */
export async function idsBySsn(
  ctx: AdminCtx,
  { direction, cursor, limit, filters }: ListUsers,
  search: Search,
): Promise<{ ids: number[]; total: number }> {
  refuseWhen(whyNotSortBySsn(ctx.actor.role, 0));
  const { vault } = ctx.services;
  const filter = filterSql(filters, newYorkDate(ctx.now()), 1);
  const rows = await ctx.db.sql<SealedRow>(sealedRows(search, filter), [
    MOST_SORTED_BY_SSN + 1,
    ...filter.values,
    ...searchValues(search, (field, digits) =>
      vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
    ),
  ]);
  refuseWhen(whyNotSortBySsn(ctx.actor.role, rows.length));
  const sign = direction === "asc" ? 1 : -1;
  const sorted = rows
    .map(({ id, ssnSealed }) => ({
      id,
      ssn:
        ssnSealed === null ? "" : vault.open({ table: "users", column: "ssn_sealed", rowId: id }, ssnSealed),
    }))
    .sort((one, other) => sign * (compare(one.ssn, other.ssn) || one.id - other.id))
    .map(({ id }) => id);
  const from = cursor === null ? 0 : placeAfter(sorted, cursor, limit);
  return { ids: sorted.slice(from, from + limit), total: sorted.length };
}

function sealedRows(search: Search, filter: FilterSql): Statement {
  const standing = filter.condition === null ? "" : "JOIN user_standing s ON s.user_id = users.id";
  return namedStatement(
    "users.list.ssn",
    `SELECT id, ssn_sealed AS "ssnSealed" FROM users ${standing}
      WHERE (${searchCondition(search, 1 + filter.values.length)}) AND ${filter.condition ?? "true"} LIMIT $1`,
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Returns the index after the last row seen, or an estimate from the page when that row is gone. */
function placeAfter(sorted: readonly number[], { id, page }: Cursor, limit: number): number {
  const place = sorted.indexOf(id);
  return place === -1 ? (page - 1) * limit : place + 1;
}
