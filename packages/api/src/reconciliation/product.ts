import type { Statement } from "@countinghouse/db";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import type { AdminCtx, Ctx } from "../context.ts";
import { FUNDING_KINDS } from "../payments/engine/intent-row.ts";
import type { FundedTransaction, FundingRail } from "./funded.ts";

/** A funding that went out, whatever became of it since, and by which names the other systems know it. */
export interface ProductFunding {
  paymentId: string;
  userId: number;
  amountCents: number;
  rail: FundingRail;
  key: string;
  reference: string | null;
  /** The name of the funding in the report: the processor's where we hold it, else our key of the call. */
  uniqueRef: string;
  fundedDate: string;
}

/** Days of New York, YYYY-MM-DD, both included. */
export interface Days {
  start: string;
  end: string;
}

export const isWithin = ({ start, end }: Days, day: string): boolean => start <= day && day <= end;

/** A payment whose outcome nobody knew is settled by hand this many days after it was sent, at the latest. */
const LONGEST_DOUBT_DAYS = 90;

const KINDS = FUNDING_KINDS.map((kind) => `'${kind}'`).join(", ");

/** $1 and $2: from and until; $3: since when it may have been sent, by which it is found. */
const FUNDINGS: Statement = {
  name: "reconciliation.fundings",
  text: `
  SELECT i.id::text AS "paymentId", i.user_id AS "userId", i.amount_cents::float8 AS "amountCents",
    t.provider, t.provider_key AS key, nullif(t.provider_reference, '') AS reference, t.finished_at AS "finishedAt"
  FROM payment_attempt t JOIN payment_intent i ON i.id = t.intent_id
  WHERE t.provider <> 'manual' AND t.sent_at >= $3 AND t.sent_at < $2
    AND t.finished_at >= $1 AND t.finished_at < $2
    AND t.outcome IN ('SUBMITTED', 'SUCCEEDED') AND i.kind IN (${KINDS})
  ORDER BY t.finished_at, t.id`,
};

interface FundingRow extends Omit<ProductFunding, "rail" | "uniqueRef" | "fundedDate"> {
  provider: string;
  finishedAt: Date;
}

/** Our own fundings of these days: those the sheet was told of on them. */
export async function readFundings({ db }: Pick<Ctx, "db">, { start, end }: Days): Promise<ProductFunding[]> {
  const rows = await db.sql<FundingRow>(FUNDINGS, [
    startOfDay(start),
    startOfDay(addDays(end, 1)),
    startOfDay(addDays(start, -LONGEST_DOUBT_DAYS)),
  ]);
  return rows.map(({ provider, finishedAt, ...row }) => ({
    ...row,
    rail: provider === "tabapay" ? "CARD" : "ACH",
    uniqueRef: row.reference ?? row.key,
    fundedDate: newYorkDate(finishedAt),
  }));
}

/** The same as the report compares it. */
export const asTransaction = (funding: ProductFunding): FundedTransaction => ({
  sourceSystem: "giggle",
  paymentType: funding.rail,
  uniqueRef: funding.uniqueRef,
  userId: funding.userId,
  fundedDate: funding.fundedDate,
  disbursementAmountCents: funding.amountCents,
});

/** Which of these are ids of payments of ours, of any kind and day. */
export async function knownPayments(ctx: AdminCtx, ids: readonly string[]): Promise<Set<string>> {
  const uuids = ids.filter((id) => UUID.test(id));
  const rows = await ctx.db.paymentIntent.findMany({ where: { id: { in: uuids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** A call of ours that the processor of bank transfers names. */
export interface KnownCall {
  key: string;
  reference: string | null;
  userId: number;
  /** Whether it went through, as far as we know. */
  isPaid: boolean;
}

/** Our calls among those that the processor of bank transfers names so. */
export async function knownCalls(ctx: AdminCtx, names: readonly string[]): Promise<KnownCall[]> {
  const rows = await ctx.db.paymentAttempt.findMany({
    where: {
      provider: "payliance",
      OR: [{ providerReference: { in: [...names] } }, { providerKey: { in: [...names] } }],
    },
    select: {
      providerKey: true,
      providerReference: true,
      outcome: true,
      intent: { select: { userId: true } },
    },
  });
  return rows.map(({ providerKey, providerReference, outcome, intent }) => ({
    key: providerKey,
    reference: providerReference,
    userId: intent.userId,
    isPaid: outcome === "SUBMITTED" || outcome === "SUCCEEDED",
  }));
}
