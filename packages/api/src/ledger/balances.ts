import type { ReadDb, Statement, Tx } from "@countinghouse/db";

const DRIFTED: Statement = {
  name: "ledger.drifted-balances",
  text: `SELECT coalesce(b.user_id, e.user_id) AS "userId",
                coalesce(b.balance_cents, 0)::text AS "cachedCents", coalesce(e.cents, 0)::text AS "ledgerCents"
         FROM user_balance b
         FULL JOIN (SELECT a.user_id, sum(l.amount_cents) AS cents FROM ledger_entry l
                    JOIN ledger_account a ON a.id = l.account_id WHERE a.user_id IS NOT NULL GROUP BY a.user_id) e
           ON e.user_id = b.user_id
         WHERE coalesce(b.balance_cents, 0) <> coalesce(e.cents, 0)`,
};

/** Returns the users whose cached balance is not the sum of their ledger entries. There must be none. */
export const findDriftedBalances = (db: ReadDb) =>
  db.sql<{ userId: number; cachedCents: string; ledgerCents: string }>(DRIFTED, []);

/** Returns the debt of a customer in cents within this transaction, with a discount that its postings waived or took back. */
export async function balanceIn(tx: Tx, userId: number): Promise<number> {
  const { balanceCents } = await tx.userBalance.findUniqueOrThrow({
    where: { userId },
    select: { balanceCents: true },
  });
  return Number(balanceCents);
}
