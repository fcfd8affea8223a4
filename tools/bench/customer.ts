import { randomUUID } from "node:crypto";
import pg from "pg";
import { SIMILAR_RECORDS } from "../../packages/api/src/similar-records/statements.ts";
import { GET_USER } from "../../packages/api/src/users/detail.ts";
import { type Call, compare, procedureCall } from "./measure.ts";
import { startBenchStack } from "./stack.ts";
import { tell } from "./tell.ts";

const TRANSACTIONS = 5_000;
const FILES = 200;
const NOTES = 500;
const GOAL = 2;

/** What the customer page asks its own server for, and the same rows by bare SQL ($1 is the customer). */
const SECTIONS: { procedure: string; input?: object; sql: string }[] = [
  { procedure: "users.get", sql: GET_USER.text },
  {
    procedure: "notes.list",
    sql: `SELECT n.id, n.note, n.version, n.created_at, n.updated_at, a.email, a.full_name FROM note n
      JOIN admin a ON a.id = n.owner_id WHERE n.user_id = $1 AND n.deleted_at IS NULL ORDER BY n.created_at DESC, n.id DESC`,
  },
  {
    procedure: "loans.listTransactions",
    sql: `SELECT e.id, t.effective_on, t.kind, e.amount_cents, i.kind AS intent_kind, i.application_id,
        sum(e.amount_cents) OVER (ORDER BY t.effective_on, t.created_at, e.id) AS balance,
        m.line_item_type, m.transaction_type, m.description
      FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
      LEFT JOIN payment_intent i ON i.id = t.intent_id LEFT JOIN manual_payment m ON m.intent_id = i.id
      WHERE a.user_id = $1 ORDER BY t.effective_on, t.created_at, e.id`,
  },
  {
    procedure: "files.list",
    input: { type: null, applicationId: null, stage: "all" },
    sql: `SELECT f.*, a.stage FROM user_file f LEFT JOIN application a ON a.id = f.application_id
      WHERE f.user_id = $1 ORDER BY f.created_at DESC, f.id DESC`,
  },
  { procedure: "loans.get", sql: "SELECT balance_cents FROM user_balance WHERE user_id = $1" },
  {
    procedure: "payments.listManual",
    sql: `SELECT i.*, m.*, a.email, o.state AS copied, o.receipt, o.last_error FROM payment_intent i
      JOIN manual_payment m ON m.intent_id = i.id LEFT JOIN admin a ON a.id = i.created_by_id
      LEFT JOIN outbox_message o ON o.dedupe_key = 'ledger-sheet:payment:' || i.id
      WHERE i.user_id = $1 AND i.kind = 'MANUAL' ORDER BY i.created_at DESC, i.id DESC LIMIT 50`,
  },
  {
    procedure: "remarks.list",
    input: { currentPage: 1 },
    sql: "SELECT * FROM derogatory_remark WHERE user_id = $1 ORDER BY remark_date DESC LIMIT 10",
  },
  {
    procedure: "decisions.list",
    sql: "SELECT d.* FROM decision d JOIN application a ON a.id = d.application_id WHERE a.user_id = $1",
  },
  { procedure: "paymentPreferences.get", sql: "SELECT * FROM payment_preference WHERE user_id = $1" },
  {
    procedure: "paymentSchedules.list",
    sql: "SELECT * FROM payment_schedule WHERE user_id = $1 ORDER BY payment_date",
  },
  {
    procedure: "bankLinks.list",
    sql: "SELECT * FROM bank_link l JOIN bank_account a ON a.bank_link_id = l.id WHERE l.user_id = $1",
  },
  ...Object.entries(SIMILAR_RECORDS).map(([kind, { text }]) => ({
    procedure: "similarRecords.list",
    input: { kind },
    sql: text.replaceAll("$2", "101"),
  })),
];

/**
 * Compares what the page of a customer with 5,000 transactions, 200 files and 500 notes asks of its own server with
 * the same rows fetched by bare SQL, in the same run: section by section, and all together.
 */
