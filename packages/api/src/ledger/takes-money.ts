import { UNPAID_LINE_ITEMS, UNPAID_MODES } from "@countinghouse/validators/manual-payments/rules";

const list = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(", ");

/** The condition on a payment `i` from a customer that money came in by it: not that a debt was written off, or moved (`takesMoney`). */
export const TAKES_MONEY_SQL = `NOT EXISTS (SELECT FROM manual_payment m WHERE m.intent_id = i.id
  AND (m.line_item_type IN (${list(UNPAID_LINE_ITEMS)}) OR m.mode_of_payment IN (${list(UNPAID_MODES)})))`;
