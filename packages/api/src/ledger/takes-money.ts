import {
  IMPORTED_ADJUSTMENT,
  OPENING_BALANCE,
  UNPAID_LINE_ITEMS,
  UNPAID_MODES,
} from "@countinghouse/validators/manual-payments/rules";

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

const UNPAID = [...UNPAID_LINE_ITEMS, IMPORTED_ADJUSTMENT, OPENING_BALANCE];

/**
 * The SQL condition that a payment `i` from a customer brought money in (`takesMoney`). The database function customer_payments lists the
 * same line items and modes.
 */
export const TAKES_MONEY_SQL = `NOT EXISTS (SELECT FROM manual_payment m WHERE m.intent_id = i.id
  AND (m.line_item_type IN (${list(UNPAID)}) OR m.mode_of_payment IN (${list(UNPAID_MODES)})))`;
