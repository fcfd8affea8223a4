import type { PaymentKind, PaymentState, Statement } from "@countinghouse/db";
import type { OfUser } from "@countinghouse/validators/loans/schemas";
import { dayNumber, newYorkDate } from "@countinghouse/validators/new-york";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";

interface LastPayment {
  paymentId: string;
  at: string;
  kind: PaymentKind;
  state: PaymentState;
  amountCents: number;
}

type Found = {
  balanceCents: number;
  returns: number;
  lastPayment: LastPayment | null;
  instalments: { day: string; dueCents: number }[] | null;
  advance: {
    applicationId: number;
    discountDate: string | null;
    discountCents: number | null;
    due: { day: string; cents: number }[] | null;
    paid: { day: string; cents: number }[] | null;
  } | null;
};

/** The position of the customer $1. */
const READ: Statement = {
  name: "loans.position",
  text: `SELECT coalesce((SELECT b.balance_cents FROM user_balance b WHERE b.user_id = u.id), 0)::float8 AS "balanceCents",
      (SELECT count(DISTINCT i.id)::int FROM payment_intent i JOIN processor_event e ON e.intent_id = i.id
        AND e.kind IN ('RETURN', 'CHARGEBACK') AND e.applied_at IS NOT NULL WHERE i.user_id = u.id) AS returns,
      (SELECT json_build_object('paymentId', i.id, 'at', i.created_at, 'kind', i.kind, 'state', i.state, 'amountCents', c.cents)
        FROM customer_payments(u.id) c JOIN payment_intent i ON i.id = c.intent_id
        ORDER BY c.paid_at DESC, c.intent_id DESC LIMIT 1) AS "lastPayment",
      (SELECT json_agg(json_build_object('day', d.payment_date, 'dueCents', d.due_cents) ORDER BY d.payment_date, d.schedule_id)
        FROM due_instalments(u.id) d WHERE d.due_cents > 0) AS instalments,
      (SELECT json_build_object('applicationId', a.id, 'discountDate', a.discount_date, 'discountCents', a.discount_amount_cents,
          'due', (SELECT json_agg(json_build_object('day', s.payment_date, 'cents', s.amount_cents - coalesce((
              SELECT sum(p.cents) FROM instalment_payments() p WHERE p.schedule_id = s.id AND p.counts_as = 'let off'), 0))
              ORDER BY s.payment_date)
            FROM payment_schedule s WHERE s.application_id = a.id),
          'paid', (SELECT json_agg(json_build_object('day', p.day, 'cents', p.cents) ORDER BY p.day)
            FROM (SELECT on_day AS day, sum(cents) AS cents FROM instalment_payments()
              WHERE application_id = a.id AND counts_as = 'collected' GROUP BY 1) p))
        FROM application a WHERE a.user_id = u.id AND a.funded_at IS NOT NULL ORDER BY a.id DESC LIMIT 1) AS advance
    FROM users u WHERE u.id = $1`,
};

/**
 * Returns balance, next due amount, past due, last payment, number of returned payments, and the scheduled and paid sums of the
 * newest advance. Waived and written-off amounts are no payments. Cents. Throws NOT_FOUND.
 */
export async function readPosition(ctx: AdminCtx, { userId }: OfUser) {
  const [row] = await ctx.db.sql<Found>(READ, [userId]);
  const { balanceCents, returns, lastPayment, instalments, advance } = found(row, unknownUser(userId));
  const today = newYorkDate(ctx.now());
  const unpaid = instalments ?? [];
  const late = unpaid.filter(({ day }) => day < today);
  const next = unpaid.find(({ day }) => day >= today);
  const [oldest] = late;
  return {
    today,
    balanceCents,
    returns,
    lastPayment: lastPayment && { ...lastPayment, at: new Date(lastPayment.at) },
    nextDue: next ? { day: next.day, cents: next.dueCents } : null,
    overdue: oldest
      ? {
          since: oldest.day,
          days: dayNumber(today) - dayNumber(oldest.day),
          cents: late.reduce((sum, { dueCents }) => sum + dueCents, 0),
        }
      : null,
    advance: advance && {
      applicationId: advance.applicationId,
      discountDate: (advance.discountCents ?? 0) > 0 ? advance.discountDate : null,
      curve: toCurve(advance.due ?? [], advance.paid ?? [], {
        today,
        discountDate: (advance.discountCents ?? 0) > 0 ? advance.discountDate : null,
      }),
    },
  };
}

interface Moved {
  day: string;
  cents: number;
}

/**
 * What was scheduled and paid by the end of each day on which either changed, of today and of the last day of the discount;
 * what is still to come has nothing paid.
 */
function toCurve(
  due: readonly Moved[],
  paid: readonly Moved[],
  { today, discountDate }: { today: string; discountDate: string | null },
) {
  if (due.length === 0) return [];
  const days = [...due, ...paid].map(({ day }) => day);
  const by = (moved: readonly Moved[], last: string) =>
    moved.reduce((sum, { day, cents }) => (day <= last ? sum + cents : sum), 0);
  return [...new Set([...days, today, ...(discountDate === null ? [] : [discountDate])])]
    .toSorted()
    .map((day) => ({
      day,
      scheduledCents: by(due, day),
      paidCents: day <= today ? by(paid, day) : null,
    }));
}
