import type { Statement } from "@countinghouse/db";
import type { BalancePart } from "@countinghouse/validators/loans/balance";
import type { UserLedger } from "@countinghouse/validators/loans/schemas";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { currentDiscount } from "@countinghouse/validators/payments/payoff";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { LINE_TABLES, LINE_TEXTS, userEntries } from "../ledger/lines.ts";
import { DISCOUNT_TERMS_SQL } from "../payments/payoff.ts";
import { type EntryKind, partOfBalance, partsOfBalance } from "./ledger-parts.ts";

interface LedgerLine {
  id: string;
  /** YYYY-MM-DD in New York. */
  transactionDate: string;
  transactionType: string | null;
  customDescription: string;
  /** The last four digits of the card or account. */
  last4: string;
  /** The processor's own, else ours, else of a payment recorded by hand its id. */
  reference: string | null;
  paymentId: string | null;
  notes: string | null;
  amountCents: number;
  balanceCents: number;
}

interface Read {
  lines: LedgerLine[] | null;
  sums: (EntryKind & { cents: number })[] | null;
  discountCents: number;
  letOffCents: number;
  discountDate: string | null;
  /** The application whose discount it is. */
  discountOf: number | null;
}

/** One statement, so that the balance is the one after the newest line, whatever is posted meanwhile. */
const readStatement = (name: string, from: string): Statement => ({
  name,
  text: `WITH entries AS MATERIALIZED (${userEntries()}),
    page AS (
      SELECT * FROM ${from} WHERE $2::bigint IS NULL OR (effective_on, created_at, entry_id) <
        (SELECT effective_on, created_at, entry_id FROM entries WHERE entry_id = $2)
      ORDER BY effective_on DESC, created_at DESC, entry_id DESC LIMIT $3)
    SELECT coalesce(d."discountCents", 0) AS "discountCents", coalesce(d."letOffCents", 0) AS "letOffCents", d."discountDate",
      d.id AS "discountOf",
      (SELECT json_agg(s) FROM (
        SELECT l.kind, i.kind::text AS "intentKind", m.line_item_type AS "lineItemType",
          m.mode_of_payment AS "modeOfPayment", sum(l.amount_cents) AS cents
        FROM entries l LEFT JOIN payment_intent i ON i.id = l.intent_id
        LEFT JOIN manual_payment m ON m.intent_id = i.id GROUP BY 1, 2, 3, 4) s) AS sums,
      (SELECT json_agg(p) FROM (
        SELECT l.entry_id::text AS id, l.effective_on::text AS "transactionDate",
          ${LINE_TEXTS.transactionType} AS "transactionType", ${LINE_TEXTS.customDescription} AS "customDescription",
          ${LINE_TEXTS.notes} AS notes, coalesce(i.instrument_last4, '') AS last4, i.id AS "paymentId",
          CASE WHEN m.intent_id IS NULL THEN r.reference ELSE i.id::text END AS reference,
          l.amount_cents AS "amountCents", l.balance_cents AS "balanceCents"
        FROM page l ${LINE_TABLES}
        LEFT JOIN LATERAL (
          SELECT coalesce(nullif(provider_reference, ''), provider_key) AS reference FROM payment_attempt
          WHERE intent_id = i.id ORDER BY sequence DESC LIMIT 1) r ON true
        ORDER BY l.effective_on DESC, l.created_at DESC, l.entry_id DESC) p) AS lines
    FROM users u ${DISCOUNT_TERMS_SQL}
    WHERE u.id = $1`,
});

const READ = readStatement("loans.ledger", "entries");

/** Only entries that are of one of the kinds $4, written as in the sums. */
const READ_PART = readStatement(
  "loans.ledgerPart",
  `(SELECT l.* FROM entries l LEFT JOIN payment_intent i ON i.id = l.intent_id
      LEFT JOIN manual_payment m ON m.intent_id = i.id
      WHERE $4::jsonb @> jsonb_build_array(
        jsonb_build_array(l.kind, i.kind::text, m.line_item_type, m.mode_of_payment))) of_part`,
);

/** The statements behind a user's ledger, whole and by part. */
export const LEDGER_READS: readonly Statement[] = [READ, READ_PART];

/**
 * One page of a user's ledger, the newest line first: a positive amount (cents) adds to what the user owes, and each line
 * has the balance after it. The first page also has what the balance is made of and what paying it now would save; further
 * ones, which go on below the last line seen, have null. With a part, only the lines that it is made of. Throws NOT_FOUND.
 */
export async function userLedger(ctx: AdminCtx, { userId, cursor, limit, part }: UserLedger) {
  const [row] =
    part === null
      ? await ctx.db.sql<Read>(READ, [userId, cursor, limit])
      : await ctx.db.sql<Read>(READ_PART, [userId, cursor, limit, await kindsOfPart(ctx, userId, part)]);
  const { lines, sums, ...terms } = found(row, unknownUser(userId));
  const page = lines ?? [];
  return {
    lines: page,
    nextCursor: page.length === limit ? (page.at(-1)?.id ?? null) : null,
    summary: cursor === null ? toSummary(sums ?? [], terms, newYorkDate(ctx.now())) : null,
  };
}

/** What entries of a user have in common that are this part of the balance. */
async function kindsOfPart(ctx: AdminCtx, userId: number, part: BalancePart): Promise<string> {
  const [row] = await ctx.db.sql<Read>(READ, [userId, null, 1]);
  const { sums } = found(row, unknownUser(userId));
  return JSON.stringify(
    (sums ?? [])
      .filter((each) => partOfBalance(each) === part)
      .map(({ kind, intentKind, lineItemType, modeOfPayment }) => [
        kind,
        intentKind,
        lineItemType,
        modeOfPayment,
      ]),
  );
}

function toSummary(
  sums: NonNullable<Read["sums"]>,
  terms: Pick<Read, "discountCents" | "letOffCents" | "discountDate" | "discountOf">,
  today: string,
) {
  const parts = partsOfBalance(sums);
  return { ...parts, ...terms, discount: currentDiscount(terms, parts.balanceCents, today) };
}
