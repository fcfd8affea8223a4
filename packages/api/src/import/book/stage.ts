import type { Database } from "@countinghouse/db";
import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { externalKey } from "../candidate.ts";
import type { Finding } from "../report-files.ts";
import type { WouldWrite } from "../user-store.ts";

/** A row of a sheet of a book. */
export interface StagedRow {
  sheet: SheetName;
  /** The customer's id in the other system; empty where only the application says it. */
  customer: string;
  application: string;
  line: number;
  /** Which table of the import it is of. */
  table: number;
  row: BookRow;
  /** The line before of another customer with the same id; null where there is none. */
  takenLine: number | null;
  /** It can not be read: it is there only so that one knows that something is missing. */
  isUnread: boolean;
}

/** The tables of one import, in its own connection. */
export const STAGE_TABLES = `
  CREATE TEMP TABLE import_staged (sheet text NOT NULL, customer text NOT NULL, application text NOT NULL,
    line int NOT NULL, table_number int NOT NULL, row jsonb NOT NULL,
    is_unread boolean NOT NULL, taken_line int);
  CREATE TEMP TABLE import_said (table_number int NOT NULL, line int NOT NULL, kind text NOT NULL, what text NOT NULL, reason_kind text NOT NULL);
  CREATE TEMP TABLE import_would (key text PRIMARY KEY, dob text NOT NULL)`;

const ADD = `INSERT INTO import_staged (sheet, customer, application, line, table_number, row, is_unread)
  SELECT sheet, customer, application, line, "table", row, "isUnread"
  FROM json_to_recordset($1::json)
    AS r (sheet text, customer text, application text, line int, "table" int, row jsonb, "isUnread" boolean)`;

/** Rows of these sheets are known by their ids, whoever's they are: the first row has one. */
const FIND_TAKEN = `UPDATE import_staged s SET taken_line = d.first_line
  FROM (
    SELECT ctid AS place, customer <> first_value(customer) OVER same AS is_taken, first_value(line) OVER same AS first_line
    FROM import_staged WHERE sheet = ANY($1::text[]) AND NOT is_unread AND customer <> ''
    WINDOW same AS (PARTITION BY sheet, CASE sheet WHEN 'applications' THEN application
      ELSE row->>(CASE sheet WHEN 'payments' THEN 'paymentId' WHEN 'notes' THEN 'noteId' ELSE 'documentId' END) END
      ORDER BY table_number, line)) d
  WHERE s.ctid = d.place AND d.is_taken`;

/** A row without a customer names an application, and this its customer: in these files, or from an earlier import of the source. */
const FIND_CUSTOMERS = `UPDATE import_staged s SET customer = a.customer FROM import_staged a
  WHERE s.customer = '' AND a.sheet = 'applications' AND a.taken_line IS NULL AND NOT a.is_unread AND a.application = s.application`;
const FIND_CUSTOMERS_HERE = `UPDATE import_staged s SET customer = substr(u.import_key, length($1) + 1)
  FROM application a JOIN users u ON u.id = a.user_id
  WHERE s.customer = '' AND s.application <> '' AND a.import_key = $1 || s.application AND starts_with(u.import_key, $1)`;

const INDEX = "CREATE INDEX ON import_staged (customer)";

const NEXT_CUSTOMERS = `SELECT DISTINCT customer FROM import_staged WHERE customer > $1 ORDER BY customer LIMIT $2`;

const ROWS = `SELECT sheet, customer, application, line, table_number AS "table", row, taken_line AS "takenLine",
    is_unread AS "isUnread" FROM import_staged
  WHERE customer = ANY($1::text[]) ORDER BY customer, sheet, table_number, line`;

const SAY = `INSERT INTO import_said SELECT "table", line, kind, what, "reasonKind"
  FROM json_to_recordset($1::json) AS r ("table" int, line int, kind text, what text, "reasonKind" text)`;

const SAID = `SELECT line, kind, what FROM import_said
  WHERE table_number = $1 AND (kind = 'refused') = $2 AND line > $3 ORDER BY line, kind, what LIMIT $4`;

const REASONS = `SELECT reason_kind AS reason, count(*)::int AS rows FROM import_said WHERE kind = 'refused'
  GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1`;

/** Several rows may complete one customer. */
const ADD_WRITTEN = `INSERT INTO import_would
  SELECT DISTINCT ON (key) key, dob FROM unnest($1::text[], $2::text[]) AS w (key, dob) ORDER BY key, dob DESC
  ON CONFLICT (key) DO UPDATE SET dob = coalesce(nullif(excluded.dob, ''), import_would.dob)`;

