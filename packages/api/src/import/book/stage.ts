import type { Database } from "@countinghouse/db";
import type { SheetName } from "@countinghouse/validators/import/columns";
import type { BookRow } from "@countinghouse/validators/import/rows";

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
  /** Another customer has something of this sheet with the same id, in a row before. */
  isTaken: boolean;
  /** It can not be read: it is there only so that one knows that something is missing. */
  isUnread: boolean;
}

const CREATE = `
  CREATE TEMP TABLE import_staged (sheet text NOT NULL, customer text NOT NULL, application text NOT NULL,
    line int NOT NULL, table_number int NOT NULL, row jsonb NOT NULL,
    is_unread boolean NOT NULL, is_taken boolean NOT NULL DEFAULT false)`;

const ADD = `INSERT INTO import_staged (sheet, customer, application, line, table_number, row, is_unread)
  SELECT sheet, customer, application, line, "table", row, "isUnread"
  FROM json_to_recordset($1::json)
    AS r (sheet text, customer text, application text, line int, "table" int, row jsonb, "isUnread" boolean)`;

/** Applications and payments are known by their ids, whoever's they are: the first row has one. */
const FIND_TAKEN = `UPDATE import_staged s SET is_taken = true
  FROM (
    SELECT ctid AS place, customer <> first_value(customer) OVER (
      PARTITION BY sheet, CASE sheet WHEN 'payments' THEN row->>'paymentId' ELSE application END
      ORDER BY table_number, line) AS is_taken
    FROM import_staged WHERE sheet IN ('applications', 'payments') AND NOT is_unread) d
  WHERE s.ctid = d.place AND d.is_taken`;

/** Offers and instalments name an application; it names its customer. */
const FIND_CUSTOMERS = `UPDATE import_staged s SET customer = a.customer FROM import_staged a
  WHERE s.customer = '' AND a.sheet = 'applications' AND NOT a.is_taken AND NOT a.is_unread AND a.application = s.application`;

const INDEX = "CREATE INDEX ON import_staged (customer)";

const NEXT_CUSTOMERS = `SELECT DISTINCT customer FROM import_staged WHERE customer > $1 ORDER BY customer LIMIT $2`;

const ROWS = `SELECT sheet, customer, application, line, table_number AS "table", row, is_taken AS "isTaken",
    is_unread AS "isUnread" FROM import_staged
  WHERE customer = ANY($1::text[]) ORDER BY customer, sheet, table_number, line`;

/** The rows of a book, put by customer in a table of its own connection: a book may be larger than memory. */
export interface Stage {
  add(rows: readonly Omit<StagedRow, "isTaken">[]): Promise<void>;
  /** Ends the adding; then rows that belong to nobody come first, under the customer "". */
  customers(atOnce: number): AsyncGenerator<Map<string, StagedRow[]>>;
  close(): void;
}

export async function openStage(db: Database): Promise<Stage> {
  const client = await db.session.connect();
  // A book may be large: putting it in order takes as long as it takes, and holds nobody up.
  await client.query("SET statement_timeout = 0");
  await client.query(CREATE);
  return {
    async add(rows) {
      if (rows.length > 0) await client.query(ADD, [JSON.stringify(rows)]);
    },
    async *customers(atOnce) {
      await client.query("CREATE INDEX ON import_staged (application) WHERE sheet = 'applications'");
      await client.query("ANALYZE import_staged");
      await client.query(FIND_TAKEN);
      await client.query(FIND_CUSTOMERS);
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
    close: () => client.release(true), // the connection ends, and its table with it
  };
}
