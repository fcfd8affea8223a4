import {
  type AutomationSource,
  type AutomationStatus,
  type AutomationType,
  NOT_PROCESSED,
} from "@countinghouse/validators/automation/rules";
import type { AutomationFilters } from "@countinghouse/validators/automation/schemas";
import { type DayRange, daysOfPeriod } from "@countinghouse/validators/chargebacks/rules";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { found } from "../errors.ts";
import type { ListedRows } from "../sql-text.ts";

/** A batch, its items and the payments of their attempts: the one that is made or was made last, and the first one. */
export const AUTOMATION_TABLES = `bulk_batch t JOIN bulk_item i ON i.batch_id = t.id
  JOIN automation_item a ON a.item_id = i.id
  LEFT JOIN users u ON u.id = i.user_id
  LEFT JOIN payment_intent p ON p.id = i.intent_id`;

/** The payment is the truth as long as the row has not followed it; a failure that a second attempt follows is none. */
const STATE = `CASE WHEN i.state NOT IN ('CLAIMED', 'UNKNOWN') OR p.state IS NULL THEN i.state::text
  WHEN payment_row_state(p.state) = 'FAILED' AND a.second_rail IS NOT NULL AND t.state IN ('RUNNING', 'PAUSED')
    THEN 'CLAIMED' ELSE payment_row_state(p.state)::text END`;

const OVER = `(${STATE}) IN ('DONE', 'FAILED', 'CANCELLED')`;
const DONE = `(${STATE}) = 'DONE'`;

/** What each field of a transaction is read from. */
export const AUTOMATION_SQL = {
  status: `CASE WHEN ${OVER} THEN 'Completed' WHEN (${STATE}) = 'WAITING' AND a.first_rail IS NULL THEN 'Pending'
    ELSE 'Processing' END`,
  /** Null until the row is completed (specification 2, section 4). */
  result: `CASE WHEN ${DONE} THEN 'SUCCESS' WHEN ${OVER} THEN 'FAILED' END`,
  /** Of a row for which nothing was sent, or whose outcome is not known. */
  notProcessedReason: `CASE WHEN (${STATE}) = 'UNKNOWN' THEN '${NOT_PROCESSED.unknown}'
    WHEN i.intent_id IS NULL AND ${OVER} THEN i.error_message ELSE '' END`,
  /** What the processor said, and of a failure without a word what the product says. */
  problem: `CASE WHEN i.intent_id IS NOT NULL AND ${OVER} AND NOT ${DONE}
    THEN coalesce(nullif(i.error_message, ''), nullif(p.failure_message, ''), '${TEXT.failed}') ELSE '' END`,
  /** The same of the first attempt, where another one followed it. */
  firstProblem: `CASE WHEN a.first_rail IS NULL THEN '' ELSE coalesce(nullif(a.first_problem, ''), '${TEXT.failed}') END`,
  /** What a card was charged where it approved a part; null as long as nobody knows. */
  takenCents: `CASE WHEN ${DONE} THEN coalesce(p.moved_cents, p.amount_cents) WHEN ${OVER} THEN 0 END`,
  last4: "coalesce(nullif(i.last4, ''), p.instrument_last4, '')",
  name: "trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, ''))",
  over: OVER,
  done: DONE,
} as const;

const OF_TYPE: Record<AutomationType, string> = {
  All: "true",
  ACH: "a.rail = 'ACH'",
  CARD: "a.rail = 'CARD'",
  "ACH/CARD": "a.rail IS NOT NULL",
  "No payment type": "a.rail IS NULL",
};

const OF_STATUS: Record<AutomationStatus, string> = {
  All: "true",
  SUCCESS: DONE,
  FAILED: `${OVER} AND NOT ${DONE}`,
};

const OF_SOURCE: Record<AutomationSource, string> = {
  All: "true",
  LP: "a.source = 'LP'",
  GF: "a.source = 'GF'",
};

/** The condition on a transaction, with the times $1 and $2 between which its batch was requested. */
export const automationWhere = ({ paymentType, status, source }: AutomationFilters): string =>
  `t.kind = 'AUTOMATION' AND t.requested_at >= $1 AND t.requested_at < $2
   AND ${OF_TYPE[paymentType]} AND ${OF_STATUS[status]} AND ${OF_SOURCE[source]}`;

/** Names a statement by what its text depends on. */
export const filtersName = ({ paymentType, status, source }: AutomationFilters): string =>
  `${paymentType}.${status}.${source}`;

interface Within {
  from: Date;
  until: Date;
}

/** When the batches of the period's days were requested, on the clock of New York. */
export function automationPeriod(
  { period, startDate, endDate }: AutomationFilters,
  now: Date,
): DayRange & Within {
  const known = period === "Current Day" ? "Today" : period;
  const days = found(
    daysOfPeriod({ period: known, startDate, endDate }, newYorkDate(now)),
    "These days are not valid.",
  );
  return { ...days, from: startOfDay(days.startDate), until: startOfDay(addDays(days.endDate, 1)) };
}

/** The times between which the batches of these filters were requested: of one batch its own, else the period's. */
export function automationTimes(filters: AutomationFilters, now: Date): Within {
  const { requestedAt } = filters;
  if (requestedAt === null) return automationPeriod(filters, now);
  return { from: new Date(requestedAt), until: new Date(requestedAt + 1) };
}

/** The transactions of these filters. */
export function automationRows(filters: AutomationFilters, now: Date): ListedRows {
  const { from, until } = automationTimes(filters, now);
  return { from: AUTOMATION_TABLES, condition: automationWhere(filters), values: [from, until] };
}
