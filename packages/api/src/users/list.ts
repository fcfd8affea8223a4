import type { Statement } from "@countinghouse/db";
import type { Cursor } from "@countinghouse/validators/paging";
import type { UserSortColumn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { idsBySsn } from "./list-by-ssn.ts";
import { type Search, searchCondition, searchFor, searchShape, searchValues } from "./search.ts";
import { noteListLook, shownSsns } from "./ssn.ts";

type StoredColumn = Exclude<UserSortColumn, "ssn">;

/** The column that each sort of the list orders by; the SSN is sealed and has none. */
export const SORT_SQL: Readonly<Record<StoredColumn, string>> = {
  id: "id",
  firstname: "firstname",
  lastname: "lastname",
  email: "email",
  phone: "phone",
  currentAddress: "current_address",
};

const SHOWN = `u.id, u.firstname, u.lastname, u.business_name AS "businessName", u.email, u.phone,
  u.current_address AS "currentAddress", u.ssn_last4 AS "ssnLast4", u.ssn_sealed AS "ssnSealed"`;

interface ListedRow {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
  email: string;
  phone: string;
  currentAddress: string;
  ssnLast4: string;
  ssnSealed: Buffer | null;
  sortValue: string;
  total: number;
}

/**
 * One page of users, sorted by any column, with the exact total: by id, name, e-mail, phone, business or address, or by a
 * whole SSN through its blind index; those who may see it whole also by its last four digits. Pages follow one another by
 * the last row seen, so a deep page costs what the first one costs. The SSN is shown as the role may see it. Throws RULE for
 * an order by SSN that the role may not see, or of too many users.
 */
export async function listUsers(ctx: AdminCtx, input: ListUsers) {
  const search = searchFor(input.query, ctx.actor.role);
  const rows = await readPage(ctx, input, search);
  const last = rows.at(-1);
  const totalRecords = last?.total ?? 0;
  const currentPage = input.cursor?.page ?? 1;
  const pages = Math.ceil(totalRecords / input.limit);
  await noteListLook(ctx, rows, lookedFor(input, search));
  const ssns = shownSsns(ctx, rows, "list");
  return {
    users: rows.map(
      ({ ssnLast4: _last4, ssnSealed: _sealed, sortValue: _value, total: _total, ...row }, index) => ({
        ...row,
        ssn: ssns[index] ?? "",
      }),
    ),
    currentPage,
    pages,
    totalRecords,
    recordsPerPage: input.limit,
    nextCursor:
      last && currentPage < pages ? { value: last.sortValue, id: last.id, page: currentPage + 1 } : null,
  };
}

/** What the look is told by. What was typed stays out: it may be an SSN. */
const lookedFor = ({ sort, cursor }: ListUsers, { kind, ssn }: Search) => ({
  searched: ssn === null ? kind : "ssn",
  sort,
  page: cursor?.page ?? 1,
});

async function readPage(ctx: AdminCtx, input: ListUsers, search: Search): Promise<ListedRow[]> {
  const { sort, cursor, limit } = input;
  if (sort === "ssn") {
    const { ids, total } = await idsBySsn(ctx, input, search);
    return ctx.db.sql<ListedRow>(BY_IDS, [ids, total]);
  }
  const place = cursor === null ? [] : [placeAfter(sort, cursor), cursor.id];
  const values = searchValues(search, (ssn) => ctx.services.vault.blindIndex("ssn", ssn));
  return ctx.db.sql<ListedRow>(statementFor({ ...input, sort }, search), [limit, ...place, ...values]);
}

/** These users, in this order. */
const BY_IDS: Statement = {
  name: "users.list.byIds",
  text: `SELECT ${SHOWN}, '' AS "sortValue", $2::int AS total
   FROM unnest($1::int[]) WITH ORDINALITY AS asked (id, place) JOIN users u USING (id) ORDER BY asked.place`,
};

/** Sorted by id the value is the id: whatever else a cursor says would not be a number. */
const placeAfter = (sort: StoredColumn, { value, id }: Cursor): string =>
  sort === "id" ? String(id) : value;

const statements = new Map<string, Statement>();

/** One prepared statement for each shape of list: sort, order, first or further page, kind and width of search. */
type StoredOrder = Omit<ListUsers, "sort"> & { sort: StoredColumn };

function statementFor({ sort, direction, cursor }: StoredOrder, search: Search): Statement {
  const shape = [sort, direction, cursor ? "next" : "first", searchShape(search)];
  const name = `users.list.${shape.join(".")}`;
  const known = statements.get(name);
  if (known) return known;
  const column = SORT_SQL[sort];
  const type = sort === "id" ? "int" : "text";
  const beyond = direction === "asc" ? ">" : "<";
  const keyset = `(sort_value, id) ${beyond} ($2::${type}, $3::int)`;
  const page: PageSql = {
    column,
    after: cursor === null ? "" : `WHERE ${keyset}`,
    order: `ORDER BY sort_value ${direction}, id ${direction}`,
  };
  const text = search.kind === "everyone" ? everyone(page) : matching(page, search, cursor === null ? 1 : 3);
  const statement = { name, text };
  statements.set(name, statement);
  return statement;
}

interface PageSql {
  column: string;
  after: string;
  order: string;
}

const everyone = ({ column, after, order }: PageSql): string =>
  `SELECT ${SHOWN}, u.sort_value::text AS "sortValue",
          (SELECT rows::int FROM row_counter WHERE table_name = 'users') AS total
   FROM (SELECT * FROM (SELECT *, ${column} AS sort_value FROM users) u ${after} ${order} LIMIT $1) u ${order}`;

/** The matches are found once, by the trigram index or the prefix indexes, then counted and paged. */
function matching({ column, after, order }: PageSql, search: Search, lastParameter: number): string {
  return `WITH matches AS MATERIALIZED (
            SELECT id, ${column} AS sort_value FROM users
            WHERE ${searchCondition(search, lastParameter)}),
          page AS (SELECT * FROM matches ${after} ${order} LIMIT $1)
   SELECT ${SHOWN}, page.sort_value::text AS "sortValue", (SELECT count(*)::int FROM matches) AS total
   FROM page JOIN users u USING (id) ${order}`;
}
