import { Prisma, type Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { payoffAmount } from "@countinghouse/validators/payments/payoff";
import { whyNotCapable } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { LET_OFF_SQL } from "../ledger/discount.ts";

/**
 * SQL for the early-payment discount of a user `u`: the terms of the advance funded last. The row `d` has `discountCents`,
 * `letOffCents`, `discountDate`, and the application as `id`.
 */
export const DISCOUNT_TERMS_SQL = `LEFT JOIN LATERAL (SELECT a.id, coalesce(a.discount_amount_cents, 0)::float8 AS "discountCents",
    ${LET_OFF_SQL} AS "letOffCents", a.discount_date::text AS "discountDate" FROM application a
    WHERE a.user_id = u.id AND a.stage = 'funded' ORDER BY a.id DESC LIMIT 1) d ON true`;

/** SQL for the newest payment of a user `u`, in any state, as `id` of a row `n`. */
export const NEWEST_PAYMENT_SQL = `LEFT JOIN LATERAL (SELECT id::text AS id FROM payment_intent WHERE user_id = u.id
    ORDER BY created_at DESC, payment_intent.id DESC LIMIT 1) n ON true`;

interface Terms {
  discountCents: number;
  letOffCents: number;
  discountDate: string | null;
}

/** Returns the amount (cents) that pays off everything a customer owes, as read inside the transaction. */
export async function payoffIn(tx: Tx, userId: number, balanceCents: number, now: Date): Promise<number> {
  const [terms] = await tx.$queryRaw<Terms[]>`
    SELECT coalesce(d."discountCents", 0) AS "discountCents", coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate"
    FROM users u ${Prisma.raw(DISCOUNT_TERMS_SQL)} WHERE u.id = ${userId}`;
  return terms === undefined ? balanceCents : payoffAmount(terms, balanceCents, newYorkDate(now));
}

/**
 * Throws RULE with the warning about taking more than is owed, until it is confirmed; the details name the confirmation.
 * Throws FORBIDDEN when this role may not confirm it.
 */
export function confirmOver({ role }: AdminCtx["actor"], warning: string | null, isConfirmed: boolean): void {
  if (warning === null) return;
  if (!isConfirmed) throw new DomainError("RULE", warning, { confirm: "balance" });
  const whyNot = whyNotCapable(role, "payments.takeMoreThanOwed");
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
}
