import type { Statement } from "@countinghouse/db";
import { can } from "@countinghouse/validators/roles";
import {
  AUDITED_ONLY,
  TIMELINE_KIND_NAMES,
  type TimelineKind,
} from "@countinghouse/validators/timeline/rules";
import type { ListTimeline } from "@countinghouse/validators/timeline/schemas";
import type { AdminCtx } from "../context.ts";
import { TIMELINE_SOURCES } from "./sources.ts";

/** Something that happened to a customer. */
type TimelineEntry = {
  kind: TimelineKind;
  key: string;
  at: Date;
  what: string;
  text: string;
  /** Of the staff; null where it was none of them. */
  who: string | null;
  cents: number | null;
  /** Of a payment. */
  state: string | null;
  /** What it leads to: a note, payment, application, file or event of the audit. */
  ref: string | null;
};

/** Of a kind that is not asked for nothing is read. Each gives no more than the page can hold. */
const source = (
  kind: TimelineKind,
): string => `(SELECT '${kind}' AS kind, s.* FROM (${TIMELINE_SOURCES[kind]}) s
  WHERE '${kind}' = ANY ($6::text[]) AND ($2::timestamptz IS NULL OR (s.at, s.key) < ($2::timestamptz, $3::text))
    AND ($5::text = '' OR s.what ILIKE $5::text OR s.text ILIKE $5::text OR s.who ILIKE $5::text)
  ORDER BY s.at DESC, s.key DESC LIMIT $4)`;

/** $1 customer, $2 and $3 the place of the last entry seen, $4 how many, $5 a text in it, $6 of which kinds. */
export const TIMELINE: Statement = {
  name: "timeline.list",
  text: `SELECT t.kind, t.key, t.at, t.what, t.text, t.who, t.cents::float8 AS cents, t.state, t.ref
    FROM (${TIMELINE_KIND_NAMES.map(source).join("\n UNION ALL ")}) t ORDER BY t.at DESC, t.key DESC LIMIT $4`,
};

/**
 * One page of what happened to a customer, the newest first, and where the next one begins: notes, payments, returns, decisions,
 * steps of the application, files, and what staff changed. Who asked to see something private is told to those who may read the audit.
 */
export async function listTimeline(ctx: AdminCtx, { userId, kinds, search, cursor, limit }: ListTimeline) {
  const shown = (kinds ?? TIMELINE_KIND_NAMES).filter(
    (kind) => kind !== AUDITED_ONLY || can(ctx.actor.role, "audit.read"),
  );
  const found = await ctx.db.sql<TimelineEntry>(TIMELINE, [
    userId,
    cursor?.at ?? null,
    cursor?.key ?? null,
    limit + 1,
    search === "" ? "" : `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    shown,
  ]);
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return {
    entries,
    nextCursor: found.length > limit && last ? { at: last.at, key: last.key } : null,
  };
}
