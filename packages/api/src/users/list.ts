import type { Statement } from "@countinghouse/db";
import { normalizePhone } from "@countinghouse/validators/contact/phone";
import { normalizeSsn } from "@countinghouse/validators/contact/ssn";
import type { Cursor } from "@countinghouse/validators/paging";
import type { UserSortColumn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { showSsns } from "./ssn.ts";

/** The column that each sort of the list orders by. */
export const SORT_SQL: Readonly<Record<UserSortColumn, string>> = {
  id: "id",
  firstname: "firstname",
  lastname: "lastname",
  email: "email",
  ssn: "ssn_last4",
  phone: "phone",
  currentAddress: "current_address",
};

const SHOWN = `u.id, u.firstname, u.lastname, u.business_name AS "businessName", u.email, u.phone,
  u.current_address AS "currentAddress", u.ssn_last4 AS "ssnLast4", u.ssn_sealed AS "ssnSealed"`;

const SEARCH_TEXT = "users_search_text(id, firstname, lastname, email, phone, business_name, company_name)";

/** Words looked for at once; further ones narrow nothing a reader would notice. */
const MOST_WORDS = 5;

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
 * One page of users, sorted by any column, with the exact total: by id, name, e-mail, phone or business, or by a
 * whole SSN through its blind index. Pages follow one another by the last row seen, so a deep page costs what
 * the first one costs. The SSN is shown as the role may see it.
 */
export async function listUsers(ctx: AdminCtx, input: ListUsers) {
  const search = searchFor(input.query);
  const values: unknown[] = [input.limit];
  if (input.cursor) values.push(placeAfter(input.sort, input.cursor), input.cursor.id);
  if (search.ssn !== null) values.push(ctx.services.vault.blindIndex("ssn", search.ssn));
  values.push(...search.patterns);
  const rows = await ctx.db.sql<ListedRow>(statementFor(input, search), values);
  const last = rows.at(-1);
  const totalRecords = last?.total ?? 0;
  const currentPage = input.cursor?.page ?? 1;
  const pages = Math.ceil(totalRecords / input.limit);
  const ssns = await showSsns(ctx, rows, "list");
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
      last && currentPage < pages
        ? { value: placeOf(input.sort, last), id: last.id, page: currentPage + 1 }
        : null,
  };
}

const placeOf = (sort: UserSortColumn, { sortValue }: ListedRow): string => (sort === "ssn" ? "" : sortValue);

/** Sorted by id the value is the id: whatever else a cursor says would not be a number. */
const placeAfter = (sort: UserSortColumn, { value, id }: Cursor): string =>
  sort === "id" ? String(id) : value;

interface Search {
  kind: "everyone" | "words" | "prefix";
  patterns: string[];
  ssn: string | null;
}

/** What a typed query looks for. Three characters are the least a trigram finds; fewer are the start of a name. */
export function searchFor(query: string): Search {
  if (query === "") return { kind: "everyone", patterns: [], ssn: null };
  const ssn = normalizeSsn(query);
  const words = (ssn ?? normalizePhone(query) ?? query).split(/\s+/).slice(0, MOST_WORDS);
  if (words.every((word) => word.length < 3)) {
    const starts = words.length === 1 ? words : [query, ...words];
    const patterns = starts.flatMap((start) => [`${escapeLike(start.toLowerCase())}%`, start]);
    return { kind: "prefix", patterns, ssn: null };
  }
  return { kind: "words", patterns: words.map((word) => `%${escapeLike(word)}%`), ssn };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** Where a list sorted by SSN goes on is read from the row: a cursor would carry digits that the list hides. */
const LAST_SSN = "(SELECT ssn_last4 FROM users WHERE id = $3::int AND $2::text IS NOT NULL)";

const statements = new Map<string, Statement>();

/** One prepared statement for each shape of list: sort, order, first or further page, kind and width of search. */
function statementFor({ sort, direction, cursor }: ListUsers, search: Search): Statement {
  const shape = [
    sort,
    direction,
    cursor ? "next" : "first",
    search.kind,
    search.patterns.length,
    search.ssn !== null,
  ];
  const name = `users.list.${shape.join(".")}`;
  const known = statements.get(name);
  if (known) return known;
  const column = SORT_SQL[sort];
  const type = sort === "id" ? "int" : "text";
  const beyond = direction === "asc" ? ">" : "<";
  const keyset = `(sort_value, id) ${beyond} (${sort === "ssn" ? LAST_SSN : `$2::${type}`}, $3::int)`;
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
  let parameter = lastParameter;
  const ssn = search.ssn === null ? "" : `ssn_index = $${++parameter} OR `;
  const condition =
    search.kind === "words"
      ? search.patterns.map(() => `${SEARCH_TEXT} ILIKE $${++parameter}`).join(" AND ")
      : startsOfNames(search.patterns.length / 2, parameter);
  return `WITH matches AS MATERIALIZED (
            SELECT id, ${column} AS sort_value FROM users WHERE ${ssn}(${condition})),
          page AS (SELECT * FROM matches ${after} ${order} LIMIT $1)
   SELECT ${SHOWN}, page.sort_value::text AS "sortValue", (SELECT count(*)::int FROM matches) AS total
   FROM page JOIN users u USING (id) ${order}`;
}

/** The whole query is the start of a name, or each of its words is: "Jo Li". */
function startsOfNames(count: number, lastParameter: number): string {
  const [whole, ...words] = Array.from({ length: count }, (_, index) => {
    const pattern = lastParameter + 2 * index + 1;
    return `(${startOfName(pattern, pattern + 1)})`;
  });
  return words.length === 0 ? `${whole}` : `${whole} OR (${words.join(" AND ")})`;
}

const startOfName = (pattern: number, exact: number): string =>
  `lower(firstname) LIKE $${pattern} OR lower(lastname) LIKE $${pattern} OR lower(business_name) LIKE $${pattern}
   OR id = (CASE WHEN $${exact}::text ~ '^[0-9]{1,9}$' THEN $${exact}::int END)`;
