import type { Statement } from "@countinghouse/db";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { payoffAmount } from "@countinghouse/validators/payments/payoff";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { DISCOUNT_TERMS_SQL, NEWEST_PAYMENT_SQL } from "../payments/payoff.ts";

const SUMMARY: Statement = {
  name: "loans.get",
  text: `SELECT coalesce(b.balance_cents, 0)::float8 AS "balanceCents", d.id AS "activeApplicationId",
      coalesce(d."discountCents", 0) AS "discountCents", coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate", n.id AS "newestPaymentId"
    FROM users u LEFT JOIN user_balance b ON b.user_id = u.id
    ${DISCOUNT_TERMS_SQL}
    ${NEWEST_PAYMENT_SQL}
    WHERE u.id = $1`,
};

interface Summary {
  balanceCents: number;
  discountCents: number;
  letOffCents: number;
  discountDate: string | null;
  activeApplicationId: number | null;
  newestPaymentId: string | null;
}

/**
 * What a user owes, may be let off and would pay everything off with today, in cents, the application that was funded
 * last, and the payment that was made last: what a payment is confirmed on. Throws NOT_FOUND.
 */
export async function getLoan(ctx: AdminCtx, { userId }: OfUser) {
  const [row] = await ctx.db.sql<Summary>(SUMMARY, [userId]);
  const { discountDate, letOffCents, ...summary } = found(row, unknownUser(userId));
  const { balanceCents, discountCents } = summary;
  const terms = { discountCents, letOffCents, discountDate };
  const payoffCents = payoffAmount(terms, balanceCents, newYorkDate(ctx.now()));
  return { ...summary, payoffCents };
}
