import type pg from "pg";
import { addDays } from "./days.ts";
import { FIRST_USER_ID, FIXTURES } from "./fixtures.ts";

/** A payment of the last weeks that went through; without an id one that nobody here knows. */
export interface RecentPayment {
  id: string | null;
  userId: number;
  kind: "DEBIT" | "SALE";
  amountCents: number;
  /** Of the customer. */
  name: string;
  /** Of the account or the card. */
  last4: string;
  /** What the processor knows it by, and what it calls it. */
  key: string;
  reference: string;
  at: Date;
}

/** Neither so old that it is off the first list, nor of today. */
const [OLDEST_DAYS, NEWEST_DAYS] = [25, 5];
const MOST = 12;

const COLUMNS = `i.id, i.user_id AS "userId", i.kind::text AS kind, i.amount_cents::int AS "amountCents",
  trim(u.firstname || ' ' || u.lastname) AS name, i.instrument_last4 AS last4, a.provider_key AS key,
  a.provider_reference AS reference, i.created_at AS at`;

/** The payments of these ids, in the order of their time. */
export async function readPayments(client: pg.ClientBase, ids: readonly string[]): Promise<RecentPayment[]> {
  const { rows } = await client.query<RecentPayment>(
    `SELECT ${COLUMNS} FROM payment_intent i JOIN payment_attempt a ON a.intent_id = i.id JOIN users u ON u.id = i.user_id
     WHERE i.id = ANY($1::uuid[]) ORDER BY i.created_at, i.id`,
    [ids],
  );
  return rows;
}

/** Some payments by bank and some by card, the same each time. Of the fixtures none: they stay as they are. */
export async function recentPayments(client: pg.ClientBase, now: Date): Promise<RecentPayment[]> {
  const { rows } = await client.query<RecentPayment>(
    `SELECT id, "userId", kind, "amountCents", name, last4, key, reference, at FROM (
       SELECT ${COLUMNS},
         row_number() OVER (PARTITION BY i.kind ORDER BY md5(i.business_key)) AS place
       FROM payment_intent i JOIN payment_attempt a ON a.intent_id = i.id JOIN users u ON u.id = i.user_id
       WHERE (i.kind, i.state) IN (('DEBIT', 'SETTLED'), ('SALE', 'SUCCEEDED'))
         AND i.user_id >= $1 AND i.created_at BETWEEN $2 AND $3) paid
     WHERE place <= $4 ORDER BY kind, place`,
    [
      FIRST_USER_ID + Object.keys(FIXTURES).length,
      addDays(now, -OLDEST_DAYS),
      addDays(now, -NEWEST_DAYS),
      MOST,
    ],
  );
  return rows;
}
