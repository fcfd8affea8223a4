import type { Tx } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { payoffAmount } from "@countinghouse/validators/payments/payoff";
import { whyNotCapable } from "@countinghouse/validators/roles";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { dayOrNull } from "../stored-values.ts";

/**
 * The terms of the early-payment discount of a user `u`: those of the advance funded last, as `discountCents` and
 * `discountDate` of a row `d`.
 */
export const DISCOUNT_TERMS_SQL = `LEFT JOIN LATERAL (SELECT coalesce(discount_amount_cents, 0)::float8 AS "discountCents",
    discount_date::text AS "discountDate" FROM application WHERE user_id = u.id AND stage = 'funded'
    ORDER BY id DESC LIMIT 1) d ON true`;

/** The payment of a user `u` made last, whatever became of it, as `id` of a row `n`. */
export const NEWEST_PAYMENT_SQL = `LEFT JOIN LATERAL (SELECT id::text AS id FROM payment_intent WHERE user_id = u.id
    ORDER BY created_at DESC, payment_intent.id DESC LIMIT 1) n ON true`;

/** What pays everything off that a customer owes, in cents, as it is inside a transaction. */
export async function payoffIn(tx: Tx, userId: number, balanceCents: number, now: Date): Promise<number> {
  const terms = await tx.application.findFirst({
    where: { userId, stage: "funded" },
    orderBy: { id: "desc" },
    select: { discountAmountCents: true, discountDate: true },
  });
  return payoffAmount(
    {
      discountCents: Number(terms?.discountAmountCents ?? 0n),
      discountDate: dayOrNull(terms?.discountDate ?? null),
    },
    balanceCents,
    newYorkDate(now),
  );
}

/**
 * Throws a warning of taking more than is owed as a RULE, whose details name the confirmation, until that is confirmed.
 * Throws FORBIDDEN where somebody confirms it who may not.
 */
export function confirmOver({ role }: AdminCtx["actor"], warning: string | null, isConfirmed: boolean): void {
  if (warning === null) return;
  if (!isConfirmed) throw new DomainError("RULE", warning, { confirm: "balance" });
  const whyNot = whyNotCapable(role, "payments.takeMoreThanOwed");
  if (whyNot !== null) throw new DomainError("FORBIDDEN", whyNot);
}
