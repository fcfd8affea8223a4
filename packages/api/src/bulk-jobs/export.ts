import {
  BULK_BALANCE_ACCOUNTS,
  BULK_FILE_NAMES,
  type BulkKind,
} from "@countinghouse/validators/bulk-jobs/rules";
import { BatchId } from "@countinghouse/validators/bulk-jobs/schemas";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { assertAllowed } from "../actor.ts";
import type { AdminCtx } from "../context.ts";
import { type ExportSink, exportCsv } from "../csv-export.ts";
import { DomainError, found } from "../errors.ts";
import { harmlessSql } from "../harmless-text.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";
import { quoted } from "../sql-text.ts";

export { BULK_EXPORT_PATH } from "@countinghouse/validators/bulk-jobs/rules";

const CAPABILITY = "bulkJobs.read";

/** Columns of one kind with the SQL that fills each. */
type Columns = readonly (readonly [name: string, sql: string])[];

const dollars = (cents: string): string => `(${cents} * 0.01)::numeric(20, 2)`;
const newYork = (at: string): string =>
  `to_char(${at} AT TIME ZONE 'America/New_York', 'YYYY-MM-DD HH24:MI:SS')`;
const text = (sql: string): string => harmlessSql(`(${sql})`);

/** As on the screen: while a row has not followed its payment, the payment is the truth. */
const STATE = `CASE WHEN i.state NOT IN ('CLAIMED', 'UNKNOWN') OR p.state IS NULL THEN i.state
  ELSE payment_row_state(p.state) END::text`;
const SHOWN_STATE = `CASE ${STATE} WHEN 'DONE' THEN '100' WHEN 'FAILED' THEN 'X' WHEN 'CANCELLED' THEN 'X' ELSE '0' END`;
const MESSAGE = `CASE ${STATE} WHEN 'DONE' THEN ${quoted(TEXT.performed)} WHEN 'UNKNOWN' THEN ${quoted(TEXT.outcomeUnknown)}
  WHEN 'FAILED' THEN coalesce(nullif(i.error_message, ''), nullif(p.failure_message, ''), ${quoted(TEXT.failed)})
  ELSE i.error_message END`;

const account = (index: number): Columns => [
  [`acc_${index + 1} name`, text(`coalesce(i.result->${index}->>'name', '')`)],
  [`acc_${index + 1} balance`, dollars(`(i.result->${index}->>'balanceCents')::bigint`)],
];

const BALANCE: Columns = [
  ["user_id", "i.user_id"],
  ["email", text("coalesce(u.email, '')")],
  ["name", text("trim(coalesce(u.firstname, '') || ' ' || coalesce(u.lastname, ''))")],
  ["payment", dollars("a.payment_amount_cents")],
  ...Array.from({ length: BULK_BALANCE_ACCOUNTS }, (_, index) => account(index)).flat(),
  ["error", text("i.error_code")],
  ["errorMessage", text("i.error_message")],
  ["date_requested (America/New_York)", newYork("t.requested_at")],
];

const payments = (instrument: string): Columns => [
  ["renewalID", RENEWAL_ID_SQL],
  ["id", "i.user_id"],
  ["firstname", text("coalesce(u.firstname, '')")],
  ["lastname", text("coalesce(u.lastname, '')")],
  ["alloyPaymentAmount", dollars("i.amount_cents")],
  ["alloyPaybackAmount", dollars("a.payback_amount_cents")],
  ["discountDate", "a.discount_date"],
  ["status", SHOWN_STATE],
  ["message", text(MESSAGE)],
  [instrument, text("coalesce(nullif(i.last4, ''), p.instrument_last4, '')")],
  ["paymentId", "i.intent_id"],
  ["requestedAt (America/New_York)", newYork("t.requested_at")],
];

const COLUMNS: Record<Exclude<BulkKind, "AUTOMATION">, Columns> = {
  BULK_BALANCE: BALANCE,
  BULK_DEBIT: payments("cardNumber"),
  BULK_ACH: payments("accountNumber"),
  REVERT: payments("number"),
};

const select = (columns: Columns, batchId: string): string => `
  SELECT ${columns.map(([, sql]) => sql).join(", ")}
  FROM bulk_item i JOIN bulk_batch t ON t.id = i.batch_id
  LEFT JOIN users u ON u.id = i.user_id
  LEFT JOIN payment_intent p ON p.id = i.intent_id
  LEFT JOIN LATERAL (SELECT payment_amount_cents, payback_amount_cents, discount_date FROM application a
    WHERE a.user_id = u.id ORDER BY a.id DESC LIMIT 1) a ON true
  WHERE i.batch_id = '${batchId}'::uuid ORDER BY i.position`;

/**
 * Writes the rows of a batch into `sink` as CSV in their order, amounts in dollars, of cards and accounts the last four
 * digits; returns how many. `onStart` is told the name of the file before the first byte. Throws NOT_FOUND, INVALID, and
 * what `exportCsv` throws.
 */
export async function exportBatch(
  ctx: AdminCtx,
  batchId: string,
  sink: ExportSink,
  onStart: (fileName: string) => void,
): Promise<number> {
  // Before it is told which batches there are.
  assertAllowed(ctx.actor, CAPABILITY);
  const parsed = BatchId.safeParse(batchId);
  if (!parsed.success) throw new DomainError("INVALID", "This is not the id of a batch.");
  const id = parsed.data;
  const { kind } = found(
    await ctx.db.bulkBatch.findUnique({ where: { id }, select: { kind: true } }),
    "There is no such batch.",
  );
  if (kind === "AUTOMATION") throw new DomainError("RULE", "Payment automation is exported on its own page.");
  const columns = COLUMNS[kind];
  return exportCsv(
    ctx,
    {
      name: "bulkJobs",
      capability: CAPABILITY,
      subject: { type: "bulk-batch", id },
      columns: columns.map(([name]) => name),
      customers: `SELECT i.user_id FROM bulk_item i WHERE i.batch_id = '${id}'::uuid`,
      select: select(columns, id),
    },
    sink,
    () => onStart(BULK_FILE_NAMES[kind]),
  );
}