export async function benchCustomer({ users, cycles }: { users: number; cycles: number }): Promise<void> {
  const statements = Object.fromEntries(SECTIONS.map(({ sql }, index) => [`section${index}`, sql]));
  const stack = await startBenchStack({ users, keep: false, statements });
  try {
    await makeLargeCustomer(stack.url, stack.firstId);
    let [own, bare] = [0, 0];
    console.log(`\n${"section".padEnd(34)}bare p50 ms   countinghouse p50 ms   ratio`);
    for (const [index, { procedure, input }] of SECTIONS.entries()) {
      const id = procedure === "users.get" ? { id: stack.firstId } : { userId: stack.firstId };
      const call: Call = procedureCall(procedure, { ...id, ...input }, stack.api.token);
      const path = `/named?${new URLSearchParams({ name: `section${index}`, id: String(stack.firstId) }).toString()}`;
      const figures = await compare(
        [
          { ...stack.bare, name: "bare", call: () => ({ path, method: "GET" }) },
          { ...stack.api, name: "own", call: () => call },
        ],
        cycles,
        { cpu: false },
      );
      const [bareMs, ownMs] = [figures.get("bare")?.p50Ms ?? 0, figures.get("own")?.p50Ms ?? 0];
      bare += bareMs;
      own += ownMs;
      const name = input === undefined ? procedure : `${procedure} ${Object.values(input).join(" ")}`;
      console.log(
        `${name.padEnd(34)}${bareMs.toFixed(2).padStart(11)}${ownMs.toFixed(2).padStart(23)}${(ownMs / bareMs).toFixed(2).padStart(8)}`,
      );
    }
    tell({
      work: "all sections of a large customer",
      unit: "times bare SQL",
      reached: own / bare,
      goal: { atMost: GOAL },
    });
    const verdict = own / bare <= GOAL ? "reached" : "MISSED";
    console.log(
      `\nall sections: ${own.toFixed(1)} ms against ${bare.toFixed(1)} ms, goal ${GOAL.toFixed(2)} ${verdict}\nratio ${(own / bare).toFixed(2)}`,
    );
  } finally {
    await stack.stop();
  }
}

/** Gives one customer as much as the oldest have: 5,000 transactions, 200 files and 500 notes. */
export async function makeLargeCustomer(url: string, userId: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO note (id, user_id, owner_id, note, created_at, updated_at)
       SELECT gen_random_uuid(), $1, (SELECT id FROM admin LIMIT 1), 'Called about payment ' || n,
              now() - n * interval '1 hour', now() FROM generate_series(1, $2::int) AS n`,
      [userId, NOTES],
    );
    await client.query(
      `INSERT INTO user_file (id, user_id, application_id, type, name, content_type, size_bytes, object_key)
       SELECT gen_random_uuid(), $1, (SELECT max(id) FROM application WHERE user_id = $1), 'contract',
              'contract-' || n || '.pdf', 'application/pdf', 20000, 'bench/' || n FROM generate_series(1, $2::int) AS n`,
      [userId, FILES],
    );
    await addTransactions(client, userId);
    await client.query("ANALYZE");
  } finally {
    await client.end();
  }
}

async function addTransactions(client: pg.Client, userId: number): Promise<void> {
  const clearing = `clearing:bench-${randomUUID()}`;
  await client.query("INSERT INTO ledger_account (code, type) VALUES ($1, 'ASSET')", [clearing]);
  await client.query(
    `WITH made AS (
       INSERT INTO payment_intent (id, user_id, kind, payment_type, business_key, amount_cents, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'MANUAL', 'DEBIT', 'bench:' || n, 100, now() - n * interval '1 hour', now()
       FROM generate_series(1, $2::int) AS n RETURNING id, created_at),
     said AS (
       INSERT INTO manual_payment (intent_id, line_item_type, mode_of_payment, transaction_type, description, is_external)
       SELECT id, 'Payment', 'CashApp', 'SALE', 'Paid at the desk', false FROM made RETURNING intent_id),
     posted AS (
       INSERT INTO ledger_transaction (id, intent_id, kind, effective_on, created_at)
       SELECT gen_random_uuid(), id, 'manual-payment', created_at::date, created_at FROM made RETURNING id)
     INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
     SELECT posted.id, account.id, CASE WHEN account.code = $3 THEN 100 ELSE -100 END
     FROM posted CROSS JOIN ledger_account account WHERE account.code IN ($3, 'receivable:' || $1::int)`,
    [userId, TRANSACTIONS, clearing],
  );
}
