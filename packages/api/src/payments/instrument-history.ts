import type { ReadDb, Statement } from "@countinghouse/db";

/** The last return of an account, or the last chargeback of a card. */
type LastReturn = { id: number; code: string; day: string };

/** The last return of each account of $1, its earlier numbers included. */
const RETURNS_OF_ACCOUNTS: Statement = {
  name: "payments.lastReturns.accounts",
  text: `SELECT DISTINCT ON (a.id) a.id, e.code, e.happened_on::text AS day
    FROM bank_account a CROSS JOIN LATERAL numbers_of_account(a.id) n
    JOIN bank_account s ON s.number_index = n.number_index AND s.routing = n.routing AND s.user_id = a.user_id
    JOIN payment_intent i ON i.bank_account_id = s.id JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'RETURN'
    WHERE a.id = ANY ($1::int[]) ORDER BY a.id, e.happened_on DESC, e.received_at DESC`,
};

const CHARGEBACKS_OF_CARDS: Statement = {
  name: "payments.lastReturns.cards",
  text: `SELECT DISTINCT ON (i.card_id) i.card_id AS id, e.code, e.happened_on::text AS day
    FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id AND e.kind = 'CHARGEBACK'
    WHERE i.card_id = ANY ($1::int[]) ORDER BY i.card_id, e.happened_on DESC, e.received_at DESC`,
};

type SaidBalance = { id: number; availableCents: number | null; at: Date };

/** The last balance that the bank reported for each account of user $1. */
const BALANCES: Statement = {
  name: "payments.saidBalances",
  text: `SELECT DISTINCT ON (a.id) a.id, (said->>'availableCents')::float8 AS "availableCents", r.created_at AS at
    FROM balance_record r CROSS JOIN LATERAL json_array_elements(r.accounts::json) said
    JOIN bank_account a ON a.user_id = r.user_id AND a.provider_account_id = said->>'accountId' AND a.replaced_at IS NULL
    WHERE r.user_id = $1 ORDER BY a.id, r.created_at DESC`,
};

/** Returns the last reported balance (cents) and the last return of each account, and the last chargeback of each card. */
export async function instrumentHistory(
  db: Pick<ReadDb, "sql">,
  {
    userId,
    accountIds,
    cardIds,
  }: { userId: number; accountIds: readonly number[]; cardIds: readonly number[] },
) {
  const [balances, returned, chargedBack] = await Promise.all([
    db.sql<SaidBalance>(BALANCES, [userId]),
    db.sql<LastReturn>(RETURNS_OF_ACCOUNTS, [accountIds]),
    db.sql<LastReturn>(CHARGEBACKS_OF_CARDS, [cardIds]),
  ]);
  const last = (rows: readonly LastReturn[], id: number) => {
    const found = rows.find((row) => row.id === id);
    return found ? { code: found.code, day: found.day } : null;
  };
  return {
    account: (id: number) => {
      const said = balances.find((row) => row.id === id);
      return {
        saidBalance:
          said && said.availableCents !== null ? { cents: said.availableCents, at: said.at } : null,
        lastReturn: last(returned, id),
      };
    },
    card: (id: number) => ({ lastChargeback: last(chargedBack, id) }),
  };
}
