import pg from "pg";
import { DISCOUNT_TERMS_SQL, NEWEST_PAYMENT_SQL } from "../../packages/api/src/payments/payoff.ts";
import { newYorkDate } from "../../packages/validators/src/new-york.ts";
import { type DiscountTerms, payoffAmount } from "../../packages/validators/src/payments/payoff.ts";

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

/** What pays off all that a customer owes, in cents, and what is confirmed. */
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

const NOTHING_OWED = {
  balanceCents: 0,
  newestPaymentId: null,
  discountCents: 0,
  letOffCents: 0,
  discountDate: null,
};

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
  SELECT coalesce(b.balance_cents, 0)::int AS "balanceCents", n.id AS "newestPaymentId", coalesce(d."discountCents", 0) AS "discountCents",
    coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate"
  FROM users u LEFT JOIN user_balance b ON b.user_id = u.id ${DISCOUNT_TERMS_SQL} ${NEWEST_PAYMENT_SQL} WHERE u.id = $1`;

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
      const { rows } = await pool.query<Standing & DiscountTerms>(STANDING, [userId]);
      const { balanceCents, newestPaymentId, ...terms } = rows[0] ?? NOTHING_OWED;
      const payoffCents = payoffAmount(terms, balanceCents, newYorkDate(new Date()));
      return { payoffCents, standing: { balanceCents, newestPaymentId } };
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
