import type { Tx } from "@countinghouse/db";
import { discountToGrant } from "@countinghouse/validators/payments/payoff";
import type { Posting } from "./post.ts";

/** The kind of the transactions of the ledger by which the early-payment discount is let off, or taken back. */
export const DISCOUNT_KIND = "early-payment-discount";

/** What was before a customer was brought from another system: it decides no discount, since what was let off there is among it. */
export const IMPORTED_KINDS = {
  advance: "imported-advance",
  payment: "imported-payment",
  back: "imported-return",
  opening: "opening-balance",
  undone: "import-undone",
} as const;

/** Whether a transaction of the ledger was before the import. */
export const isImported = ({ kind }: { kind: string }): boolean =>
  (Object.values(IMPORTED_KINDS) as string[]).includes(kind);

/** How much more (cents) is let off than before, less than zero where it is taken back, and the payment it hangs on. */
export interface DiscountChange {
  changeCents: number;
  intentId: string;
  account: Posting["account"];
}

interface Standing {
  applicationId: number;
  discountCents: number;
  discountDate: string | null;
  balanceCents: number;
  grantedCents: number;
  grantedWith: string | null;
  /** The day on which the payment was booked first: one that was charged back and won is as old as it was. */
  bookedOn: string;
}

/**
 * How the early-payment discount changes with a transaction of the ledger that moved what a user owes by
 * `owedCents`: it is let off once no more than the discount is left of the debt, by the discount date, and taken back where
 * more is owed again. Null where nothing changes. The caller holds the user's balance.
 */
export async function discountChange(
  tx: Tx,
  transaction: { intentId: string; kind: string },
  { userId, owedCents }: { userId: number; owedCents: number },
): Promise<DiscountChange | null> {
  if (transaction.kind === "disbursement" || isImported(transaction) || owedCents === 0) return null;
  const standing = await readStanding(tx, userId, transaction.intentId);
  if (standing === undefined) return null;
  const { applicationId, balanceCents, grantedCents, grantedWith, bookedOn } = standing;
  // What staff take back of a loan by hand is no payment of the customer.
  const isPaid = owedCents < 0 && transaction.kind !== "loan-return";
  const changeCents =
    discountToGrant(standing, {
      grantedCents,
      owedCents: balanceCents + grantedCents,
      paidOn: isPaid ? bookedOn : null,
    }) - grantedCents;
  if (changeCents === 0) return null;
  const intentId = changeCents > 0 ? transaction.intentId : (grantedWith ?? transaction.intentId);
  return { changeCents, intentId, account: { code: discountCode(applicationId), type: "EXPENSE" } };
}

const discountCode = (applicationId: number) => `discount:${applicationId}`;

/** Once the application is paid out again, what was let off before is settled: the discount holds anew. */
async function readStanding(tx: Tx, userId: number, intentId: string): Promise<Standing | undefined> {
  const [standing] = await tx.$queryRaw<Standing[]>`
    WITH booked AS (
      SELECT min(created_at) AS at, min(effective_on) AS on_day FROM ledger_transaction WHERE intent_id = ${intentId}::uuid),
    funding AS (
      SELECT t.created_at AS at, i.application_id
      FROM payment_intent i JOIN ledger_transaction t ON t.intent_id = i.id AND t.kind = 'disbursement'
      WHERE i.user_id = ${userId} AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses_id = t.id)),
    advance AS (
      SELECT b.on_day, now.application_id, coalesce(now.at, '-infinity') AS since, next.at AS until
      FROM booked b
      LEFT JOIN LATERAL (SELECT * FROM funding WHERE at <= b.at ORDER BY at DESC LIMIT 1) now ON true
      LEFT JOIN LATERAL (SELECT min(at) AS at FROM funding WHERE at > b.at) next ON true)
    SELECT d.id AS "applicationId", d.discount_amount_cents::float8 AS "discountCents", d.discount_date::text AS "discountDate",
      coalesce(o.cents, b.balance_cents)::float8 AS "balanceCents", coalesce(g.cents, 0)::float8 AS "grantedCents",
      g.intent_id AS "grantedWith", v.on_day::text AS "bookedOn"
    FROM advance v
    JOIN LATERAL (SELECT id, discount_amount_cents, discount_date FROM application
      WHERE user_id = ${userId} AND stage = 'funded' AND CASE
        WHEN v.until IS NULL THEN true
        WHEN v.application_id IS NOT NULL THEN id = v.application_id
        ELSE id NOT IN (SELECT application_id FROM funding) END
      ORDER BY id DESC LIMIT 1) d ON d.discount_amount_cents > 0
    JOIN user_balance b ON b.user_id = ${userId}
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents) AS cents
      FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
      WHERE a.code = 'receivable:' || ${userId}::int
        AND (SELECT min(created_at) FROM ledger_transaction WHERE intent_id = t.intent_id) < v.until) o ON v.until IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT sum(e.amount_cents) AS cents,
        (array_agg(t.intent_id::text ORDER BY e.id DESC) FILTER (WHERE e.amount_cents > 0))[1] AS intent_id
      FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
      JOIN LATERAL (SELECT min(created_at) AS at FROM ledger_transaction WHERE intent_id = t.intent_id) f
        ON f.at >= v.since AND (v.until IS NULL OR f.at < v.until)
      WHERE a.code = 'discount:' || d.id) g ON true`;
  return standing;
}
