import type { Statement } from "@countinghouse/db";
import { seesWhole } from "@countinghouse/validators/masking";
import { isCalendarDate, newYorkDate } from "@countinghouse/validators/new-york";
import type { Cursor, SortDirection } from "@countinghouse/validators/paging";
import { daysPastDue } from "@countinghouse/validators/users/filter-days";
import type { UserStage } from "@countinghouse/validators/users/filters";
import type { UserSortColumn } from "@countinghouse/validators/users/rules";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { shapedStatement } from "../named-statement.ts";
import { rowsToRead } from "../rows-to-read.ts";
import { DUE_SQL, type FilterSql, filterSql, LAST_PAYMENT_SQL } from "./filters.ts";
import { idsBySsn } from "./list-by-ssn.ts";
import { type Search, searchBy, searchCondition, searchShape, searchValues } from "./search.ts";
import { noteListLook, shownSsns } from "./ssn.ts";

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
  stage: Exclude<UserStage, "none"> | null;
  wasFunded: boolean;
  inManualReview: boolean;
  doNotFund: boolean;
  isExternal: boolean;
  bankLost: boolean;
  balanceCents: number;
  dueOn: string | null;
  lastPaymentOn: string | null;
  lastPaymentCents: number | null;
  sortValue: string;
  total: number | null;
}

/**
 * Returns one page of users, sorted by any column, with the exact total. The search finds id, name, e-mail, phone, business, address, or
 * a whole SSN by its blind index; roles that see SSNs in full also search by the last four digits. A page continues after the last row
 * seen, so a deep page costs as much as the first. The total is null for a filtered list without a search: `sumUsers` counts it.
 * The role decides how the SSN is shown. Throws RULE for a sort by SSN that the role may not see, or of too many users; LIMITED.
 */
export async function listUsers(ctx: AdminCtx, input: ListUsers) {
  const search = await searchBy(ctx, input.query);
  const found = await readPage(ctx, input, search);
  const rows = found.slice(0, input.limit);
  const last = rows.at(-1);
  const totalRecords = last === undefined ? 0 : last.total;
  const currentPage = input.cursor?.page ?? 1;
  const pages = totalRecords === null ? null : Math.ceil(totalRecords / input.limit);
  const isFurther = pages === null ? found.length > input.limit : currentPage < pages;
  await noteListLook(ctx, rows, lookedFor(input, search));
  const ssns = shownSsns(ctx, rows, "list");
  const today = newYorkDate(ctx.now());
  return {
    users: rows.map((row, index) => listed(row, ssns[index] ?? "", today)),
    currentPage,
    pages,
    totalRecords,
    recordsPerPage: input.limit,
    nextCursor: last && isFurther ? { value: last.sortValue, id: last.id, page: currentPage + 1 } : null,
  };
}

/** Copies field by field: object rest takes ten times as long, and the rows are most of the work of a call. */
const listed = (row: ListedRow, ssn: string, today: string) => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  businessName: row.businessName,
  email: row.email,
  phone: row.phone,
  currentAddress: row.currentAddress,
  stage: row.stage,
  wasFunded: row.wasFunded,
  inManualReview: row.inManualReview,
  doNotFund: row.doNotFund,
  isExternal: row.isExternal,
  bankLost: row.bankLost,
  balanceCents: row.balanceCents,
  dueOn: row.dueOn,
  lastPaymentOn: row.lastPaymentOn,
  lastPaymentCents: row.lastPaymentCents,
  ssn,
  daysPastDue: daysPastDue(row.dueOn, today),
});

/** Returns the facts of a look for the audit, without the typed text, which may be an SSN. */
const lookedFor = ({ sort, cursor }: ListUsers, { kind, ssn }: Search) => ({
  searched: ssn === null ? kind : "ssn",
  sort,
  page: cursor?.page ?? 1,
});

async function readPage(ctx: AdminCtx, input: ListUsers, search: Search): Promise<ListedRow[]> {
  const { sort, cursor } = input;
  const today = newYorkDate(ctx.now());
  if (sort === "ssn") {
    const { ids, total } = await idsBySsn(ctx, input, search);
    return ctx.db.sql<ListedRow>(BY_IDS, [ids, total]);
  }
  const place = cursor === null ? [] : [placeAfter(sort, cursor), cursor.id];
  const filter = filterSql(input.filters, today, place.length);
  const values = searchValues(search, (field, digits) =>
    ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
  );
  const isWhole = seesWhole(ctx.actor.role, "ssn");
  return ctx.db.sql<ListedRow>(statementFor({ ...input, sort }, search, filter, isWhole), [
    ...place,
    ...filter.values,
    ...values,
  ]);
}

/** Selects users by id, in the given order. */
const BY_IDS: Statement = {
  name: "users.list.byIds",
  text: `SELECT ${SHOWN}, '' AS "sortValue", $2::int AS total
   FROM unnest($1::int[]) WITH ORDINALITY AS asked (id, place) JOIN users u USING (id)
   JOIN user_standing s ON s.user_id = u.id ORDER BY asked.place`,
};

/** Returns the cursor value for SQL, or a default for a value of another type, which this server never makes. */
function placeAfter(sort: StoredColumn, { value, id }: Cursor): string {
  const { type } = SORT_SQL[sort];
  if (type === "int") return String(id);
  if (type === "bigint") return /^-?\d{1,18}$/.test(value) ? value : "0";
  if (type === "date") return isCalendarDate(value) ? value : "0001-01-01";
  return value;
}

type StoredOrder = Pick<ListUsers, "direction" | "cursor" | "limit"> & { sort: StoredColumn };

/** Returns one prepared statement for each shape of list: sort, direction, first or later page, rows, search, filters, SSNs. */
function statementFor(
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
