import type { Statement } from "@countinghouse/db";
import { AUDIT_OTHERS } from "@countinghouse/validators/audit/rules";
import type { AuditFilters, ListAudit, ListMyActions } from "@countinghouse/validators/audit/schemas";
import type { BulkKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { AUDIT_ACTIONS } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { rowsToRead } from "../rows-to-read.ts";
import { maskValues } from "./masked-values.ts";
import { AUDIT_ACTION_NAMES, AUDIT_JOINS, searchConditions } from "./search.ts";
import { SUBJECT_ADMIN_ID } from "./subjects.ts";
import { findUndo } from "./undo.ts";

interface StoredEvent {
  id: string;
  at: Date;
  actor: string;
  adminName: string | null;
  adminEmail: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  /** Of an admin. */
  subjectName: string | null;
  before: unknown;
  after: unknown;
  requestId: string;
  userId: number | null;
  firstname: string | null;
  lastname: string | null;
  businessName: string | null;
  batchKind: BulkKind | null;
  batchVersion: BulkVersion | null;
  batchRequestedAt: Date | null;
}

/** The statement of one page, which tells of one more than `limit`: the events are found first, and only for those of the page is looked up what they are about. */
export function searchAudit(filters: AuditFilters, cursor: string | null, limit: number) {
  const rows = rowsToRead(limit);
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const conditions = searchConditions(filters, parameter);
  if (cursor !== null) conditions.push(`e.id < ${parameter(cursor, "bigint")}`);
  const { who, what, show, userId, from, to, of } = filters;
  const shape = [
    who && (who in AUDIT_OTHERS ? who : "who"),
    what && (what === "bulkJobs" ? what : "what"),
    what === "" && show,
    userId && "user",
    from && "from",
    to && "to",
    of?.type,
    cursor && "next",
    rows,
  ];
  const statement: Statement = {
    name: `audit.list.${shape.filter(Boolean).join(".")}`,
    text: `SELECT e.id::text AS id, e.at, e.actor, a.full_name AS "adminName", a.email AS "adminEmail", e.action,
        e.subject_type AS "subjectType", e.subject_id AS "subjectId", s.full_name AS "subjectName", e.before, e.after,
        e.request_id::text AS "requestId", u.id AS "userId", u.firstname, u.lastname,
        u.business_name AS "businessName", b.kind AS "batchKind", b.version AS "batchVersion",
        b.requested_at AS "batchRequestedAt"
      FROM (SELECT * FROM audit_event e ${conditions.length ? `WHERE ${conditions.join(" AND ")}` : ""}
        ORDER BY e.id DESC LIMIT ${rows}) e
      ${AUDIT_JOINS} LEFT JOIN admin s ON s.id = ${SUBJECT_ADMIN_ID} ORDER BY e.id DESC`,
  };
  return { statement, values };
}

/**
 * One page of the audit, the newest first, and where the next one begins: who did what to what, and the customer it is
 * about. Secrets are digests as they were kept; personal data is masked by role.
 */
export async function listAudit(ctx: AdminCtx, { cursor, limit, ...filters }: ListAudit) {
  const { statement, values } = searchAudit(filters, cursor, limit);
  const stored = await ctx.db.sql<StoredEvent>(statement, values);
  const events = stored.slice(0, limit).map((event) => auditRow(ctx, event));
  return { events, nextCursor: stored.length > limit ? (events.at(-1)?.id ?? null) : null };
}

/** Every area of actions. */
const AUDIT_AREAS = [...new Set(AUDIT_ACTIONS.map((action) => action.split(".")[0] ?? ""))].toSorted();

/**
 * One page of what this admin did, the newest first, each with what would undo it where something can. What was read is no
 * action.
 */
export async function listMyActions(ctx: AdminCtx, { cursor, limit, ...filters }: ListMyActions) {
  const mine = { ...filters, who: ctx.actor.id, show: "all", of: null } as const;
  const { events, nextCursor } = await listAudit(ctx, { ...mine, cursor, limit });
  const undoById = await findUndo(ctx, events);
  return {
    areas: AUDIT_AREAS,
    events: events.map(({ before: _before, after: _after, ...event }) => ({
      ...event,
      undo: undoById.get(event.id) ?? null,
    })),
    nextCursor,
  };
}

function auditRow({ actor: { role } }: AdminCtx, event: StoredEvent) {
  const { firstname, lastname, businessName, userId, batchKind, batchVersion, batchRequestedAt, ...row } =
    event;
  return {
    ...row,
    before: maskValues(role, event.before),
    after: maskValues(role, event.after),
    user:
      userId === null || firstname === null || lastname === null
        ? null
        : {
            id: userId,
            name: customerName({ id: userId, firstname, lastname, businessName: businessName ?? "" }),
          },
    batch:
      batchKind === null || batchVersion === null || batchRequestedAt === null
        ? null
        : { id: row.subjectId, kind: batchKind, version: batchVersion, requestedAt: batchRequestedAt },
  };
}

/** What the audit can be narrowed by: every admin there ever was, and every action by its present name. */
export async function listAuditFilters(ctx: AdminCtx) {
  const admins = await ctx.db.admin.findMany({
    select: { id: true, fullName: true, email: true },
    orderBy: [{ fullName: "asc" }, { email: "asc" }],
  });
  return { admins, actions: [...AUDIT_ACTION_NAMES] };
}
