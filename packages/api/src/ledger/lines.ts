import { DISCOUNT_KIND } from "./discount.ts";

/** SQL joins for the texts of a ledger line `l`, which has the columns of its transaction and entry, and its user. */
export const LINE_TABLES = `JOIN users u ON u.id = l.user_id
  LEFT JOIN payment_intent i ON i.id = l.intent_id
  LEFT JOIN manual_payment m ON m.intent_id = i.id`;

const TRANSACTION_TYPE = "coalesce(m.transaction_type, i.kind::text)";

/**
 * The texts of a line, NULL where there is none. A SALE is shown as CARD (specification 2, section 3). A discount is shown as Other with
 * its own description, not as its payment.
 */
export const LINE_TEXTS = {
  name: "coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''))",
  transactionType: `CASE WHEN l.kind = '${DISCOUNT_KIND}' THEN 'Other' WHEN ${TRANSACTION_TYPE} = 'SALE' THEN 'CARD'
    ELSE ${TRANSACTION_TYPE} END`,
  customDescription: `coalesce(CASE WHEN l.kind <> '${DISCOUNT_KIND}' THEN m.line_item_type END,
    upper(left(l.kind, 1)) || replace(substr(l.kind, 2), '-', ' '))`,
  notes: "coalesce(nullif(m.description, ''), 'Application ' || i.application_id)",
} as const;

/** Returns SQL for the ledger entries of user $1 that match `where`, each with the sum of these entries up to it. */
export const userEntries = (where = "true"): string => `
  SELECT e.id AS entry_id, e.amount_cents, a.user_id, t.effective_on, t.created_at, t.kind, t.intent_id,
    sum(e.amount_cents) OVER (ORDER BY t.effective_on, t.created_at, e.id) AS balance_cents
  FROM ledger_account a JOIN ledger_entry e ON e.account_id = a.id
  JOIN ledger_transaction t ON t.id = e.transaction_id
  WHERE a.user_id = $1 AND (${where})`;