const SAID_AT_ONCE = 5_000;

/** Something that is said of a row of a table: why it is refused, or what was found in it. */
export interface Said {
  table: number;
  line: number;
  kind: Finding["kind"] | "refused";
  what: string;
  /** Of a refusal: the reason without what differs from row to row. */
  reasonKind: string;
}

/**
 * The rows of a book, put by customer in a table of its own connection, and what is said of them: a book may be larger than memory.
 */
export interface Stage {
  add(rows: readonly Omit<StagedRow, "takenLine">[]): Promise<void>;
  /** Ends the adding; then rows that belong to nobody come first, under the customer "". */
  customers(atOnce: number): AsyncGenerator<Map<string, StagedRow[]>>;
  say(said: readonly Said[]): Promise<void>;
  /** What was said of the rows of a table in the order of its lines: the refusals, or all else. */
  said(table: number, isRefused: boolean): AsyncGenerator<Pick<Said, "line" | "kind" | "what">>;
  /** Refused rows by the kind of their reason, the most frequent first. */
  reasons(most: number): Promise<{ reason: string; rows: number }[]>;
  /** The customers whom a trial would add or complete. */
  addWritten(customers: readonly WouldWrite[]): Promise<void>;
  /** Their days of birth by key. */
  findWritten(keys: readonly string[]): Promise<ReadonlyMap<string, string>>;
  close(): void;
}

export async function openStage(db: Database, source: string): Promise<Stage> {
  const client = await db.session.connect();
  // A book may be large: putting it in order takes as long as it takes, and holds nobody up.
  await client.query("SET statement_timeout = 0");
  await client.query(STAGE_TABLES);
  return {
    async add(rows) {
      if (rows.length > 0) await client.query(ADD, [JSON.stringify(rows)]);
    },
    async *customers(atOnce) {
      await client.query("CREATE INDEX ON import_staged (application) WHERE sheet = 'applications'");
      await client.query("ANALYZE import_staged");
      await client.query(FIND_TAKEN, [["applications"]]);
      await client.query(FIND_CUSTOMERS);
      await client.query(FIND_CUSTOMERS_HERE, [externalKey(source, "")]);
      await client.query(FIND_TAKEN, [["payments", "notes", "documents"]]);
      await client.query(INDEX);
      const readRows = async (customers: readonly string[]) => {
        const { rows } = await client.query<StagedRow>(ROWS, [customers]);
        return Map.groupBy(rows, ({ customer }) => customer);
      };
      yield await readRows([""]);
      for (let last = ""; ; ) {
        const { rows } = await client.query<{ customer: string }>(NEXT_CUSTOMERS, [last, atOnce]);
        if (rows.length === 0) return;
        const customers = rows.map(({ customer }) => customer);
        yield await readRows(customers);
        last = customers.at(-1) ?? last;
      }
    },
    async say(said) {
      if (said.length > 0) await client.query(SAY, [JSON.stringify(said)]);
    },
    async *said(table, isRefused) {
      await client.query("CREATE INDEX IF NOT EXISTS import_said_line ON import_said (table_number, line)");
      for (let last = -1; ; ) {
        const { rows } = await client.query<Pick<Said, "line" | "kind" | "what">>(SAID, [
          table,
          isRefused,
          last,
          SAID_AT_ONCE,
        ]);
        const end = rows.at(-1)?.line ?? last;
        // The last line of a full page may have more behind it: it comes with the next page.
        const isFull = rows.length === SAID_AT_ONCE && rows[0]?.line !== end;
        yield* isFull ? rows.filter(({ line }) => line !== end) : rows;
        if (rows.length < SAID_AT_ONCE) return;
        last = isFull ? end - 1 : end;
      }
    },
    async reasons(most) {
      return (await client.query<{ reason: string; rows: number }>(REASONS, [most])).rows;
    },
    async addWritten(customers) {
      await client.query(ADD_WRITTEN, [customers.map(({ key }) => key), customers.map(({ dob }) => dob)]);
    },
    async findWritten(keys) {
      const { rows } = await client.query<WouldWrite>(
        "SELECT key, dob FROM import_would WHERE key = ANY($1::text[])",
        [keys],
      );
      return new Map(rows.map(({ key, dob }) => [key, dob]));
    },
    close: () => client.release(true), // the connection ends, and its table with it
  };
}
