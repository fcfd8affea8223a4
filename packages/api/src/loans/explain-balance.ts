import type { Statement } from "@countinghouse/db";
import {
  type BalancePart,
  EXPLAIN_BALANCE_TEXTS,
  MOST_EXPLAINED,
} from "@countinghouse/validators/loans/balance";
import type { ExplainBalance } from "@countinghouse/validators/loans/schemas";
import { addDays, newYorkDate, startOfDay } from "@countinghouse/validators/new-york";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { DomainError, found } from "../errors.ts";
import { IMPORTED_KINDS } from "../ledger/discount.ts";
import { LINE_TABLES, LINE_TEXTS, userEntries } from "../ledger/lines.ts";
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

const IMPORTED = Object.values(IMPORTED_KINDS)
  .map((kind) => `'${kind}'`)
  .join(", ");

/** What counts by a day has its date up to it and was posted by its end; imported history was posted by the import. */
const COUNTS = `$2::date IS NULL
  OR t.effective_on <= $2::date AND (t.created_at < $3::timestamptz OR t.kind IN (${IMPORTED}))`;

const READ: Statement = {
  name: "loans.explain-balance",
  text: `WITH entries AS MATERIALIZED (${userEntries(COUNTS)}),
    newest AS (
      SELECT * FROM entries ORDER BY effective_on DESC, created_at DESC, entry_id DESC LIMIT $4)
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
 * How what a user owes came about, the oldest entry first, each with its reason and what was owed after it; `asOf` is a day
 * in New York, null now. Of more than MOST_EXPLAINED entries the older ones are one sum. Throws NOT_FOUND, and INVALID for a
 * day that is still to come.
 */
export async function explainBalance(ctx: AdminCtx, { userId, asOf }: ExplainBalance) {
  const today = newYorkDate(ctx.now());
  if (asOf !== null && asOf > today) throw new DomainError("INVALID", EXPLAIN_BALANCE_TEXTS.future);
  // Today is not over: all that is there counts.
  const day = asOf === today ? null : asOf;
  const end = day === null ? null : startOfDay(addDays(day, 1));
  const [row] = await ctx.db.sql<Read>(READ, [userId, day, end, MOST_EXPLAINED]);
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
    earlier: {
      count: count - shown.length,
      cents: first === undefined ? 0 : first.balanceCents - first.amountCents,
    },
  };
}
