import type { Statement } from "@countinghouse/db";
import { type BalancePart, MOST_EXPLAINED } from "@countinghouse/validators/loans/balance";
import type { ExplainBalance } from "@countinghouse/validators/loans/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { LINE_TABLES, LINE_TEXTS, userEntries } from "../ledger/lines.ts";
import { COUNTS_BY, dayAndEnd, STANDING_THEN, type ThenRow } from "./as-of.ts";
import { type EntryKind, partOfBalance } from "./ledger-parts.ts";

interface ReadEntry extends EntryKind {
  id: string;
  /** YYYY-MM-DD in New York. */
  date: string;
  what: string;
  notes: string | null;
  paymentId: string | null;
  amountCents: number;
  balanceCents: number;
}

interface Read {
  entries: ReadEntry[] | null;
  count: number;
  balanceCents: number;
}

/** One line of an explanation: why what the user owes changed, by how much, and what was owed after it. */
export interface ExplainedEntry {
  id: string;
  date: string;
  what: string;
  notes: string | null;
  paymentId: string | null;
  part: BalancePart;
  amountCents: number;
  balanceCents: number;
}

const READ: Statement = {
  name: "loans.explain-balance",
  text: `WITH entries AS MATERIALIZED (${userEntries(COUNTS_BY)}),
    newest AS (
      SELECT * FROM entries ORDER BY effective_on DESC, created_at DESC, entry_id DESC LIMIT ${MOST_EXPLAINED})
    SELECT (SELECT count(*)::int FROM entries) AS count,
      (SELECT coalesce(sum(amount_cents), 0)::float8 FROM entries) AS "balanceCents",
      (SELECT json_agg(p) FROM (
        SELECT l.entry_id::text AS id, l.effective_on::text AS date, ${LINE_TEXTS.customDescription} AS what,
          ${LINE_TEXTS.notes} AS notes, i.id AS "paymentId", l.kind, i.kind::text AS "intentKind",
          m.line_item_type AS "lineItemType", m.mode_of_payment AS "modeOfPayment",
          l.amount_cents AS "amountCents", l.balance_cents AS "balanceCents"
        FROM newest l ${LINE_TABLES}
        ORDER BY l.effective_on, l.created_at, l.entry_id) p) AS entries
    FROM users owner WHERE owner.id = $1`,
};

/**
 * How what a user owes came about, the oldest entry first, each with its reason and what was owed after it, with schedule and terms; `asOf` is a day
 * in New York, null now. Of more than MOST_EXPLAINED entries the older ones are one sum. Throws NOT_FOUND, and INVALID for a
 * day that is still to come.
 */
export async function explainBalance(ctx: AdminCtx, { userId, asOf }: ExplainBalance) {
  const { day, end } = dayAndEnd(ctx.now(), asOf);
  const [[row], [then]] = await Promise.all([
    ctx.db.sql<Read>(READ, [userId, day, end]),
    ctx.db.sql<ThenRow>(STANDING_THEN, [userId, day, end]),
  ]);
  const { entries, count, balanceCents } = found(row, unknownUser(userId));
  const shown = (entries ?? []).map(
    ({ kind, intentKind, lineItemType, modeOfPayment, ...entry }): ExplainedEntry => ({
      ...entry,
      part: partOfBalance({ kind, intentKind, lineItemType, modeOfPayment }),
    }),
  );
  const [first] = shown;
  return {
    asOf,
    balanceCents,
    entries: shown,
    /** The payment dates and the terms of the newest application, as they stood then. */
    schedule: then?.schedule ?? [],
    terms: then?.terms ?? null,
    earlier: {
      count: count - shown.length,
      cents: first === undefined ? 0 : first.balanceCents - first.amountCents,
    },
  };
}
