import type { Cursor } from "@countinghouse/validators/paging";
import { MOST_SORTED_BY_SSN, whyNotSortBySsn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { refuseWhen } from "../errors.ts";
import { type Search, searchCondition, searchShape, searchValues } from "./search.ts";

interface SealedRow {
  id: number;
  ssnSealed: Buffer | null;
}

/**
 * The ids of one page sorted by the whole SSN, which only those may see who may sort by it, and how many users there are.
 * What is sealed has no order in the database: the numbers are opened here. Throws RULE where the role may not see them, and
 * where they are too many.
 */
export async function idsBySsn(
  ctx: AdminCtx,
  { direction, cursor, limit }: ListUsers,
  search: Search,
): Promise<{ ids: number[]; total: number }> {
  refuseWhen(whyNotSortBySsn(ctx.actor.role, 0));
  const { vault } = ctx.services;
  const rows = await ctx.db.sql<SealedRow>(
    {
      name: `users.list.ssn.${searchShape(search)}`,
      text: `SELECT id, ssn_sealed AS "ssnSealed" FROM users WHERE ${searchCondition(search, 1)} LIMIT $1`,
    },
    [MOST_SORTED_BY_SSN + 1, ...searchValues(search, (ssn) => vault.blindIndexes("ssn", ssn))],
  );
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

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Behind the last row seen; where it is gone, behind as many rows as there were. */
function placeAfter(sorted: readonly number[], { id, page }: Cursor, limit: number): number {
  const place = sorted.indexOf(id);
  return place === -1 ? page * limit : place + 1;
}
