import { Prisma } from "@countinghouse/db";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { HISTORY_TYPES } from "@countinghouse/validators/audit/rules";
import { SCHEDULES_DUE } from "@countinghouse/validators/payment-schedules/rules";
import { TIMELINE_KIND_NAMES } from "@countinghouse/validators/timeline/rules";
import { USER_TAGS } from "@countinghouse/validators/users/filters";
import { USER_SORT_COLUMNS } from "@countinghouse/validators/users/rules";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { searchAudit } from "./audit/list.ts";
import { STAGE_TABLES } from "./import/book/stage.ts";
import { INDEXED } from "./keys/reindex.ts";
import { SEALED_COLUMNS } from "./keys/sealed-columns.ts";
import { LEDGER_READS } from "./loans/user-ledger.ts";
import { dueRows } from "./payment-schedules/search.ts";
import { searchFor as searchForCalls } from "./payments/search-processor.ts";
import { PORTFOLIO_ROWS } from "./portfolio/rows.ts";
import { SIMILAR_RECORDS } from "./similar-records/statements.ts";
import { findRawStatements, type Locals } from "./testing/raw-statements.ts";
import type { FieldType, RowType } from "./testing/row-types.ts";
import { filterSql } from "./users/filters.ts";
import { probesFor } from "./users/identifiers.ts";
import { searchFor as searchForUsers } from "./users/search.ts";
import { pastDueJoin } from "./users/sums.ts";

const NOBODY = {
  userId: null,
  reference: "",
  from: null,
  to: null,
  state: null,
  cursor: null,
  limit: 1,
} as const;
const ALL = { paymentType: "All", status: "All", source: "All" } as const;
const EVERYTHING = { who: "", what: "", show: "changes", userId: null, from: "", to: "", of: null } as const;
const OF_A_USER = Prisma.sql`u.id = ${1}`;

/** No filter of the users list, and all of them. */
const USER_FILTERS = [
  { stage: null, balance: null, nextDue: null, pastDue: null, lastPayment: null, tags: [] },
  {
    stage: "funded",
    balance: "owing",
    nextDue: "week",
    pastDue: "8-30",
    lastPayment: "month",
    tags: [...USER_TAGS],
  } as const,
];

/** The filters as conditions, behind so many parameters. */
const userFilters = (parameters: number) =>
  USER_FILTERS.map((filters) => filterSql({ ...filters, tags: [...filters.tags] }, "2026-11-24", parameters));

/** What the statements are built with that are not written out in one piece. */
const LOCALS: Locals = {
  "audit/list.ts": () => [
    searchAudit(EVERYTHING, null, 1),
    searchAudit({ ...EVERYTHING, who: "jobs", what: "bulkJobs", userId: 1, from: "2026-11-20" }, "1", 1),
    ...HISTORY_TYPES.map((type) => searchAudit({ ...EVERYTHING, of: { type, id: "1" } }, null, 1)),
  ],
  "automation/due.ts": () => [{ now: new Date(0), isAsked: OF_A_USER }],
  "automation/list.ts": () => [
    { filters: ALL, cursor: null },
    { filters: ALL, cursor: {} },
  ],
  "automation/summary.ts": () => [{ where: "true", name: "all" }],
  "bulk-jobs/payer-facts.ts": () => [
    { userIds: [1], now: new Date(0) },
    { userIds: [1, 2], now: new Date(0) },
  ],
  "bulk-jobs/rows.ts": () => [{ show: "ALL" }, { show: "COMPLETED" }, { show: "OPEN" }],
  "businesses/list.ts": () => [{ shape: "all", from: "business b", where: "", values: [] }],
  "import/book/changes.ts": () => [
    {
      table: "application",
      name: Prisma.raw("application"),
      own: Prisma.raw("stage"),
      from: Prisma.raw("r.stage"),
      version: Prisma.raw(""),
    },
  ],
  "customer-lists/read.ts": () => [
    ...userFilters(0).map(({ condition, values }) => ({
      rows: { from: "user_standing s", condition: condition ?? "true", values },
      rowId: "s.user_id",
      userId: "s.user_id",
    })),
    { rows: dueRows("overdue", "2026-11-24"), rowId: "s.id", userId: "s.user_id" },
  ],
  "deadlines/service.ts": () => [{ userId: null }, { userId: 1 }],
  "debit-control/facts.ts": () => [{ ids: [1] }, { ids: [1, 2, 3, 4, 5] }],
  "chargebacks/list.ts": () => [
    { filters: { transactionType: "All", chargebackType: "All" }, cursor: null },
    { filters: { transactionType: "All", chargebackType: "All" }, cursor: {} },
  ],
  "do-not-fund/person.ts": ({ FLAGGED_USER_SQL: flagged, STOPPING_REMARK_SQL: stopping }) => {
    const query = Prisma.sql`SELECT ${flagged} AS flagged, ${stopping} AS stopping FROM users u WHERE u.id = ${1}`;
    return [{ userId: 1, query, text: query.text }];
  },
  "keys/reindex.ts": () => INDEXED.map((column) => ({ column })),
  "keys/reseal.ts": () => SEALED_COLUMNS.map((column) => ({ column })),
  "lists/counters.ts": () => [
    { from: "user_standing s", condition: "true" },
    { from: "payment_schedule s", condition: "$1::date IS NOT NULL" },
  ],
  "payment-schedules/search.ts": () => SCHEDULES_DUE.map((due) => ({ due })),
  "payments/search-processor.ts": () => [searchForCalls(NOBODY), searchForCalls({ ...NOBODY, userId: 1 })],
  "ledger/discount.ts": () => [{ userId: 1, intentId: "" }],
  "ledger/list.ts": () => [null, {}].map((cursor) => ({ cursor, limit: 15 })),
  "loans/user-ledger.ts": () => LEDGER_READS.map((statement) => ({ statement })),
  "portfolio/rows.ts": () => PORTFOLIO_ROWS.map((statement) => ({ statement })),
  "recovery/cancel-unsent.ts": () => [{ whose: Prisma.empty }, { whose: Prisma.sql`AND user_id = ${1}` }],
  "similar-records/service.ts": () => Object.values(SIMILAR_RECORDS).map((statement) => ({ statement })),
  "import/book/here.ts": ({ FIND_MONEY: statement }) => [{ statement }],
  "import/database-store.ts": () => [{ columns: Prisma.raw("id, import_key") }],
  "timeline/service.ts": () =>
    [true, false].flatMap((isSearched) =>
      [null, {}].map((cursor) => ({ shown: TIMELINE_KIND_NAMES, cursor, isSearched, limit: 40 })),
    ),
  "users/find.ts": () =>
    ["1234", "0197f3a0", "501-83-2746", "a@b.test", "ab"].map((text) => ({
      probes: [
        ...probesFor(text, "SUPERADMIN", () => [Buffer.alloc(1)]),
        ...probesFor("1", "SUPERADMIN", () => [Buffer.alloc(1)]),
      ],
      search: searchForUsers(text, "SUPERADMIN"),
    })),
  "users/list-by-ssn.ts": () =>
    ["", "ab", "abcd"].flatMap((query) =>
      userFilters(1).map((filter) => ({ search: searchForUsers(query, "SUPERADMIN"), filter })),
    ),
  "users/sums.ts": () =>
    userFilters(1).flatMap((filter) => [
      { found: "user_standing s", pastDue: pastDueJoin(false), filter },
      { found: "users u JOIN user_standing s ON s.user_id = u.id", pastDue: pastDueJoin(true), filter },
    ]),
  "users/list.ts": () =>
    USER_SORT_COLUMNS.filter((sort) => sort !== "ssn").flatMap((sort) =>
      ["", "ab", "abcd"].flatMap((query) =>
        userFilters(0).flatMap((filter) =>
          [true, false].map((isWhole) => ({
            input: { direction: "asc", cursor: null, limit: 15 },
            sort,
            search: searchForUsers(query, "SUPERADMIN"),
            filter,
            isWhole,
          })),
        ),
      ),
    ),
};

