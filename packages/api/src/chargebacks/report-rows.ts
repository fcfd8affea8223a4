import { meaningOfCode } from "@countinghouse/validators/chargebacks/report-codes";
import { RETURN_STATUSES, type ReportRail } from "@countinghouse/validators/chargebacks/rules";

/** A return or a chargeback as it is listed. */
export interface ReportRow {
  id: string;
  /** When the report came in. */
  createdAt: Date;
  /** Null where nobody here knows the payment. */
  userId: number | null;
  /** Our key of the payment, or else the processor's name of it. */
  uniqueRef: string;
  name: string;
  /** Negative, but for what came back to us after all. */
  amountCents: number;
  transactionType: ReportRail;
  exceptionType: string;
  /** Last four digits of the card or the account. */
  cardNumber: string | null;
  code: string;
  /** What the code means, "" for one that is not in the dictionary. */
  meaning: string;
  /** What the bank or the network added. */
  reason: string;
  status: string;
  reprocessingAttempts: number;
}

/** A row as the database gives it. */
export type StoredReport = Omit<ReportRow, "meaning"> & { codeFamily: string };

/** The tables a report is told from. */
export const REPORT_TABLES = `processor_event e
  LEFT JOIN payment_intent i ON i.id = e.intent_id
  LEFT JOIN users u ON u.id = i.user_id`;

const RAIL = "CASE WHEN e.provider = 'tabapay' THEN 'CARD' WHEN i.kind = 'RCC' THEN 'RCC' ELSE 'ACH' END";

/** What of a payment was undone is negative, what was restored positive; a correction of details moves nothing. */
const SHOWN_CENTS = `CASE WHEN e.kind = 'NOTICE_OF_CHANGE' THEN 0
  WHEN e.kind IN ('CHARGEBACK_REVERSAL', 'REPRESENTMENT') THEN e.amount_cents ELSE -e.amount_cents END`;

/** What a report tells, as SQL over REPORT_TABLES; texts are '' where there is none. */
export const REPORT_SQL = {
  userId: "i.user_id",
  uniqueRef: "coalesce(nullif(e.payment_key, ''), e.reference)",
  name: "coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), e.name)",
  cents: SHOWN_CENTS,
  transactionType: RAIL,
  exceptionType: `CASE e.kind WHEN 'RETURN' THEN 'Return' WHEN 'NOTICE_OF_CHANGE' THEN '${RETURN_STATUSES[3]}'
    ELSE coalesce(nullif(e.detail->>'type', ''), e.kind::text) END`,
  last4: `coalesce(nullif(e.detail->>'last4', ''), nullif(e.detail->>'accountLast4', ''),
    nullif(i.instrument_last4, ''))`,
  code: "e.code",
  /** Whose code it is, as the dictionary of codes calls it. */
  codeFamily: `CASE WHEN e.provider = 'tabapay' THEN coalesce(e.detail->>'network', '') ELSE ${RAIL} END`,
  reason: "coalesce(nullif(e.detail->>'addenda', ''), e.detail->>'description', '')",
  status: `CASE e.detail->>'kind' WHEN 'returnedAfterSettlement' THEN '${RETURN_STATUSES[1]}'
    WHEN 'returnedBeforeSettlement' THEN '${RETURN_STATUSES[2]}'
    WHEN 'notificationOfChange' THEN '${RETURN_STATUSES[3]}' ELSE coalesce(e.detail->>'status', '') END`,
} as const;

/** The columns of a `StoredReport`. */
export const REPORT_COLUMNS = `e.id::text AS id, e.received_at AS "createdAt", ${REPORT_SQL.userId} AS "userId",
  ${REPORT_SQL.uniqueRef} AS "uniqueRef", ${REPORT_SQL.name} AS name, (${REPORT_SQL.cents})::float8 AS "amountCents",
  ${REPORT_SQL.transactionType} AS "transactionType", ${REPORT_SQL.exceptionType} AS "exceptionType",
  ${REPORT_SQL.last4} AS "cardNumber", e.code, ${REPORT_SQL.codeFamily} AS "codeFamily", ${REPORT_SQL.reason} AS reason,
  ${REPORT_SQL.status} AS status, e.attempts AS "reprocessingAttempts"`;

/** The row with what its code means. */
export function reportRow<Stored extends StoredReport>({ codeFamily, ...row }: Stored) {
  return { ...row, meaning: meaningOfCode(codeFamily, row.code) };
}

/** Reports apart: those of bank transfers and checks, and those of cards (specification 2, section 7). */
export function byRail<Row extends Pick<ReportRow, "transactionType">>(rows: readonly Row[]) {
  const isCard = ({ transactionType }: Row): boolean => transactionType === "CARD";
  return { returns: rows.filter((row) => !isCard(row)), chargebacks: rows.filter(isCard) };
}
