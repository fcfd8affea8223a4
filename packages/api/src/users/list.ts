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
  /** Whether it is a fact of the standing, whose indexes then end with its user's id. */
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

/** For whoever sees numbers masked: whether there is one, and nothing of it. */
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
 * One page of users, sorted by any column, with the exact total: by id, name, e-mail, phone, business or address, or by a
 * whole SSN through its blind index; those who may see it whole also by its last four digits. Pages follow one another by
 * the last row seen, so a deep page costs what the first one costs. The total of what is filtered and not searched for is
 * null: it is counted beside the page (`sumUsers`). The SSN is shown as the role may see it. Throws RULE for an order by SSN
 * that the role may not see, or of too many users.
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

/** Field by field: to copy all but some takes ten times as long, and a page of rows is most of what a call makes. */
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

/** What the look is told by. What was typed stays out: it may be an SSN. */
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

/** These users, in this order. */
const BY_IDS: Statement = {
  name: "users.list.byIds",
  text: `SELECT ${SHOWN}, '' AS "sortValue", $2::int AS total
   FROM unnest($1::int[]) WITH ORDINALITY AS asked (id, place) JOIN users u USING (id)
   JOIN user_standing s ON s.user_id = u.id ORDER BY asked.place`,
};

/** What a cursor says that is of another kind than the column stands before all: nobody but us makes them. */
function placeAfter(sort: StoredColumn, { value, id }: Cursor): string {
  const { type } = SORT_SQL[sort];
  if (type === "int") return String(id);
  if (type === "bigint") return /^-?\d{1,18}$/.test(value) ? value : "0";
  if (type === "date") return isCalendarDate(value) ? value : "0001-01-01";
  return value;
}

type StoredOrder = Pick<ListUsers, "direction" | "cursor" | "limit"> & { sort: StoredColumn };

/** One prepared statement for each shape of list: sort, order, first or further page, its rows, filters, kind and width of search, SSNs. */
function statementFor(
  { sort, direction, cursor, limit }: StoredOrder,
  search: Search,
  filter: FilterSql,
  /** Whether SSNs are shown in full. */
  isWhole: boolean,
): Statement {
  const rows = rowsToRead(limit);
  const isNext = cursor !== null;
  const shape = [sort, direction, isNext, rows, searchShape(search), filter.shape, isWhole];
  return shapedStatement("users.list", shape, () => {
    const { column, type, ofStanding = false } = SORT_SQL[sort];
    // The indexes of the standing end with its own id: who walks one of them is placed by that.
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
  /** Whether its rows are placed by the standing and its id. */
  isOfStanding: boolean;
  filter: FilterSql;
  /** What the column and the id of a further page's rows are compared with. */
  after: string | null;
  direction: SortDirection;
  rows: number;
}

const TABLES = "users u JOIN user_standing s ON s.user_id = u.id";

/** The page is found first, and joined afterwards: so no join can walk all before it. */
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

/** The matches are found once, by the trigram index or the prefix indexes, then counted and paged. */
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
