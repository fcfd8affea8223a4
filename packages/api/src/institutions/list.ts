import type { Statement } from "@countinghouse/db";
import {
  INSTITUTION_REFRESH_WITHIN_MS,
  type InstitutionStatus,
  type RefreshFacts,
  whyNotRefreshInstitutions,
} from "@countinghouse/validators/institutions/rules";
import type { AdminCtx } from "../context.ts";
import { customersSql, LINKED, nameByLink } from "./linked.ts";

interface InstitutionRow {
  institutionId: string;
  name: string;
  status: InstitutionStatus | null;
  statusSince: Date | null;
  askedAt: Date | null;
  error: string | null;
  /** How many customers have an active link there, as of the last time it was due. */
  customers: number;
  requestedAt: Date | null;
  triedAt: Date | null;
}

const LIST: Statement = {
  name: "institutions.list",
  text: `WITH RECURSIVE ${LINKED}
    SELECT linked.id AS "institutionId", coalesce(i.name, ${nameByLink("linked.id")}) AS name,
      i.status::text AS status, i.status_since AS "statusSince", i.asked_at AS "askedAt", i.error,
      coalesce(i.customers, ${customersSql("linked.id")}) AS customers,
      i.requested_at AS "requestedAt", i.tried_at AS "triedAt"
    FROM linked LEFT JOIN institution i ON i.id = linked.id
    WHERE linked.id IS NOT NULL
    ORDER BY CASE i.status WHEN 'DOWN' THEN 1 WHEN 'DEGRADED' THEN 2 WHEN 'HEALTHY' THEN 4 ELSE 3 END,
      customers DESC, name, linked.id`,
};

/**
 * The banks that customers have linked (specification 2, section 2), the worst first: how each is doing since when, as
 * the provider told at `askedAt`, and how many customers have an active link there.
 */
export async function listInstitutions(ctx: AdminCtx) {
  const rows = await ctx.db.sql<InstitutionRow>(LIST, []);
  const facts = refreshFacts(rows, ctx.now());
  return {
    institutions: rows.map(({ requestedAt: _r, triedAt: _t, error, ...row }) => ({
      ...row,
      error: error ?? "",
    })),
    awaited: facts.awaited,
    whyNotRefresh: whyNotRefreshInstitutions(facts),
    unwell: {
      degraded: rows.filter(({ status, customers }) => status === "DEGRADED" && customers > 0).length,
      down: rows.filter(({ status, customers }) => status === "DOWN" && customers > 0).length,
    },
  };
}

type Asked = Pick<InstitutionRow, "requestedAt" | "triedAt">;

/** What decides whether staff may have the banks asked. */
export function refreshFacts(rows: readonly Asked[], now: Date): RefreshFacts {
  const oldest = now.getTime() - INSTITUTION_REFRESH_WITHIN_MS;
  const requested = rows.flatMap(({ requestedAt }) => (requestedAt === null ? [] : [requestedAt.getTime()]));
  const awaited = rows.filter(
    ({ requestedAt, triedAt }) =>
      requestedAt !== null && requestedAt.getTime() > oldest && (triedAt === null || triedAt < requestedAt),
  );
  return {
    institutions: rows.length,
    awaited: awaited.length,
    requestedAt: requested.length === 0 ? null : new Date(Math.max(...requested)),
    now,
  };
}

const UNWELL: Statement = {
  name: "institutions.unwell",
  text: `SELECT count(*) FILTER (WHERE status = 'DEGRADED')::int AS degraded,
      count(*) FILTER (WHERE status = 'DOWN')::int AS down
    FROM institution i WHERE status IN ('DEGRADED', 'DOWN')
      AND EXISTS (SELECT FROM bank_link b WHERE b.institution_id = i.id AND b.is_active)`,
};

/** How many banks that a customer has an active link to are not healthy. */
export async function countUnwellBanks(ctx: AdminCtx): Promise<{ degraded: number; down: number }> {
  const [counted] = await ctx.db.sql<{ degraded: number; down: number }>(UNWELL, []);
  return counted ?? { degraded: 0, down: 0 };
}
