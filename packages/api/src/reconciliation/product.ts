import type { PaymentState, Statement } from "@countinghouse/db";
import { addDays, dayNumber, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import {
  FUNDING_MODES,
  modeRule,
  PAYMENT_MODES,
  type PaymentMode,
} from "@countinghouse/validators/payments/kinds";
import { isPaid, isUnmoved, PAID_STATES } from "@countinghouse/validators/payments/states";
import type { Ctx } from "../context.ts";
import { WAS_CALLED } from "../payments/state.ts";
import { quotedList } from "../sql-text.ts";
import type { FundingRail, Movement } from "./funded.ts";

/**
 * How a call ended, as far as it is known here: money moved (whatever came back since), nobody knows, or nothing moved.
 */
export type Standing = "paid" | "open" | "failed";

/** A call to a processor, and by which names the other systems know it. */
export interface ProductPayment {
  paymentId: string;
  userId: number;
  kind: PaymentMode;
  /** What has moved of it, where that is a part only. */
  amountCents: number;
  rail: FundingRail;
  key: string;
  reference: string | null;
  /** Of a refund: the processor's name of the sale that it gives back. */
  originalReference: string | null;
  /** The name of the payment in the report: the processor's where we hold it, else our key of the call. */
  uniqueRef: string;
  standing: Standing;
  sentOn: string;
  /** The day it was ordered; of an advance the day its outcome was written down, and the day it was sent while there is none. */
  fundedDate: string;
}

/** Days of New York, YYYY-MM-DD, both included. */
export interface Days {
  start: string;
  end: string;
}

export const isWithin = ({ start, end }: Days, day: string): boolean => start <= day && day <= end;

/** Each of the days. */
export const listDays = ({ start, end }: Days): string[] =>
  Array.from({ length: dayNumber(end) - dayNumber(start) + 1 }, (_, nth) => addDays(start, nth));

/** A payment whose outcome nobody knew is resolved by hand this many days after it was sent, at the latest. */
const LONGEST_DOUBT_DAYS = 90;

/** A payment that was ordered is sent within so many days, or not at all. */
const LONGEST_WAIT_DAYS = 30;

const DAY_AT = `CASE WHEN i.kind NOT IN ${quotedList(FUNDING_MODES)} THEN least(i.created_at, t.sent_at)
    WHEN t.outcome IS NULL THEN t.sent_at ELSE coalesce(t.finished_at, t.sent_at) END`;

/** $1 and $2: from and until; $3 and $5: since and until when it may have been sent, by which it is found; $4: the kinds. */
const PAYMENTS: Statement = {
  name: "reconciliation.payments",
  text: `
  SELECT i.id::text AS "paymentId", i.user_id AS "userId", i.kind::text AS kind,
    coalesce(i.moved_cents, i.amount_cents)::float8 AS "amountCents", i.state::text AS state, t.outcome::text AS outcome,
    t.provider, t.provider_key AS key, nullif(t.provider_reference, '') AS reference,
    t.sent_at AS "sentAt", ${DAY_AT} AS "dayAt",
    (SELECT nullif(o.provider_reference, '') FROM payment_attempt o
      WHERE i.kind = 'REFUND' AND o.intent_id = i.parent_id AND o.outcome IN ${quotedList(PAID_STATES)}
      LIMIT 1) AS "originalReference"
  FROM payment_attempt t JOIN payment_intent i ON i.id = t.intent_id
  WHERE ${WAS_CALLED} AND t.sent_at >= $3 AND t.sent_at < $5
    AND ${DAY_AT} >= $1 AND ${DAY_AT} < $2 AND i.kind::text = ANY($4::text[])
  ORDER BY ${DAY_AT}, t.id`,
};

interface PaymentRow
  extends Omit<ProductPayment, "rail" | "uniqueRef" | "standing" | "sentOn" | "fundedDate"> {
  provider: string;
  state: PaymentState;
  outcome: PaymentState | null;
  sentAt: Date;
  dayAt: Date;
}

/** Our own calls of these kinds and days, whatever became of them. Paid ones are those the sheet was told of on them. */
export async function readPayments(
  { db }: Pick<Ctx, "db">,
  { start, end }: Days,
  kinds: readonly PaymentMode[],
): Promise<ProductPayment[]> {
  const rows = await db.sql<PaymentRow>(PAYMENTS, [
    startOfDay(start),
    startOfDay(addDays(end, 1)),
    startOfDay(addDays(start, -LONGEST_DOUBT_DAYS)),
    kinds,
    startOfDay(addDays(end, 1 + LONGEST_WAIT_DAYS)),
  ]);
  return rows.map(({ provider, state, outcome, sentAt, dayAt, ...row }) => ({
    ...row,
    rail: provider === "tabapay" ? "CARD" : "ACH",
    uniqueRef: row.reference ?? row.key,
    standing: paymentStanding(state, outcome),
    sentOn: newYorkDate(sentAt),
    fundedDate: newYorkDate(dayAt),
  }));
}

/** What has an outcome is as that says, whatever came back since. */
function paymentStanding(state: PaymentState, outcome: PaymentState | null): Standing {
  if (outcome !== null && isPaid(outcome)) return "paid";
  return outcome === "FAILED" || isUnmoved(state) ? "failed" : "open";
}

/** The same as the report compares it. */
export const asTransaction = (payment: ProductPayment): Movement => ({
  sourceSystem: "giggle",
  paymentType: payment.rail,
  direction: modeRule(payment.kind).direction,
  kind: payment.kind,
  paymentId: payment.paymentId,
  uniqueRef: payment.uniqueRef,
  userId: payment.userId,
  fundedDate: payment.fundedDate,
  disbursementAmountCents: payment.amountCents,
});

/** Which of these are ids of payments of ours, of any kind and day. */
export async function knownPayments(ctx: Pick<Ctx, "db">, ids: readonly string[]): Promise<Set<string>> {
  const uuids = ids.filter((id) => UUID.test(id));
  const rows = await ctx.db.paymentIntent.findMany({ where: { id: { in: uuids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A call of ours that a processor names. */
export interface KnownCall {
  paymentId: string;
  key: string;
  reference: string | null;
  userId: number;
  /** Null of what staff recorded by hand. */
  kind: PaymentMode | null;
  standing: Standing;
}

/** Our calls, of any day, among those that a processor names so. */
export type FindCalls = (names: readonly string[]) => Promise<KnownCall[]>;

/** Our calls among those that the processor of a rail names so. */
export async function knownCalls(
  ctx: Pick<Ctx, "db">,
  rail: FundingRail,
  names: readonly string[],
): Promise<KnownCall[]> {
  const rows = await ctx.db.paymentAttempt.findMany({
    where: {
      provider: rail === "ACH" ? "payliance" : "tabapay",
      OR: [{ providerReference: { in: [...names] } }, { providerKey: { in: [...names] } }],
    },
    select: {
      providerKey: true,
      providerReference: true,
      outcome: true,
      intent: { select: { id: true, userId: true, kind: true, state: true } },
    },
  });
  return rows.map(({ providerKey, providerReference, outcome, intent }) => ({
    paymentId: intent.id,
    key: providerKey,
    reference: providerReference,
    userId: intent.userId,
    kind: PAYMENT_MODES.find((mode) => mode === intent.kind) ?? null,
    standing: paymentStanding(intent.state, outcome),
  }));
}
