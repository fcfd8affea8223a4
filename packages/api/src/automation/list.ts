import type { Statement } from "@countinghouse/db";
import type { AutomationResult } from "@countinghouse/validators/automation/rules";
import type {
  AutomationCursor,
  AutomationFilters,
  ListAutomation,
} from "@countinghouse/validators/automation/schemas";
import { formatNewYork } from "@countinghouse/validators/new-york";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import type { AdminCtx } from "../context.ts";
import {
  AUTOMATION_TABLES,
  automationPeriod,
  automationTimes,
  automationWhere,
  filtersName,
  AUTOMATION_SQL as SQL,
} from "./rows-sql.ts";
import { readSummary } from "./summary.ts";

interface Stored {
  id: string;
  position: number;
  requestedAt: Date;
  userId: number;
  name: string;
  source: "LP" | "GF";
  dueOn: string;
  dueCents: number;
  takenCents: number | null;
  status: "Pending" | "Processing" | "Completed";
  paymentStatus: AutomationResult | null;
  notProcessedReason: string;
  problem: string;
  rail: PaymentRail | null;
  last4: string;
  paymentId: string | null;
  plaidBalanceCents: number | null;
  createdAt: Date | null;
  finishedAt: Date | null;
  firstRail: PaymentRail | null;
  firstPaymentId: string | null;
  firstLast4: string;
  firstProblem: string;
  firstEndedAt: Date | null;
}

const pageStatement = (filters: AutomationFilters, isNext: boolean): Statement => ({
  name: `automation.${isNext ? "next" : "first"}.${filtersName(filters)}`,
  text: `SELECT i.id::text AS id, i.position, t.requested_at AS "requestedAt", i.user_id AS "userId", ${SQL.name} AS name,
      a.source::text AS source, a.due_on::text AS "dueOn", i.amount_cents::float8 AS "dueCents",
      (${SQL.takenCents})::float8 AS "takenCents", ${SQL.status} AS status, ${SQL.result} AS "paymentStatus",
      ${SQL.notProcessedReason} AS "notProcessedReason", ${SQL.problem} AS problem, a.rail::text AS rail,
      ${SQL.last4} AS last4, i.intent_id::text AS "paymentId", a.plaid_balance_cents::float8 AS "plaidBalanceCents",
      p.created_at AS "createdAt", i.finished_at AS "finishedAt", a.first_rail::text AS "firstRail",
      a.first_intent_id::text AS "firstPaymentId", a.first_last4 AS "firstLast4", ${SQL.firstProblem} AS "firstProblem",
      a.first_ended_at AS "firstEndedAt"
    FROM ${AUTOMATION_TABLES} WHERE ${automationWhere(filters)}
      ${isNext ? "AND (t.requested_at, -i.position) < ($4, -$5::int)" : ""}
    ORDER BY t.requested_at DESC, i.position LIMIT $3`,
});

/**
 * One page of the transactions of payment automation, those of the newest batch first, amounts in cents, and beside the
 * first page what they come to. The times of the period's batches are for the drop-down. While a batch is not complete
 * it is named, and nothing may be started (specification 2, sections 4 and 7).
 */
export async function listAutomation(ctx: AdminCtx, { cursor, limit, ...filters }: ListAutomation) {
  const now = ctx.now();
  const { from, until } = automationTimes(filters, now);
  const period = automationPeriod(filters, now);
  const place = cursor === null ? [] : [new Date(cursor.requestedAt), cursor.position];
  const [stored, summary, requestedAtList, inCompleteBatch] = await Promise.all([
    ctx.db.sql<Stored & Record<string, unknown>>(pageStatement(filters, cursor !== null), [
      from,
      until,
      limit + 1,
      ...place,
    ]),
    cursor === null ? readSummary(ctx.db, filters, { from, until }) : null,
    listBatches(ctx, filters, period),
    findIncomplete(ctx),
  ]);
  const rows = stored.slice(0, limit);
  const last = stored.length > limit ? rows.at(-1) : undefined;
  const nextCursor: AutomationCursor = last
    ? { requestedAt: last.requestedAt.getTime(), position: last.position }
    : null;
  return {
    transactions: rows.map(shownTransaction),
    summary,
    requestedAtList,
    isPaymentProcessingComplete: inCompleteBatch === null,
    inCompleteBatch,
    startDate: period.startDate,
    endDate: period.endDate,
    nextCursor,
  };
}

const BATCHES_OFFERED = 200;

/** The batches of the period, and the one that was asked for wherever it is; the newest first. */
async function listBatches(
  ctx: AdminCtx,
  { requestedAt }: AutomationFilters,
  { from, until }: { from: Date; until: Date },
) {
  const batches = await ctx.db.bulkBatch.findMany({
    where: {
      kind: "AUTOMATION",
      OR: [
        { requestedAt: { gte: from, lt: until } },
        ...(requestedAt === null ? [] : [{ requestedAt: new Date(requestedAt) }]),
      ],
    },
    orderBy: { requestedAt: "desc" },
    take: BATCHES_OFFERED,
    select: { requestedAt: true },
  });
  return batches.map((batch) => ({
    value: batch.requestedAt.getTime(),
    /** On the clock of New York. */
    label: formatNewYork(batch.requestedAt, "dateTime"),
  }));
}

/** When the batch that is not complete was requested, in milliseconds, or null. */
async function findIncomplete(ctx: AdminCtx): Promise<number | null> {
  const batch = await ctx.db.bulkBatch.findFirst({
    where: { kind: "AUTOMATION", state: { in: ["RUNNING", "PAUSED"] } },
    select: { requestedAt: true },
  });
  return batch?.requestedAt.getTime() ?? null;
}

function shownTransaction(row: Stored) {
  const {
    firstRail,
    firstPaymentId,
    firstLast4,
    firstProblem,
    firstEndedAt,
    position: _place,
    ...main
  } = row;
  const { paymentId, rail, last4, dueCents, takenCents, problem, notProcessedReason } = main;
  const second =
    firstRail === null
      ? null
      : {
          /** The attempt that this one follows; null where that one was not sent. */
          primaryTransactionId: firstPaymentId,
          id: paymentId,
          paymentType: rail,
          last4,
          status: main.status,
          paymentStatus: main.paymentStatus,
          problem: problem || notProcessedReason,
          at: main.createdAt ?? main.finishedAt,
        };
  const first = {
    id: firstRail === null ? paymentId : firstPaymentId,
    paymentType: firstRail ?? rail,
    last4: firstRail === null ? last4 : firstLast4,
    problem: firstRail === null ? problem : firstProblem,
    at: firstRail === null ? (main.createdAt ?? main.finishedAt) : firstEndedAt,
  };
  return {
    ...main,
    paymentType: rail,
    shortfallCents: takenCents === null ? null : takenCents - dueCents,
    primary: first,
    secondary: second,
  };
}
