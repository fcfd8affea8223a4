/** An id of version 7 of the moment `gen.at`, which PostgreSQL has a function for since 18 only. */
const UUID_AT = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
       substring(int8send((extract(epoch FROM gen.at) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

/**
 * Statements that add `each` lines to the ledger of each of `users` new users, all at once: an advance, then weekly
 * payments on it. To be run in order on one connection that may switch triggers off (it checks nothing line by line)
 * and is closed afterwards. The entries of each transaction sum to zero.
 */
export const ledgerLinesSql = ({ users, each }: { users: number; each: number }): string[] => [
  "SET session_replication_role = replica",
  `CREATE TEMP TABLE new_user AS SELECT nextval(pg_get_serial_sequence('users', 'id'))::int AS id, n
     FROM generate_series(1, ${users}) AS n`,
  `INSERT INTO users (id, firstname, lastname, ref_user_id)
     SELECT id, 'First' || n % 5003, 'Last' || n % 7001, CASE WHEN n % 10 = 0 THEN id - 1 END FROM new_user`,
  "INSERT INTO ledger_account (code, type) VALUES ('clearing:ACH', 'ASSET') ON CONFLICT DO NOTHING",
  `INSERT INTO ledger_account (code, type, user_id) SELECT 'receivable:' || id, 'ASSET', id FROM new_user ORDER BY id`,
  // Time goes from step to step through all users, as it does where everybody pays every week.
  `CREATE TEMP TABLE line AS
     SELECT u.id AS user_id, u.n, step, gen.at, ${UUID_AT} AS transaction_id,
            ${UUID_AT} AS intent_id,
            CASE WHEN step = 0 THEN 150000 ELSE -(2500 + u.n % 2500) END AS cents
     FROM generate_series(0, ${each - 1}) AS step CROSS JOIN new_user u
     CROSS JOIN LATERAL (SELECT timestamptz '2026-01-05 15:00Z' + step * interval '7 days'
                                + u.n * interval '1 second' AS at) gen
     ORDER BY step, u.n`,
  `INSERT INTO payment_intent (id, user_id, kind, payment_type, business_key, amount_cents, state, created_at)
     SELECT intent_id, user_id,
            (CASE WHEN step = 0 THEN 'CREDIT' WHEN n % 10 = step THEN 'MANUAL' WHEN n % 5 = 0 THEN 'SALE' ELSE 'DEBIT'
             END)::"PaymentKind",
            (CASE WHEN step = 0 THEN 'CREDIT' ELSE 'DEBIT' END)::"PaymentType", 'line:' || intent_id, abs(cents),
            'SUCCEEDED', at
     FROM line`,
  `INSERT INTO manual_payment (intent_id, line_item_type, mode_of_payment, transaction_type, description, is_external)
     SELECT intent_id, 'Payment', 'CashApp', 'SALE', 'Paid by CashApp, "thank you"', false
     FROM line WHERE step > 0 AND n % 10 = step`,
  `INSERT INTO ledger_transaction (id, intent_id, kind, effective_on, created_at)
     SELECT transaction_id, intent_id, CASE WHEN step = 0 THEN 'disbursement' ELSE 'payment' END,
            (at AT TIME ZONE 'America/New_York')::date, at FROM line`,
  "INSERT INTO ledger_unlinked (transaction_id) SELECT transaction_id FROM line",
  `INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
     SELECT transaction_id, a.id, cents FROM line JOIN ledger_account a USING (user_id) ORDER BY step, n`,
  `INSERT INTO ledger_entry (transaction_id, account_id, amount_cents)
     SELECT transaction_id, (SELECT id FROM ledger_account WHERE code = 'clearing:ACH'), -cents FROM line
     ORDER BY step, n`,
  `INSERT INTO user_balance (user_id, balance_cents) SELECT user_id, sum(cents) FROM line GROUP BY user_id`,
];
