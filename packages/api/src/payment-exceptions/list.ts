import type {
  PaymentExceptionKind,
  PaymentKind,
  PaymentState,
  PaymentType,
  ProcessorEventKind,
  ReportStage,
  Statement,
} from "@countinghouse/db";
import { MOST_CANDIDATES, MOST_EXCEPTIONS } from "@countinghouse/validators/payment-exceptions/rules";
import { IMPORTED } from "@countinghouse/validators/payments/kinds";
import { UNKNOWN_STATES } from "@countinghouse/validators/payments/states";
import type { AdminCtx } from "../context.ts";
import { type ListedRows, quotedList } from "../sql-text.ts";

/** A payment that a report without a match may be about. Cents. */
export interface CandidatePayment {
  paymentId: string;
  userId: number;
  userName: string;
  kind: PaymentKind;
  state: PaymentState;
  sentAt: Date;
}

/** A customer with the card or account, and of the name, that a report names; of any name where it names none. */
export interface CandidateCustomer {
  userId: number;
  userName: string;
}

/** What a processor reported and could not be applied to a payment. Amounts in cents. */
export interface UnmatchedReport {
  id: string;
  kind: ProcessorEventKind;
  rail: "CARD" | "ACH";
  /** DEBIT from the customer, CREDIT to them; null where it is not told. */
  direction: PaymentType | null;
  amountCents: number;
  reference: string;
  last4: string | null;
  name: string;
  happenedOn: string;
  receivedAt: Date;
  /** The step at which it failed: at MATCH nobody knows which payment it is about, at any other it is the one below. */
  stage: ReportStage;
  problem: string;
  /** MOST_CANDIDATES at most, and one more where there are more of them. */
  payments: CandidatePayment[];
  customers: CandidateCustomer[];
}

type StoredReport = Omit<UnmatchedReport, "payments"> & {
  payments: (Omit<CandidatePayment, "sentAt"> & { sentAt: string })[];
};

const NAME = `coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), 'User ' || u.id)`;
const LAST4 = `coalesce(nullif(e.detail->>'last4', ''), nullif(e.detail->>'accountLast4', ''))`;
const DIRECTION = `CASE e.detail->>'direction' WHEN 'debit' THEN 'DEBIT' WHEN 'credit' THEN 'CREDIT'
  ELSE CASE e.kind WHEN 'CHARGEBACK' THEN 'DEBIT' END END`;

const CANDIDATE = `i.id AS "paymentId", i.user_id AS "userId", ${NAME} AS "userName", i.kind, i.state, t.sent_at AS "sentAt"
  FROM payment_attempt t JOIN payment_intent i ON i.id = t.intent_id JOIN users u ON u.id = i.user_id`;

const asJson = (rows: string): string => `(SELECT coalesce(jsonb_agg(c), '[]') FROM (${rows}) c)`;

/** Customers with the card or account whose last digits a report names. */
const WITH_LAST4 = `SELECT k.user_id FROM card k WHERE e.provider = 'tabapay' AND k.last4 = ${LAST4}
      UNION ALL SELECT k.user_id FROM bank_account k WHERE e.provider <> 'tabapay' AND k.mask = ${LAST4}`;

/** A return is reported so many days after its payment at most, two months and some. */
const RETURNED_WITHIN_DAYS = 90;

/**
 * The payment a report names; else calls of its rail, direction, amount and last digits that were told no name of, and for what
 * came back payments of the former system of customers with these last digits.
 */
const PAYMENTS = `CASE WHEN e.intent_id IS NOT NULL
  THEN ${asJson(`SELECT ${CANDIDATE} WHERE i.id = e.intent_id ORDER BY t.sent_at DESC LIMIT 1`)}
  ELSE ${asJson(`SELECT ${CANDIDATE}
    WHERE t.provider <> 'manual' AND t.provider = e.provider AND t.provider_reference IS NULL
      AND (t.outcome IS NULL OR t.outcome = 'FAILED')
      AND i.amount_cents = e.amount_cents AND i.instrument_last4 = coalesce(${LAST4}, i.instrument_last4)
      AND i.payment_type::text = coalesce(${DIRECTION}, i.payment_type::text)
      AND t.sent_at >= e.happened_on - 30 AND t.sent_at < e.happened_on + 2
    UNION ALL SELECT ${CANDIDATE}
    WHERE t.provider = '${IMPORTED}' AND t.outcome = 'SUCCEEDED' AND e.kind IN ('RETURN', 'CHARGEBACK')
      AND i.user_id IN (${WITH_LAST4})
      AND i.amount_cents = e.amount_cents AND i.payment_type::text = coalesce(${DIRECTION}, i.payment_type::text)
      AND t.sent_at >= e.happened_on - ${RETURNED_WITHIN_DAYS} AND t.sent_at < e.happened_on + 2
    ORDER BY "sentAt" DESC LIMIT ${MOST_CANDIDATES + 1}`)} END`;

const CUSTOMERS = asJson(`SELECT u.id AS "userId", ${NAME} AS "userName" FROM users u
  WHERE e.intent_id IS NULL
    AND (e.name = '' OR (lower(u.lastname) = lower(regexp_replace(e.name, '^.* ', ''))
      AND lower(trim(u.firstname || ' ' || u.lastname)) = lower(e.name)))
    AND u.id IN (${WITH_LAST4})
  ORDER BY u.id DESC LIMIT ${MOST_CANDIDATES + 1}`);

