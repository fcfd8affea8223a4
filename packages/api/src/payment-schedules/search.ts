import type { PaymentState, ScheduleStatus, Statement } from "@countinghouse/db";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { SCHEDULES_DUE, type SchedulesDue } from "@countinghouse/validators/payment-schedules/rules";
import type { SearchPaymentSchedules } from "@countinghouse/validators/payment-schedules/schemas";
import { payoffAmount } from "@countinghouse/validators/payments/payoff";
import { isUnaccounted } from "@countinghouse/validators/payments/states";
import { daysPastDue } from "@countinghouse/validators/users/filter-days";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { dueSql, paidOutSql } from "../ledger/paid-out.ts";
import { DISCOUNT_TERMS_SQL, NEWEST_PAYMENT_SQL } from "../payments/payoff.ts";
import type { ListedRows } from "../sql-text.ts";
import type { SourceOrReason } from "./rules.ts";
import { readSources } from "./sources.ts";

interface FoundRow {
  id: number;
  userId: number;
  applicationId: number;
  paymentDate: string;
  /** The day on which all of it was paid; null while something is due. */
  paidOn: string | null;
  amountCents: number;
  /** What payments have paid of it. */
  paidCents: number;
  /** The due amount in cents: at most the balance, and zero for an advance that was not paid out. */
  dueCents: number;
  status: ScheduleStatus;
  isPaidOut: boolean;
  version: number;
  previousDate: string | null;
  nextDate: string | null;
  firstname: string;
  lastname: string;
  businessName: string;
  isExternal: boolean;
  balanceCents: number;
  discountCents: number;
  letOffCents: number;
  discountDate: string | null;
  newestPaymentId: string | null;
  paymentId: string | null;
  paymentState: PaymentState | null;
  paymentMessage: string | null;
}

/** The payments that fulfil `condition`, by this day of theirs, after the place $1, $2 and at most $3 of them. */
const search = (condition: string, day: "payment_date" | "paid_on" = "payment_date"): string => `
  SELECT s.id, s.user_id AS "userId", s.application_id AS "applicationId", s.payment_date::text AS "paymentDate",
    s.paid_on::text AS "paidOn", s.amount_cents::float8 AS "amountCents", s.paid_cents::float8 AS "paidCents",
    s.status::text AS status, s.version,
    ${paidOutSql("s")} AS "isPaidOut",
    coalesce((SELECT d.due_cents FROM due_instalments(s.user_id) d WHERE d.schedule_id = s.id), 0)::float8 AS "dueCents",
    (SELECT max(n.payment_date)::text FROM payment_schedule n
      WHERE n.application_id = s.application_id AND n.payment_date < s.payment_date) AS "previousDate",
    (SELECT min(n.payment_date)::text FROM payment_schedule n
      WHERE n.application_id = s.application_id AND n.payment_date > s.payment_date) AS "nextDate",
    u.firstname, u.lastname, u.business_name AS "businessName", u.is_external AS "isExternal",
    coalesce(b.balance_cents, 0)::float8 AS "balanceCents", coalesce(d."discountCents", 0) AS "discountCents",
    coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate", n.id AS "newestPaymentId",
    i.id::text AS "paymentId", i.state::text AS "paymentState", i.failure_message AS "paymentMessage"
  FROM (SELECT * FROM payment_schedule s WHERE ${condition}
      AND ($1::date IS NULL OR (s.${day}, s.id) > ($1::date, $2::int))
    ORDER BY s.${day}, s.id LIMIT $3) s
  JOIN users u ON u.id = s.user_id
  LEFT JOIN user_balance b ON b.user_id = s.user_id
  ${DISCOUNT_TERMS_SQL}
  ${NEWEST_PAYMENT_SQL}
  LEFT JOIN LATERAL (SELECT id, state, failure_message FROM payment_intent
    WHERE schedule_id = s.id ORDER BY created_at DESC, id DESC LIMIT 1) i ON true
  ORDER BY s.${day}, s.id`;

const OF_USER: Statement = { name: "paymentSchedules.ofUser", text: search("s.user_id = $4") };
const ofEveryone = (due: SchedulesDue): Statement => ({
  name: `paymentSchedules.${due}`,
  // Named in each of them, so that all take the same values.
  text: search(`$4::date IS NOT NULL AND ${tabSql(due, 4)}`, due === "paid" ? "paid_on" : "payment_date"),
});

/** The condition on a scheduled payment `s`, of the day that stands at this place of its statement. */
function tabSql(due: SchedulesDue, place: number): string {
  const today = `$${place}::date`;
  const unpaid = (on: string) => `s.status = 'UNPAID' AND ${on} AND ${dueSql("s")}`;
  return {
    all: unpaid("true"),
    overdue: unpaid(`s.payment_date < ${today}`),
    today: unpaid(`s.payment_date = ${today}`),
    week: unpaid(`s.payment_date > ${today} AND s.payment_date <= ${today} + 7`),
    paid: `s.status = 'PAID' AND s.paid_on >= ${today} - 30`,
  }[due];
}

