import { GIVEN_BACK_LINE_ITEMS } from "@countinghouse/validators/manual-payments/rules";
import { PAID_STATES } from "@countinghouse/validators/payments/states";
import { quotedList } from "../sql-text.ts";

/** The payments of the customer of the promise `p` since it was made, less what was given back by hand. Cents. */
const PAID_SQL = `(SELECT greatest(0, coalesce(sum(c.cents), 0) - coalesce((SELECT sum(i.amount_cents) FROM payment_intent i
        JOIN manual_payment m ON m.intent_id = i.id AND m.line_item_type IN ${quotedList(GIVEN_BACK_LINE_ITEMS)}
        WHERE i.user_id = p.user_id AND i.state IN ${quotedList(PAID_STATES)} AND i.created_at >= p.made_at), 0))::bigint
      FROM customer_payments(p.user_id) c WHERE c.paid_at >= p.made_at)`;

/** Each promise `p` with `paid.cents`; add a condition. */
export const PROMISES_SQL = `payment_promise p CROSS JOIN LATERAL (SELECT ${PAID_SQL} AS cents) paid`;

/** The promises that neither were kept nor ended, of customers who still owe; add `AND` and a condition. */
export const UNKEPT_SQL = `${PROMISES_SQL} JOIN user_balance b ON b.user_id = p.user_id AND b.balance_cents > 0
    WHERE p.ended_at IS NULL AND paid.cents < p.amount_cents`;

/** A promise in words. */
export const PROMISE_SAID_SQL = `'Promised $' || to_char(p.amount_cents / 100.0, 'FM999,999,990.00') || ' until ' || p.due_on || ', paid $'
        || to_char(paid.cents / 100.0, 'FM999,999,990.00') || ' since.'`;
