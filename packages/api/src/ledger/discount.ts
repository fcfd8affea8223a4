import { Prisma, type Tx } from "@countinghouse/db";
import { FUNDING_MODES, isFundingKind, type PaymentKind } from "@countinghouse/validators/payments/kinds";
import { type DebtChange, discountToGrant } from "@countinghouse/validators/payments/payoff";
import { readPrepared } from "../read-prepared.ts";
import type { Posting } from "./post.ts";

/** The kind of the ledger transactions that waive the early-payment discount, or take it back. */
export const DISCOUNT_KIND = "early-payment-discount";

/** The kind of the ledger transactions by which staff take an advance back by hand. */
export const LOAN_RETURN_KIND = "loan-return";

/**
 * The kinds of the ledger transactions of an import. They decide no discount, because a discount that the earlier system waived is
 * imported too.
 */
export const IMPORTED_KINDS = {
  advance: "imported-advance",
  payment: "imported-payment",
  back: "imported-return",
  opening: "opening-balance",
  undone: "import-undone",
} as const;

/** Returns true for a ledger transaction of an import. */
export const isImported = ({ kind }: { kind: string }): boolean =>
  (Object.values(IMPORTED_KINDS) as string[]).includes(kind);

/** A change of the waived discount, and the payment that it belongs to. Cents; negative takes the discount back. */
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
  /** The change of the debt by payments and charges first booked after the discount date. Cents; negative lowers the debt */
  laterCents: number;
  grantedCents: number;
  grantedWith: string | null;
  /** The kind of the intent that changed the debt, and its line item if it was recorded by hand */
  kind: PaymentKind;
  lineItemType: string | null;
  /** True for a refund after which all of its payment is given back */
  isGivenBackWhole: boolean;
  /** The day (YYYY-MM-DD) on which the payment was booked first. A payment that was charged back and won has its original day */
  bookedOn: string;
}

/**
 * Returns how the early-payment discount changes with a ledger transaction that changed a user's debt by `owedCents`, or null. The
 * discount is waived once the remaining debt is at most the discount, by the discount date. It is taken back when a payment comes back or
 * is refunded whole and more is owed again. A partial refund or a charge does not take it back. The caller holds the lock of the user's
 * balance.
 */
export async function discountChange(
  tx: Tx,
  transaction: { intentId: string; kind: string },
  { userId, owedCents }: { userId: number; owedCents: number },
): Promise<DiscountChange | null> {
  if (transaction.kind === "disbursement" || isImported(transaction) || owedCents === 0) return null;
  const standing = await readStanding(tx, userId, transaction.intentId);
  if (standing === undefined) return null;
  const change = debtChange(transaction.kind, owedCents, standing);
  if (change === null) return null;
  const { applicationId, balanceCents, laterCents, grantedCents, grantedWith } = standing;
  const nowCents = balanceCents + grantedCents;
  const owed = { nowCents, inTimeCents: nowCents - laterCents };
  const changeCents = discountToGrant(standing, { owed, grantedCents, change }) - grantedCents;
  if (changeCents === 0) return null;
  const intentId = changeCents > 0 ? transaction.intentId : (grantedWith ?? transaction.intentId);
  return { changeCents, intentId, account: { code: discountCode(applicationId), type: "EXPENSE" } };
}

/** The kinds of the ledger transactions for payments that came back from a processor. */
export const CAME_BACK: readonly string[] = ["return", "chargeback"];
const RECORDED_AS_BACK: readonly (string | null)[] = ["ACH Return", "Chargeback"];

/** Returns the change of the debt that matters to the discount; null for a transaction that does not, like a partial refund or a fee. */
function debtChange(
  transactionKind: string,
  owedCents: number,
  { kind, lineItemType, isGivenBackWhole, bookedOn }: Standing,
): DebtChange | null {
  if (owedCents > 0) {
    const isBack =
      CAME_BACK.includes(transactionKind) || RECORDED_AS_BACK.includes(lineItemType) || isGivenBackWhole;
    return isBack ? { what: "paymentBack" } : null;
  }
  // A loan return by staff is no payment of the customer, and neither is an advance that came back.
  const isAdvance =
    transactionKind === LOAN_RETURN_KIND || lineItemType === "Disbursement Return" || isFundingKind(kind);
  return isAdvance ? { what: "advanceBack" } : { what: "paid", day: bookedOn };
}

const discountCode = (applicationId: number) => `discount:${applicationId}`;

const standingSql = (userId: number, intentId: string): Prisma.Sql => Prisma.sql`
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
      g.intent_id AS "grantedWith", v.on_day::text AS "bookedOn",
      (SELECT kind::text FROM payment_intent WHERE id = ${intentId}::uuid) AS kind,
      (SELECT line_item_type FROM manual_payment WHERE intent_id = ${intentId}::uuid) AS "lineItemType",
      coalesce((SELECT sum(e.amount_cents) >= 0
        FROM payment_intent me
        JOIN LATERAL (SELECT me.parent_id AS id UNION ALL SELECT id FROM payment_intent WHERE parent_id = me.parent_id) i ON true
        JOIN ledger_transaction t ON t.intent_id = i.id AND t.kind <> ${DISCOUNT_KIND}
        JOIN ledger_entry e ON e.transaction_id = t.id
        JOIN ledger_account a ON a.id = e.account_id AND a.code = 'receivable:' || ${userId}::int
        WHERE me.id = ${intentId}::uuid AND me.parent_id IS NOT NULL), false) AS "isGivenBackWhole",
      coalesce((SELECT sum(e.amount_cents)
        FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id JOIN ledger_transaction t ON t.id = e.transaction_id
        LEFT JOIN payment_intent i ON i.id = t.intent_id AND i.kind::text <> ALL(${[...FUNDING_MODES]})
        JOIN LATERAL (SELECT min(effective_on) AS on_day, min(created_at) AS at FROM ledger_transaction
          WHERE intent_id = coalesce(i.parent_id, t.intent_id)) f ON f.on_day > d.discount_date AND (v.until IS NULL OR f.at < v.until)
        WHERE a.code = 'receivable:' || ${userId}::int AND t.kind <> ${DISCOUNT_KIND}), 0)::float8 AS "laterCents"
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

/**
 * SQL for the waived discount of an application `a`, in cents. It leaves out a discount waived before the last payout, which is settled.
 */
export const LET_OFF_SQL = `coalesce((SELECT sum(e.amount_cents)
    FROM ledger_account k JOIN ledger_entry e ON e.account_id = k.id JOIN ledger_transaction t ON t.id = e.transaction_id
    WHERE k.code = 'discount:' || a.id AND (SELECT min(created_at) FROM ledger_transaction WHERE intent_id = t.intent_id) >=
      coalesce((SELECT max(p.created_at) FROM payment_intent f JOIN ledger_transaction p ON p.intent_id = f.id AND p.kind = 'disbursement'
        WHERE f.application_id = a.id AND NOT EXISTS (SELECT FROM ledger_transaction r WHERE r.reverses_id = p.id)), '-infinity')), 0)::float8`;

/**
 * Reads the facts of the discount. A discount waived before the application was paid out again is settled, and the discount applies
 * again.
 */
async function readStanding(tx: Tx, userId: number, intentId: string): Promise<Standing | undefined> {
  const [standing] = await readPrepared<Standing>(tx, "ledger.discount", standingSql(userId, intentId));
  return standing;
}