const STATEMENTS = await findRawStatements(LOCALS);

let held: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  held = await createTestDatabase();
  client = new pg.Client(held.url);
  await client.connect();
  // Imports read tables of their own connections.
  await client.query("CREATE TEMP TABLE import_seen (import_key text, email text, content text, line int)");
  await client.query(STAGE_TABLES);
});
afterAll(async () => {
  await client.end();
  await held.drop();
});

it("finds the statements whose rows have a type", () => {
  expect(new Set(STATEMENTS.map(({ where }) => where.replace(/ .*/, ""))).size).toBeGreaterThanOrEqual(85);
});

it.each(STATEMENTS)("the rows of $where have the columns of their type", async ({ text, row, reader }) => {
  const columns = await describe(text);
  expect(findNames(row, columns)).toEqual([...row.fields.keys()].toSorted());
  const readAs = columns.flatMap(({ name, type }) => {
    const wanted = row.fields.get(name) ?? null;
    const given = READ_AS[reader][type] ?? (type.startsWith("_") ? "array" : null);
    const isSo = wanted === given || (given === "Buffer" && wanted === "Uint8Array");
    return wanted === null || given === null || isSo ? [] : [`${name}: ${given}, not ${wanted}`];
  });
  expect(readAs).toEqual([]);
});

const findNames = ({ isOpen, fields }: RowType, columns: readonly Column[]): string[] =>
  columns
    .map(({ name }) => name)
    .filter((name) => !isOpen || fields.has(name))
    .toSorted();

const BOTH: Record<string, FieldType> = {
  bool: "boolean",
  int2: "number",
  int4: "number",
  float4: "number",
  float8: "number",
  text: "string",
  varchar: "string",
  bpchar: "string",
  name: "string",
  uuid: "string",
  date: "Date",
  timestamp: "Date",
  timestamptz: "Date",
};

/** What each type of PostgreSQL is read as; of JSON and of our enums nothing is said. */
const READ_AS: Record<"prisma" | "driver", Record<string, FieldType>> = {
  driver: { ...BOTH, int8: "string", numeric: "string", bytea: "Buffer" },
  prisma: { ...BOTH, int8: "bigint", bytea: "Uint8Array" },
};

interface Column {
  name: string;
  type: string;
}

/** The columns of a statement's rows, as PostgreSQL describes them once it has prepared it; nothing is carried out. */
async function describe(text: string): Promise<Column[]> {
  const fields = await new Promise<{ name: string; dataTypeID: number }[]>((resolve, reject) => {
    let columns: { name: string; dataTypeID: number }[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: "", text, types: [] }, true);
        connection.describe({ type: "S", name: "" }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: typeof columns }) => {
        columns = message.fields;
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    } as unknown as pg.Submittable);
  });
  const { rows } = await client.query<{ oid: number; typname: string }>(
    "SELECT oid, typname FROM pg_type WHERE oid = ANY($1::oid[])",
    [fields.map(({ dataTypeID }) => dataTypeID)],
  );
  const names = new Map(rows.map(({ oid, typname }) => [oid, typname]));
  // Of two columns of one name a row has the last.
  const last = new Map(fields.map(({ name, dataTypeID }) => [name, names.get(dataTypeID) ?? ""]));
  return Array.from(last, ([name, type]) => ({ name, type }));
}
