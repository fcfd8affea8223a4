import type { Statement } from "@countinghouse/db";
import { can } from "@countinghouse/validators/roles";
import {
  AUDITED_ONLY,
  TIMELINE_KIND_NAMES,
  type TimelineKind,
} from "@countinghouse/validators/timeline/rules";
import type { ListTimeline } from "@countinghouse/validators/timeline/schemas";
import type { AdminCtx } from "../context.ts";
import { shapedStatement } from "../named-statement.ts";
import { rowsToRead } from "../rows-to-read.ts";
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

/** What a page is asked for, beside the customer. */
interface Asked {
  kinds: readonly TimelineKind[];
  /** Whether it follows another one. */
  isNext: boolean;
  isSearched: boolean;
  limit: number;
}

/**
 * One prepared statement for each shape of a page: with a condition that only some pages need, the database would keep no plan. $1 is
 * the customer, then come time and key of the last entry seen, then a text in it. Each kind gives no more than the page can hold.
 */
export function timelineStatement({ kinds, isNext, isSearched, limit }: Asked): Statement {
  const rows = rowsToRead(limit);
  return shapedStatement("timeline.list", [...kinds, isNext, isSearched, rows], () => {
    const place = isNext ? 4 : 2;
    const conditions = [
      ...(isNext ? ["(s.at, s.key) < ($2::timestamptz, $3::text)"] : []),
      ...(isSearched
        ? [`(${SEARCHED.map((column) => `${column} ILIKE $${place}::text`).join(" OR ")})`]
        : []),
    ];
    const where = conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "";
    const newest = (of: string) => `ORDER BY ${of}.at DESC, ${of}.key DESC LIMIT ${rows}`;
    const source = (kind: TimelineKind) =>
      `(SELECT '${kind}' AS kind, s.* FROM (${TIMELINE_SOURCES[kind]}) s ${where} ${newest("s")})`;
    return `SELECT t.kind, t.key, t.at, t.what, t.text, t.who, t.cents::float8 AS cents, t.state, t.ref
      FROM (${kinds.map(source).join("\n UNION ALL ")}) t ${newest("t")}`;
  });
}

const SEARCHED = ["s.what", "s.text", "s.who"];

/**
 * One page of what happened to a customer, the newest first, and where the next one begins: notes, payments, returns, decisions,
 * steps of the application, files, and what staff changed. Who asked to see something private is told to those who may read the audit.
 */
export async function listTimeline(ctx: AdminCtx, { userId, kinds, search, cursor, limit }: ListTimeline) {
  const shown = TIMELINE_KIND_NAMES.filter(
    (kind) =>
      (kinds === null || kinds.includes(kind)) &&
      (kind !== AUDITED_ONLY || can(ctx.actor.role, "audit.read")),
  );
  if (shown.length === 0) return { entries: [], nextCursor: null };
  const isSearched = search !== "";
  const found = await ctx.db.sql<TimelineEntry>(
    timelineStatement({ kinds: shown, isNext: cursor !== null, isSearched, limit }),
    [
      userId,
      ...(cursor === null ? [] : [cursor.at, cursor.key]),
      ...(isSearched ? [`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`] : []),
    ],
  );
  const entries = found.slice(0, limit);
  const last = entries.at(-1);
  return {
    entries,
    nextCursor: found.length > limit && last ? { at: last.at, key: last.key } : null,
  };
}