/** Everyone's payments of a tab. */
export const dueRows = (due: SchedulesDue, today: string): ListedRows => ({
  from: "payment_schedule s",
  // The day is named in each of them, so that all take the same values.
  condition: `$1::date IS NOT NULL AND ${tabSql(due, 1)}`,
  values: [today],
});

interface DueSums {
  due: SchedulesDue;
  payments: number;
  cents: number;
}

/**
 * The unpaid up to the end of the next week are few among all; each advance is asked once whether it was paid out. Of each customer
 * the oldest count first, and no more than is owed.
 */
const SUMS: Statement = {
  name: "paymentSchedules.sums",
  text: `SELECT t.due, sum(t.payments)::int AS payments, sum(least(t.upto_cents, t.owed_cents) - least(t.before_cents, t.owed_cents))::float8 AS cents
    FROM (SELECT s.user_id, s.due, b.balance_cents AS owed_cents, sum(s.payments) AS payments,
        sum(sum(s.cents)) OVER (PARTITION BY s.user_id ORDER BY s.due) AS upto_cents,
        sum(sum(s.cents)) OVER (PARTITION BY s.user_id ORDER BY s.due) - sum(s.cents) AS before_cents
      FROM (SELECT CASE WHEN s.payment_date < $1::date THEN 'overdue' WHEN s.payment_date = $1::date THEN 'today' ELSE 'week' END AS due,
          s.user_id, s.application_id, count(*) AS payments, sum(s.amount_cents - s.paid_cents) AS cents
        FROM payment_schedule s WHERE s.status = 'UNPAID' AND s.payment_date <= $1::date + 7 GROUP BY 1, 2, 3) s
      JOIN user_balance b ON b.user_id = s.user_id AND b.balance_cents > 0
      WHERE ${paidOutSql("s")} GROUP BY s.user_id, s.due, b.balance_cents) t
    GROUP BY t.due
    UNION ALL SELECT 'paid', count(*)::int, coalesce(sum(s.amount_cents), 0)::float8
    FROM payment_schedule s WHERE ${tabSql("paid", 1)}`,
};

/** How many payments of everyone are overdue, due today, due in the next seven days, and paid lately, and what they come to. */
export async function sumPaymentSchedules(ctx: AdminCtx): Promise<DueSums[]> {
  const sums = await ctx.db.sql<DueSums>(SUMS, [newYorkDate(ctx.now())]);
  return SUMMED.map((due) => sums.find((each) => each.due === due) ?? { due, payments: 0, cents: 0 });
}

const SUMMED = SCHEDULES_DUE.filter((due) => due !== "all");

/**
 * One page of scheduled payments in the order of their days, and where the next one begins: all of a user, or of everyone what
 * is unpaid, or a part of it, or what was paid lately, in the order in which it was paid. Each with what decides whether it may be
 * changed or collected: its neighbours, the last payment made for it, what its user owes, and from where it would be taken today.
 * Amounts in cents.
 */
export async function searchPaymentSchedules(
  ctx: AdminCtx,
  { userId, due, cursor, limit }: SearchPaymentSchedules,
) {
  const today = newYorkDate(ctx.now());
  const place = [cursor?.paymentDate ?? null, cursor?.id ?? null, limit + 1];
  const found = await (userId === null
    ? ctx.db.sql<FoundRow>(ofEveryone(due), [...place, today])
    : ctx.db.sql<FoundRow>(OF_USER, [...place, userId]));
  const rows = found.slice(0, limit);
  const userIds = rows.map((row) => row.userId);
  const findSource = await readSources(ctx.db, userIds, ctx.now(), ctx.services.vendorsOff);
  const last = rows.at(-1);
  return {
    schedules: rows.map((row) => shown(row, findSource(row.userId), today)),
    nextCursor: found.length > limit && last ? placeOf(last, userId === null ? due : null) : null,
  };
}

const placeOf = ({ id, paymentDate, paidOn }: FoundRow, due: SchedulesDue | null) => ({
  paymentDate: due === "paid" ? (paidOn ?? paymentDate) : paymentDate,
  id,
});

function shown(
  { firstname, lastname, businessName, paymentId, paymentState, paymentMessage, ...found }: FoundRow,
  { source, whyNot }: SourceOrReason,
  today: string,
) {
  const { discountCents, letOffCents, discountDate, ...row } = found;
  return {
    ...row,
    leftCents: row.amountCents - row.paidCents,
    daysPastDue: row.dueCents > 0 ? daysPastDue(row.paymentDate, today) : 0,
    payoffCents: payoffAmount({ discountCents, letOffCents, discountDate }, row.balanceCents, today),
    userName: customerName({ id: row.userId, firstname, lastname, businessName }),
    /** The last payment that was begun for it. */
    payment:
      paymentId === null || paymentState === null
        ? null
        : { paymentId, state: paymentState, message: paymentMessage ?? "" },
    isUnderWay: row.status === "UNPAID" && paymentState !== null && isUnaccounted(paymentState),
    source,
    whyNoInstrument: whyNot,
  };
}
