import pg from "pg";

/** A customer who can be charged, as the payment screen knows them. */
export interface Customer {
  userId: number;
  instrumentId: number;
  mode: "SALE" | "DEBIT";
}

/** What a payment confirms: how the customer stands. */
export interface Standing {
  balanceCents: number;
  newestPaymentId: string | null;
}

/** The demonstration's customers, by tables that every release has. */
export interface Customers {
  chargeable(): Promise<Customer[]>;
  all(): Promise<number[]>;
  standing(userId: number): Promise<Standing>;
  close(): Promise<void>;
}

/** Owing so much that a payment of the test is never more than that. */
const LEAST_OWED_CENTS = 20_000;

const CHARGEABLE = `
  SELECT u.id AS "userId", c.id AS "instrumentId", 'SALE' AS mode
  FROM users u JOIN user_balance b ON b.user_id = u.id JOIN card c ON c.user_id = u.id AND c.is_primary
  WHERE b.balance_cents >= $1 AND NOT u.do_not_fund AND NOT u.is_external AND u.id % 3 <> 0
  UNION ALL
  SELECT u.id, a.id, 'DEBIT'
  FROM users u JOIN user_balance b ON b.user_id = u.id JOIN bank_link l ON l.user_id = u.id
    JOIN bank_account a ON a.bank_link_id = l.id AND a.is_primary AND a.replaced_at IS NULL
  WHERE b.balance_cents >= $1 AND NOT u.do_not_fund AND NOT u.is_external AND u.id % 3 = 0
  ORDER BY "userId"`;

const STANDING = `
  SELECT coalesce((SELECT balance_cents FROM user_balance WHERE user_id = $1), 0)::int AS "balanceCents",
    (SELECT id FROM payment_intent WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) AS "newestPaymentId"`;

/** Reads them from this database. */
export function openCustomers(url: string): Customers {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => {});
  return {
    chargeable: async () => (await pool.query<Customer>(CHARGEABLE, [LEAST_OWED_CENTS])).rows,
    all: async () =>
      (await pool.query<{ id: number }>("SELECT id FROM users ORDER BY id LIMIT 5000")).rows.map(
        ({ id }) => id,
      ),
    standing: async (userId) => {
      const { rows } = await pool.query<Standing>(STANDING, [userId]);
      return rows[0] ?? { balanceCents: 0, newestPaymentId: null };
    },
    close: () => pool.end(),
  };
}
