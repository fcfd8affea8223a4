import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { type Books, postImported, receivable } from "../../ledger/post.ts";

interface Posted {
  id: string;
  intentId: string;
  userId: number;
  effectiveOn: string;
  entries: { code: string; type: "ASSET" | "LIABILITY" | "INCOME" | "EXPENSE"; cents: number }[];
}

/**
 * Takes back what an import posted of customers: each transaction that no other has taken back is reversed by one of its own day,
 * so that what was owed on any day is what it was before. Instalments have no part in it: they go.
 */
export async function takeBack(books: Books, runId: string, userIds: readonly number[]): Promise<void> {
  const posted = await books.tx.$queryRaw<Posted[]>`
    SELECT t.id::text AS id, i.id::text AS "intentId", i.user_id AS "userId", t.effective_on::text AS "effectiveOn",
      (SELECT json_agg(json_build_object('code', a.code, 'type', a.type, 'cents', e.amount_cents))
        FROM ledger_entry e JOIN ledger_account a ON a.id = e.account_id WHERE e.transaction_id = t.id) AS entries
    FROM payment_intent i JOIN ledger_transaction t ON t.intent_id = i.id
    WHERE i.user_id = ANY(${[...userIds]}::int[]) AND i.import_run_id = ${runId}::uuid AND t.reverses_id IS NULL
      AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses_id = t.id)
    ORDER BY t.id`;
  await postImported(
    books,
    posted.map(({ id, intentId, userId, effectiveOn, entries }) => ({
      transaction: {
        intentId,
        kind: IMPORTED_KINDS.undone,
        effectiveOn: new Date(effectiveOn),
        reversesId: id,
      },
      postings: entries.map(({ code, type, cents }) => ({
        account: code === receivable(userId).code ? receivable(userId) : { code, type },
        amountCents: -cents,
      })),
      allocation: null,
    })),
  );
}
