import type { Statement } from "@countinghouse/db";
import type { ListBankCustomers } from "@countinghouse/validators/institutions/schemas";
import type { AdminCtx } from "../context.ts";

interface BankCustomer {
  userId: number;
  userName: string;
  /** What is owed, in cents. */
  balanceCents: number;
  /** Whether the bank wants the customer to sign in again for each of their links. */
  isBroken: boolean;
}

const CUSTOMERS: Statement = {
  name: "institutions.customers",
  text: `SELECT u.id AS "userId",
      coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), 'User ' || u.id) AS "userName",
      coalesce(b.balance_cents, 0)::float8 AS "balanceCents", l.broken AS "isBroken"
    FROM (SELECT user_id, bool_and(error_code <> '') AS broken FROM bank_link
        WHERE institution_id = $1 AND is_active AND ($2::int IS NULL OR user_id < $2)
        GROUP BY user_id ORDER BY user_id DESC LIMIT $3) l
    JOIN users u ON u.id = l.user_id LEFT JOIN user_balance b ON b.user_id = u.id
    ORDER BY u.id DESC`,
};

/** One page of the customers that a bank's number of customers is made of, and where the next one begins. Amounts in cents. */
export async function listBankCustomers(ctx: AdminCtx, { institutionId, cursor, limit }: ListBankCustomers) {
  const rows = await ctx.db.sql<BankCustomer>(CUSTOMERS, [institutionId, cursor, limit + 1]);
  const customers = rows.slice(0, limit);
  return {
    customers,
    nextCursor: rows.length > limit ? (customers.at(-1)?.userId ?? null) : null,
  };
}
