import type { BulkItemState, PaymentKind, PaymentState, Statement } from "@countinghouse/db";
import type { BulkCursor, ListBulkRows } from "@countinghouse/validators/bulk-jobs/schemas";
import { toRowState } from "@countinghouse/validators/payments/states";
import { PAYMENT_TEXTS as TEXT } from "@countinghouse/validators/payments/texts";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { z } from "zod";
import type { AdminCtx } from "../context.ts";
import { listRead } from "../reading.ts";
import { RENEWAL_ID_SQL } from "../renewal-id.ts";
import { getBatch } from "./batches.ts";

/** What the banks said was in the accounts of a row. */
export const ShownAccounts = z.array(
  z.object({ name: z.string(), mask: z.string(), balanceCents: z.int().nullable() }),
);
export type ShownAccounts = z.infer<typeof ShownAccounts>;

interface Stored {
  id: string;
  position: number;
  change: number;
  userId: number;
  isKnown: boolean;
  renewalId: number | null;
  firstname: string;
  lastname: string;
  email: string;
  amountCents: number | null;
  paymentCents: number | null;
  paybackCents: number | null;
  discountDate: string | null;
  itemState: BulkItemState;
  errorCode: string;
  errorMessage: string;
  last4: string;
  result: unknown;
  finishedAt: Date | null;
  paymentId: string | null;
  paymentState: PaymentState | null;
  failureCode: string | null;
  failureMessage: string | null;
  paymentLast4: string | null;
  /** How it was taken; null while there is no payment. */
  mode: PaymentKind | null;
}

const ENDED = "('DONE', 'FAILED', 'CANCELLED')";
const CONDITIONS = {
  ALL: "",
  COMPLETED: `AND i.state IN ${ENDED}`,
  OPEN: `AND i.state NOT IN ${ENDED}`,
} as const satisfies Record<ListBulkRows["show"], string>;

/** The rows after the place $2, $3 in the order in which they changed, at most $4. */
const rowsWhere = (condition: string): string => `
  SELECT i.id::text AS id, i.position, i.change, i.user_id AS "userId", u.id IS NOT NULL AS "isKnown",
    ${RENEWAL_ID_SQL} AS "renewalId",
    coalesce(u.firstname, '') AS firstname, coalesce(u.lastname, '') AS lastname, coalesce(u.email, '') AS email,
    i.amount_cents::float8 AS "amountCents", a.payment_amount_cents::float8 AS "paymentCents",
    a.payback_amount_cents::float8 AS "paybackCents", a.discount_date::text AS "discountDate",
    i.state::text AS "itemState", i.error_code AS "errorCode", i.error_message AS "errorMessage", i.last4, i.result,
    i.finished_at AS "finishedAt", i.intent_id::text AS "paymentId",
    p.state::text AS "paymentState", p.failure_code AS "failureCode", p.failure_message AS "failureMessage",
    p.instrument_last4 AS "paymentLast4", p.kind::text AS mode
  FROM (SELECT * FROM bulk_item i WHERE i.batch_id = $1::uuid AND (i.change, i.position) > ($2::int, $3::int)
      ${condition} ORDER BY i.change, i.position LIMIT $4) i
  LEFT JOIN users u ON u.id = i.user_id
  LEFT JOIN payment_intent p ON p.id = i.intent_id
  LEFT JOIN LATERAL (SELECT payment_amount_cents, payback_amount_cents, discount_date FROM application a
    WHERE a.user_id = u.id ORDER BY a.id DESC LIMIT 1) a ON true
  ORDER BY i.change, i.position`;

const statementFor = (show: ListBulkRows["show"]): Statement => ({
  name: `bulkJobs.rows.${show}`,
  text: rowsWhere(CONDITIONS[show]),
});

const FROM_THE_START: BulkCursor = { change: -1, position: -1 };

/**
 * A batch and its rows after a place, in the order in which they last changed: from the start all come, read on from
 * the cursor only what has changed since, and no change is ever passed over. Amounts in cents. Throws NOT_FOUND, LIMITED.
 */
export async function listBulkRows(ctx: AdminCtx, { batchId, show, after, limit }: ListBulkRows) {
  const batch = await getBatch(ctx, { batchId });
  const from = after ?? FROM_THE_START;
  const stored = await ctx.db.sql<Stored>(statementFor(show), [batchId, from.change, from.position, limit]);
  await noteRows(ctx, batchId, stored);
  const last = stored.at(-1);
  return {
    batch,
    rows: stored.map(shownRow),
    cursor: last ? { change: last.change, position: last.position } : after,
    more: stored.length === limit,
  };
}

/** A look at the customers of these rows, each once in the hour however often their rows change. */
async function noteRows({ reading }: AdminCtx, batchId: string, rows: readonly Stored[]): Promise<void> {
  const known = rows.filter(({ isKnown }) => isKnown).map(({ userId }) => userId);
  const userIds = reading.unseen([...new Set(known)]);
  const draft = listRead(userIds, { procedure: "bulkJobs.rows", batchId });
  await reading.note({ userIds, event: { action: "users.readList", draft } });
}

/** The payment is the truth as long as the row has not followed it. */
function shownRow(stored: Stored) {
  const { isKnown, itemState, errorMessage, failureCode, failureMessage, paymentLast4, result, ...row } =
    stored;
  const follows = row.paymentState !== null && (itemState === "CLAIMED" || itemState === "UNKNOWN");
  const state = follows && row.paymentState !== null ? toRowState(row.paymentState) : itemState;
  const told = follows ? (failureMessage ?? "") : errorMessage;
  return {
    ...row,
    state,
    errorCode: follows && state === "FAILED" ? (failureCode ?? "") : row.errorCode,
    /** What happened, in one sentence; empty while nothing has. */
    message: isKnown ? rowMessage(state, told, row.paymentId !== null) : unknownUser(row.userId),
    last4: row.last4 || (paymentLast4 ?? ""),
    accounts: ShownAccounts.parse(result ?? []),
  };
}

function rowMessage(state: BulkItemState, told: string, isPayment: boolean): string {
  if (state === "UNKNOWN") return TEXT.outcomeUnknown;
  if (state === "FAILED") return told || TEXT.failed;
  return state === "DONE" && isPayment ? TEXT.performed : told;
}
