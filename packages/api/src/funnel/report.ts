import type { Statement } from "@countinghouse/db";
import {
  ALL_PARTNERS,
  DECLINED_STEP,
  DROP_OFF_DAYS,
  FUNDED_EVENT,
  type FunnelOutcome,
} from "@countinghouse/validators/funnel/rules";
import type { FunnelReport, ListFunnelUsers } from "@countinghouse/validators/funnel/schemas";
import { addDays, startOfDay } from "@countinghouse/validators/new-york";
import type { AdminCtx } from "../context.ts";

interface PhaseRow {
  eventId: number;
  eventName: string;
  count: number;
  convertedCount: number;
  amountValueCents: number;
  movedOnCount: number;
  rejectedCount: number;
  dropOffCount: number;
  stillOpenCount: number;
}

/**
 * Who reached a phase for the first time within the days, and what became of them since: a later phase, a refusal,
 * nothing for two weeks, or nothing yet. The last phase is the end of the way. $1 and $2: from and until; $3 deal type,
 * $4 channel, $5 partner, $6 before when the wait is over.
 */
const TOLD = `  WITH reached AS (
    SELECT j.user_id, j.event_id, j.happened_at, j.amount_cents
    FROM journey_event j JOIN users u ON u.id = j.user_id
    WHERE j.event_id IS NOT NULL AND j.happened_at >= $1 AND j.happened_at < $2
      AND ($3::text = 'All' OR (u.ref_user_id IS NOT NULL) = ($3 = 'Renewal'))
      AND ($4::text = 'All' OR (u.partner_code IS NOT NULL) = ($4 = 'Partner'))
      AND ($4 <> 'Partner' OR $5::text = '${ALL_PARTNERS.value}' OR u.partner_code = $5)
      AND NOT EXISTS (
        SELECT FROM journey_event e WHERE e.user_id = j.user_id AND e.event_id = j.event_id
          AND (e.happened_at, e.id) < (j.happened_at, j.id))),
  told AS (
    SELECT r.*,
      r.event_id = (SELECT max(id) FROM funnel_event) OR EXISTS (
        SELECT FROM journey_event e WHERE e.user_id = r.user_id AND e.event_id > r.event_id) AS moved_on,
      EXISTS (
        SELECT FROM journey_event e WHERE e.user_id = r.user_id AND e.event_id IS NULL
          AND e.name = '${DECLINED_STEP}' AND e.happened_at >= r.happened_at) AS declined,
      EXISTS (
        SELECT FROM journey_event e WHERE e.user_id = r.user_id AND e.event_id = ${FUNDED_EVENT}) AS converted
    FROM reached r)`;

const REPORT: Statement = {
  name: "funnel.report",
  text: `${TOLD}
  SELECT f.id AS "eventId", f.name AS "eventName", count(t.user_id)::int AS count,
    count(*) FILTER (WHERE converted)::int AS "convertedCount",
    coalesce(sum(t.amount_cents), 0)::float8 AS "amountValueCents",
    count(*) FILTER (WHERE moved_on)::int AS "movedOnCount",
    count(*) FILTER (WHERE NOT moved_on AND declined)::int AS "rejectedCount",
    count(*) FILTER (WHERE NOT moved_on AND NOT declined AND t.happened_at < $6)::int AS "dropOffCount",
    count(*) FILTER (WHERE NOT moved_on AND NOT declined AND t.happened_at >= $6)::int AS "stillOpenCount"
  FROM funnel_event f LEFT JOIN told t ON t.event_id = f.id
  GROUP BY f.id, f.name ORDER BY f.id`,
};

/** What became of a customer in a phase, as a condition on those told of. */
const OUTCOMES: Readonly<Record<FunnelOutcome, string>> = {
  count: "true",
  movedOn: "moved_on",
  rejected: "NOT moved_on AND declined",
  dropOff: "NOT moved_on AND NOT declined AND t.happened_at < $6",
  stillOpen: "NOT moved_on AND NOT declined AND t.happened_at >= $6",
};

type FunnelUser = { userId: number; userName: string; reachedAt: Date; amountCents: number | null };

/** $7: the phase, $8: what became of them, $9: the last customer seen, $10: how many. */
const USERS: Statement = {
  name: "funnel.users",
  text: `${TOLD}
  SELECT t.user_id AS "userId",
    coalesce(nullif(trim(u.firstname || ' ' || u.lastname), ''), nullif(u.business_name, ''), 'User ' || u.id) AS "userName",
    t.happened_at AS "reachedAt", t.amount_cents::float8 AS "amountCents"
  FROM told t JOIN users u ON u.id = t.user_id
  WHERE t.event_id = $7::int AND CASE $8::text
      ${Object.entries(OUTCOMES)
        .map(([outcome, condition]) => `WHEN '${outcome}' THEN ${condition}`)
        .join("\n      ")} END
    AND ($9::int IS NULL OR t.user_id > $9::int)
  ORDER BY t.user_id LIMIT $10`,
};

/**
 * The funnel of the days: for each phase, in order, the users who reached it then for the first time, how many of
 * them in a hundred are funded by now (null for nobody), what had been approved for them (cents), and what became of them:
 * count = moved on + rejected + dropped off + still open.
 */
export async function funnelReport(ctx: AdminCtx, input: FunnelReport) {
  const rows = await ctx.db.sql<PhaseRow>(REPORT, asked(input, ctx.now()));
  return rows.map((row) => ({ ...row, convertedRatio: convertedRatio(row.convertedCount, row.count) }));
}

/** One page of the customers behind a number of the report, and where the next one begins. */
export async function listFunnelUsers(
  ctx: AdminCtx,
  { eventId, outcome, cursor, limit, ...of }: ListFunnelUsers,
) {
  const found = await ctx.db.sql<FunnelUser>(USERS, [
    ...asked(of, ctx.now()),
    eventId,
    outcome,
    cursor,
    limit + 1,
  ]);
  const users = found.slice(0, limit);
  return { users, nextCursor: found.length > limit ? (users.at(-1)?.userId ?? null) : null };
}

const asked = ({ startDate, endDate, dealType, channel, partner }: FunnelReport, now: Date): unknown[] => [
  startOfDay(startDate),
  startOfDay(addDays(endDate, 1)),
  dealType,
  channel,
  partner,
  new Date(now.getTime() - DROP_OFF_DAYS * 86_400_000),
];

/** Of a hundred customers who reached a phase, those who are funded, to one decimal; null where nobody reached it. */
export const convertedRatio = (funded: number, reached: number): number | null =>
  reached === 0 ? null : Math.round((funded * 1_000) / reached) / 10;

/** The partners who send us customers, by name, after the choice of all of them (specification 2, section 2). */
export async function listPartners(ctx: AdminCtx): Promise<{ value: string; label: string }[]> {
  const partners = await ctx.db.partner.findMany({ orderBy: { name: "asc" } });
  return [ALL_PARTNERS, ...partners.map(({ code, name }) => ({ value: code, label: name }))];
}
