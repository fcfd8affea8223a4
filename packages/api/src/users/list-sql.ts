import type { Statement } from "@countinghouse/db";
import { isCalendarDate } from "@countinghouse/validators/new-york";
import type { Cursor, SortDirection } from "@countinghouse/validators/paging";
import type { UserSortColumn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import { shapedStatement } from "../named-statement.ts";
import { rowsToRead } from "../rows-to-read.ts";
import { DUE_SQL, type FilterSql, LAST_PAYMENT_SQL } from "./filters.ts";
import { type Search, searchCondition, searchShape } from "./search.ts";

type StoredColumn = Exclude<UserSortColumn, "ssn">;

interface SortSql {
  column: string;
  type: "int" | "text" | "bigint" | "date";
  /** Set for a column of `user_standing`, whose indexes end with its user_id. */
  ofStanding?: true;
}

/** The column that each sort of the list orders by; the SSN is sealed and has none. */
export const SORT_SQL: Readonly<Record<StoredColumn, SortSql>> = {
  id: { column: "id", type: "int" },
  firstname: { column: "firstname", type: "text" },
  lastname: { column: "lastname", type: "text" },
  email: { column: "email", type: "text" },
  phone: { column: "phone", type: "text" },
  currentAddress: { column: "current_address", type: "text" },
  balanceCents: { column: "s.balance_cents", type: "bigint", ofStanding: true },
  dueOn: { column: DUE_SQL, type: "date", ofStanding: true },
  lastPaymentOn: { column: LAST_PAYMENT_SQL, type: "date", ofStanding: true },
};

const shownSql = (
  ssnSealed: string,
): string => `u.id, u.firstname, u.lastname, u.business_name AS "businessName", u.email, u.phone,
  u.current_address AS "currentAddress", u.ssn_last4 AS "ssnLast4", ${ssnSealed} AS "ssnSealed",
  s.stage::text AS stage, s.was_funded AS "wasFunded", s.in_manual_review AS "inManualReview",
  s.do_not_fund AS "doNotFund", s.is_external AS "isExternal", s.bank_lost AS "bankLost",
  s.balance_cents::float8 AS "balanceCents", s.due_on::text AS "dueOn",
  s.last_payment_on::text AS "lastPaymentOn", s.last_payment_cents::float8 AS "lastPaymentCents"`;

const SHOWN = shownSql("u.ssn_sealed");

/** For roles with masked SSNs: an empty value shows that there is a number. */
const SHOWN_MASKED = shownSql("CASE WHEN u.ssn_sealed IS NOT NULL THEN ''::bytea END");

/** Selects users by id, in the given order. */
export const BY_IDS: Statement = {
  name: "users.list.byIds",
  text: `SELECT ${SHOWN}, '' AS "sortValue", $2::int AS total
   FROM unnest($1::int[]) WITH ORDINALITY AS asked (id, place) JOIN users u USING (id)
   JOIN user_standing s ON s.user_id = u.id ORDER BY asked.place`,
};

/** Returns the cursor value for SQL, or a default for a value of another type, which this server never makes. */
export function placeAfter(sort: StoredColumn, { value, id }: Cursor): string {
  const { type } = SORT_SQL[sort];
  if (type === "int") return String(id);
  if (type === "bigint") return /^-?\d{1,18}$/.test(value) ? value : "0";
  if (type === "date") return isCalendarDate(value) ? value : "0001-01-01";
  return value;
}

type StoredOrder = Pick<ListUsers, "direction" | "cursor" | "limit"> & { sort: StoredColumn };

/**
 * Returns one prepared statement for each shape of list: sort, direction, first or later page, rows, search, filters, SSNs. Its
 * parameters are the place after which the page begins (value, id), then those of the filter, then those of the search. The second
 * page of all users by last name, ascending, is:
 *
 *     SELECT u.id, u.firstname, …, sort_value::text AS "sortValue",
 *       (SELECT rows::int FROM row_counter WHERE table_name = 'users') AS total
 *     FROM (SELECT u.*, u.lastname AS sort_value FROM users u
 *       WHERE (u.lastname, u.id) > ($1::text, $2::int)
 *       ORDER BY u.lastname asc, u.id asc LIMIT 50) u JOIN user_standing s ON s.user_id = u.id
 *     ORDER BY sort_value asc, u.id asc
 */
export function listStatement(
  { sort, direction, cursor, limit }: StoredOrder,
  search: Search,
  filter: FilterSql,
  /** True when SSNs are shown in full. */
  isWhole: boolean,
): Statement {
  const rows = rowsToRead(limit);
  const isNext = cursor !== null;
  const shape = [sort, direction, isNext, rows, searchShape(search), filter.shape, isWhole];
  return shapedStatement("users.list", shape, () => {
    const { column, type, ofStanding = false } = SORT_SQL[sort];
    // The indexes of `user_standing` end with its user_id, so a page that uses one continues by that id.
    const isOfStanding = ofStanding || (filter.condition !== null && sort === "id");
    const beyond = direction === "asc" ? ">" : "<";
    const page: PageSql = {
      shown: isWhole ? SHOWN : SHOWN_MASKED,
      column: ofStanding ? column : isOfStanding ? "s.user_id" : `u.${column}`,
      isOfStanding,
      filter,
      after: isNext ? `${beyond} ($1::${type}, $2::int)` : null,
      direction,
      rows,
    };
    const lastParameter = (isNext ? 2 : 0) + filter.values.length;
    return search.kind === "everyone" ? everyone(page) : matching(page, search, lastParameter);
  });
}

interface PageSql {
  shown: string;
  column: string;
  /** True when `user_standing` and its user_id order the rows. */
  isOfStanding: boolean;
  filter: FilterSql;
  /** The comparison of column and id on a later page; null on the first page. */
  after: string | null;
  direction: SortDirection;
  rows: number;
}

const TABLES = "users u JOIN user_standing s ON s.user_id = u.id";

/** Selects the page first and joins afterwards, so that no join reads the rows before the page. */
function everyone({ shown, column, isOfStanding, filter, after, direction, rows }: PageSql): string {
  const placeId = placeOf(isOfStanding);
  const conditions = [filter.condition, after && `(${column}, ${placeId}) ${after}`].filter(
    (condition) => condition !== null,
  );
  const page = (of: string, from: string) => `(SELECT ${of}.*, ${column} AS sort_value FROM ${from}
      ${conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : ""}
      ORDER BY ${column} ${direction}, ${placeId} ${direction} LIMIT ${rows}) ${of}`;
  const found = isOfStanding
    ? `${page("s", "user_standing s")} JOIN users u ON u.id = s.user_id`
    : `${page("u", filter.condition === null ? "users u" : TABLES)} JOIN user_standing s ON s.user_id = u.id`;
  return `SELECT ${shown}, sort_value::text AS "sortValue",
      ${filter.condition === null ? "(SELECT rows::int FROM row_counter WHERE table_name = 'users')" : "NULL::int"} AS total
    FROM ${found} ORDER BY sort_value ${direction}, ${placeId} ${direction}`;
}

const placeOf = (isOfStanding: boolean): string => (isOfStanding ? "s.user_id" : "u.id");

/** Finds the matches once, by the trigram or the prefix indexes, then counts and pages them. */
function matching(
  { shown, column, isOfStanding, filter, after, direction, rows }: PageSql,
  search: Search,
  lastParameter: number,
): string {
  const needsStanding = filter.condition !== null || isOfStanding;
  const order = `ORDER BY sort_value ${direction}, place_id ${direction}`;
  return `WITH matches AS MATERIALIZED (
            SELECT u.id, ${column} AS sort_value, ${placeOf(isOfStanding)} AS place_id FROM ${needsStanding ? TABLES : "users u"}
            WHERE (${searchCondition(search, lastParameter)}) AND ${filter.condition ?? "true"}),
          page AS (SELECT * FROM matches ${after ? `WHERE (sort_value, place_id) ${after}` : ""} ${order} LIMIT ${rows})
   SELECT ${shown}, page.sort_value::text AS "sortValue", (SELECT count(*)::int FROM matches) AS total
   FROM page JOIN users u USING (id) JOIN user_standing s ON s.user_id = u.id ${order}`;
}
