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

/** How much a customer can be charged, in cents, even where the early-payment discount is let off; and what is confirmed. */
export interface Owing {
  payoffCents: number;
  standing: Standing;
}

/** The demonstration's customers, by tables that every release has. */
export interface Customers {
  chargeable(): Promise<Customer[]>;
  all(): Promise<number[]>;
  owing(userId: number): Promise<Owing>;
  /** Which migrations the database has seen, and how long each took. */
  migrations(): Promise<AppliedMigration[]>;
  close(): Promise<void>;
}

/** A migration and the seconds that it took, with what it waited for. */
export interface AppliedMigration {
  name: string;
  seconds: number;
}

const NOTHING_OWED = { balanceCents: 0, newestPaymentId: null, discountCents: 0 };

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
    (SELECT id FROM payment_intent WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 1) AS "newestPaymentId",
    coalesce((SELECT discount_amount_cents FROM application WHERE user_id = $1 AND stage = 'funded'
      ORDER BY id DESC LIMIT 1), 0)::int AS "discountCents"`;

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
    owing: async (userId) => {
      const { rows } = await pool.query<Standing & { discountCents: number }>(STANDING, [userId]);
      const { discountCents, ...standing } = rows[0] ?? NOTHING_OWED;
      return { payoffCents: standing.balanceCents - discountCents, standing };
    },
    migrations: async () =>
      (
        await pool.query<AppliedMigration>(
          `SELECT migration_name AS name, extract(epoch FROM finished_at - started_at)::float8 AS seconds
           FROM _prisma_migrations WHERE finished_at IS NOT NULL`,
        )
      ).rows,
    close: () => pool.end(),
  };
}