/** What each of the lists is of; of unknown outcomes $1 is when they were sent at the latest. */
const ROWS = {
  unmatched: {
    from: "processor_event e",
    // A settlement that fits no payment is no return and no chargeback: it stands here whatever the step was.
    condition: `(e.stage = 'MATCH' OR (e.kind = 'SETTLEMENT' AND e.stage IS NOT NULL))
      AND e.deleted_at IS NULL AND e.applied_at IS NULL`,
  },
  unknown: {
    from: "payment_intent i JOIN payment_attempt t ON t.intent_id = i.id AND t.outcome IS NULL",
    // Whoever waits for less than a look-up takes is no exception.
    condition: `i.state IN ${quotedList(UNKNOWN_STATES)}
      AND (i.state <> 'UNKNOWN' OR t.sent_at < $1)`,
  },
  booked: { from: "payment_exception x", condition: "x.closed_at IS NULL" },
} as const;

const MINUTE_MS = 60_000;
const latestSent = (now: Date): Date => new Date(now.getTime() - MINUTE_MS);

/** The rows of one of the lists now. */
export const exceptionRows = (list: keyof typeof ROWS, now: Date): ListedRows => ({
  ...ROWS[list],
  values: list === "unknown" ? [latestSent(now)] : [],
});

const UNMATCHED: Statement = {
  name: "paymentExceptions.unmatched",
  text: `SELECT e.id::text AS id, e.kind::text AS kind, CASE e.provider WHEN 'tabapay' THEN 'CARD' ELSE 'ACH' END AS rail,
    ${DIRECTION} AS direction, e.amount_cents::float8 AS "amountCents",
    e.reference, ${LAST4} AS last4, e.name, e.happened_on::text AS "happenedOn", e.received_at AS "receivedAt",
    e.stage::text AS stage, e.problem,
    ${PAYMENTS} AS payments, ${CUSTOMERS} AS customers
  FROM ${ROWS.unmatched.from} WHERE ${ROWS.unmatched.condition} ORDER BY e.received_at DESC, e.id DESC LIMIT ${MOST_EXCEPTIONS}`,
};

interface UnknownPayment {
  paymentId: string;
  userId: number;
  userName: string;
  kind: PaymentKind;
  state: PaymentState;
  amountCents: number;
  last4: string;
  message: string;
  sentAt: Date;
  nextLookAt: Date | null;
}

const UNKNOWN: Statement = {
  name: "paymentExceptions.unknown",
  text: `SELECT i.id::text AS "paymentId", i.user_id AS "userId", ${NAME} AS "userName", i.kind::text AS kind,
    i.state::text AS state, i.amount_cents::float8 AS "amountCents", i.instrument_last4 AS last4,
    i.failure_message AS message, t.sent_at AS "sentAt", i.due_at AS "nextLookAt"
  FROM ${ROWS.unknown.from} JOIN users u ON u.id = i.user_id
  WHERE ${ROWS.unknown.condition} ORDER BY t.sent_at, i.id LIMIT ${MOST_EXCEPTIONS}`,
};

interface OpenException {
  id: string;
  kind: PaymentExceptionKind;
  message: string;
  openedAt: Date;
  paymentId: string;
  userId: number;
  userName: string;
  paymentKind: PaymentKind;
  state: PaymentState;
  /** What was ordered, and what has moved where that is less. */
  amountCents: number;
  movedCents: number | null;
  /** The second payment of an exception about two, or null. */
  other: { paymentId: string; kind: PaymentKind; state: PaymentState } | null;
}

const OPEN: Statement = {
  name: "paymentExceptions.open",
  text: `SELECT x.id::text AS id, x.kind::text AS kind, x.message, x.opened_at AS "openedAt",
    i.id::text AS "paymentId", i.user_id AS "userId", ${NAME} AS "userName", i.kind::text AS "paymentKind",
    i.state::text AS state, i.amount_cents::float8 AS "amountCents", i.moved_cents::float8 AS "movedCents",
    CASE WHEN o.id IS NOT NULL THEN jsonb_build_object('paymentId', o.id, 'kind', o.kind, 'state', o.state) END AS other
  FROM ${ROWS.booked.from} JOIN payment_intent i ON i.id = x.intent_id JOIN users u ON u.id = i.user_id
    LEFT JOIN payment_intent o ON o.id = x.other_intent_id
  WHERE ${ROWS.booked.condition} ORDER BY x.opened_at DESC, x.id DESC LIMIT ${MOST_EXCEPTIONS}`,
};

const COUNTS: Statement = {
  name: "paymentExceptions.counts",
  text: `SELECT ${Object.entries(ROWS)
    .map(([name, { from, condition }]) => `(SELECT count(*) FROM ${from} WHERE ${condition})::int AS ${name}`)
    .join(", ")}`,
};

/**
 * What a person must see of payments: what the processors report and nobody here knows, whose outcome nobody knows, and
 * what was booked otherwise than it was ordered. The newest (of unknown outcomes the oldest) first, MOST_EXCEPTIONS of
 * each at most, with the number of all. Amounts in cents.
 */
export async function listPaymentExceptions(ctx: AdminCtx) {
  const since = latestSent(ctx.now());
  const [unmatched, unknown, booked, [counts]] = await Promise.all([
    ctx.db.sql<StoredReport & Record<string, unknown>>(UNMATCHED, []),
    ctx.db.sql<UnknownPayment & Record<string, unknown>>(UNKNOWN, [since]),
    ctx.db.sql<OpenException & Record<string, unknown>>(OPEN, []),
    ctx.db.sql<{ unmatched: number; unknown: number; booked: number }>(COUNTS, [since]),
  ]);
  return {
    unmatched: unmatched.map(
      ({ payments, ...report }): UnmatchedReport => ({
        ...report,
        payments: payments.map((payment) => ({ ...payment, sentAt: new Date(payment.sentAt) })),
      }),
    ),
    unknown,
    booked,
    counts: counts ?? { unmatched: 0, unknown: 0, booked: 0 },
  };
}
