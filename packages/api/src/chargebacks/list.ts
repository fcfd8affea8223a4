import type { Statement } from "@countinghouse/db";
import {
  type ChargebackTransactionType,
  type ChargebackType,
  type DayRange,
  daysOfPeriod,
} from "@countinghouse/validators/chargebacks/rules";
import type {
  ChargebackFilters,
  ListChargebacks,
  ReportCursor,
} from "@countinghouse/validators/chargebacks/schemas";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import type { ListedRows } from "../sql-text.ts";
import {
  byRail,
  REPORT_COLUMNS,
  REPORT_SQL,
  REPORT_TABLES,
  reportRow,
  type StoredReport,
} from "./report-rows.ts";

const OF_TRANSACTION_TYPE: Record<ChargebackTransactionType, string> = {
  All: "true",
  ACH: "e.provider <> 'tabapay' AND i.kind IS DISTINCT FROM 'RCC'",
  RCC: "e.provider <> 'tabapay' AND i.kind = 'RCC'",
  Card: "e.provider = 'tabapay'",
};

const OF_CHARGEBACK_TYPE: Record<ChargebackType, string> = {
  All: "true",
  Chargeback: "e.kind IN ('CHARGEBACK', 'CHARGEBACK_REVERSAL')",
  Returns: `(e.kind IN ('RETURN', 'NOTICE_OF_CHANGE')
    OR (e.kind = 'OTHER' AND lower(e.detail->>'type') = 'return'))`,
  Representment: "e.kind = 'REPRESENTMENT'",
};

type Types = Pick<ChargebackFilters, "transactionType" | "chargebackType">;

/** What a listed report is: applied, no settlement, and of these types. */
export const processedCondition = ({ transactionType, chargebackType }: Types): string =>
  `e.applied_at IS NOT NULL AND e.kind <> 'SETTLEMENT'
   AND ${OF_TRANSACTION_TYPE[transactionType]} AND ${OF_CHARGEBACK_TYPE[chargebackType]}`;

/** The days that are asked for, and when the first one begins and the last one ends in New York. */
export function daysAskedFor(filters: ChargebackFilters, now: Date): DayRange & { from: Date; until: Date } {
  const days = found(daysOfPeriod(filters, newYorkDate(now)), "These days are not valid.");
  return { ...days, from: startOfDay(days.startDate), until: startOfDay(addDays(days.endDate, 1)) };
}

/** What is listed of the days that begin at $1 and end at $2. */
const listedCondition = (types: Types): string =>
  `${processedCondition(types)} AND e.received_at >= $1 AND e.received_at < $2`;

/** The reports that these filters find. */
export function processedReports(filters: ChargebackFilters, now: Date): ListedRows {
  const { from, until } = daysAskedFor(filters, now);
  return { from: REPORT_TABLES, condition: listedCondition(filters), values: [from, until] };
}

const pageStatement = (types: Types, isNext: boolean): Statement => ({
  name: `chargebacks.${isNext ? "next" : "first"}.${types.transactionType}.${types.chargebackType}`,
  text: `SELECT ${REPORT_COLUMNS} FROM ${REPORT_TABLES} WHERE ${listedCondition(types)}
         ${isNext ? "AND (e.received_at, e.id) < ($4, $5::uuid)" : ""}
         ORDER BY e.received_at DESC, e.id DESC LIMIT $3`,
});

const sumStatement = (types: Types): Statement => ({
  name: `chargebacks.sum.${types.transactionType}.${types.chargebackType}`,
  text: `SELECT count(*)::int AS total, coalesce(sum(${REPORT_SQL.cents}), 0)::float8 AS "sumCents"
         FROM ${REPORT_TABLES} WHERE ${listedCondition(types)}`,
});

interface Sum {
  total: number;
  sumCents: number;
}

/**
 * One page of the returns and chargebacks that were applied, the newest first over both, amounts in cents. The first page
 * counts and sums up all that match, exactly; further ones, which go on below the last one seen, have null for that.
 */
export async function listChargebacks(ctx: AdminCtx, { cursor, limit, ...filters }: ListChargebacks) {
  const { from, until, startDate, endDate } = daysAskedFor(filters, ctx.now());
  const place = cursor === null ? [] : [cursor.receivedAt, cursor.id];
  const values = [from, until, limit + 1, ...place];
  const [stored, sums] = await Promise.all([
    ctx.db.sql<StoredReport>(pageStatement(filters, cursor !== null), values),
    cursor === null ? ctx.db.sql<Sum>(sumStatement(filters), [from, until]) : null,
  ]);
  const rows = stored.slice(0, limit).map(reportRow);
  const last = stored.length > limit ? rows.at(-1) : undefined;
  const nextCursor: ReportCursor = last ? { receivedAt: last.createdAt, id: last.id } : null;
  return { ...byRail(rows), sums: sums?.[0] ?? null, startDate, endDate, nextCursor };
}
