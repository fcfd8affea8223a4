import { PAID_STATES } from "@countinghouse/validators/payments/states";
import { TAKES_MONEY_SQL } from "../payments/takes-money.ts";
import { quotedList } from "../sql-text.ts";

/** What was collected from the customer of the promise `p` since it was made, in cents. */
const PAID_SQL = `(SELECT coalesce(sum(coalesce(i.moved_cents, i.amount_cents)), 0)::bigint FROM payment_intent i
      WHERE i.user_id = p.user_id AND i.payment_type = 'DEBIT' AND i.created_at >= p.made_at
        AND i.state IN ${quotedList(PAID_STATES)} AND ${TAKES_MONEY_SQL})`;

/** Each promise `p` with `paid.cents`; add a condition. */
export const PROMISES_SQL = `payment_promise p CROSS JOIN LATERAL (SELECT ${PAID_SQL} AS cents) paid`;

/** The promises that neither were kept nor ended, of customers who still owe; add `AND` and a condition. */
export const UNKEPT_SQL = `${PROMISES_SQL} JOIN user_balance b ON b.user_id = p.user_id AND b.balance_cents > 0
    WHERE p.ended_at IS NULL AND paid.cents < p.amount_cents`;

/** A promise in words. */
export const PROMISE_SAID_SQL = `'Promised $' || to_char(p.amount_cents / 100.0, 'FM999,999,990.00') || ' until ' || p.due_on || ', paid $'
        || to_char(paid.cents / 100.0, 'FM999,999,990.00') || ' since.'`;
