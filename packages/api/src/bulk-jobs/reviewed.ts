import type { Tx } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { LikePayment } from "@countinghouse/validators/bulk-jobs/review";
import type { BulkPaymentKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { ReviewedItem } from "@countinghouse/validators/bulk-jobs/schemas";
import { equalTo, kindsLike } from "@countinghouse/validators/confirmations/rules";
import type { PaymentRail } from "@countinghouse/validators/payments/kinds";
import { canonicalJson } from "../canonical-json.ts";
import { DomainError } from "../errors.ts";
import { whatChanged } from "../payments/confirmed-facts.ts";
import { type PayerRow, readPayers } from "./payer-facts.ts";

/** More customers than that are counted. */
const MOST_NAMED = 3;

export const DUE_CHANGED = "The due amounts have changed since the review. Review them again.";

/** Stands for what the server shows of a row: with its own key, so that no browser makes one. */
export function reviewDigest(vault: Vault, kind: BulkPaymentKind, row: PayerRow): string {
  const { userId, scheduleId, dueDate, scheduledCents, dueCents, paymentCents } = row;
  const { balanceCents, payoffCents, newestPaymentId } = row;
  const shown = { userId, scheduleId, dueDate, scheduledCents, dueCents, paymentCents };
  const facts = { kind, ...shown, balanceCents, payoffCents, newestPaymentId };
  return Buffer.from(vault.secretHash("bulk-review", canonicalJson(facts))).toString("base64url");
}

/** What is left of what is due by a row, in cents, and its day (YYYY-MM-DD); null where nothing was due, or nobody kept it. */
export type SeenDue = Pick<PayerRow, "dueCents" | "dueDate">;

/** What is due is what was reviewed, in amount and day. Throws RULE. */
export function refuseChangedDue(seen: SeenDue, { dueCents, dueDate }: PayerRow): void {
  if (seen.dueCents === null) return;
  if (seen.dueCents !== dueCents || seen.dueDate !== dueDate) throw new DomainError("RULE", DUE_CHANGED);
}

/**
 * Holds what was reviewed against what is so. Returns what is due by each customer's id. Throws RULE where a customer is not as
 * they were shown, with what happened meanwhile; `details.changed` are their ids.
 */
export async function refuseUnlessAsReviewed(
  tx: Tx,
  vault: Vault,
  { kind, items, now }: { kind: BulkPaymentKind; items: readonly ReviewedItem[]; now: Date },
): Promise<Map<number, SeenDue>> {
  const rows = await readPayers(
    tx,
    items.map(({ userId }) => userId),
    now,
  );
  const shown = new Map(items.map((item) => [item.userId, item]));
  const changed = rows.filter((row) => shown.get(row.userId)?.reviewed !== reviewDigest(vault, kind, row));
  if (changed.length === 0)
    return new Map(rows.map(({ userId, dueCents, dueDate }) => [userId, { dueCents, dueDate }]));
  const told: string[] = [];
  for (const { userId, balanceCents, newestPaymentId } of changed.slice(0, MOST_NAMED)) {
    const seen = shown.get(userId)?.seen;
    const isSame = seen?.balanceCents === balanceCents && seen.newestPaymentId === newestPaymentId;
    const what =
      seen === undefined || isSame
        ? DUE_CHANGED
        : (await whatChanged(tx, now, { userId, seen, balanceCents })).sentence;
    told.push(`Customer ${userId}: ${what}`);
  }
  const more = changed.length - told.length;
  if (more > 0) told.push(`And ${more} more.`);
  throw new DomainError("RULE", told.join(" "), {
    confirm: "changed",
    changed: changed.map(({ userId }) => userId),
  });
}

/** The payments of the last 24 hours that a row would repeat with the same amount; see `confirmed-facts.ts`. */
export const likePayments = (
  { takenLately, scheduleId }: PayerRow,
  rail: PaymentRail,
  now: Date,
): LikePayment[] => {
  const kinds = kindsLike(rail === "CARD" ? "SALE" : "DEBIT");
  return takenLately
    .filter((payment) => kinds.includes(payment.kind) && (scheduleId === null || payment.scheduleId === null))
    .map((payment) => ({
      amountCents: payment.amountCents,
      message: equalTo({ ...payment, createdAt: new Date(payment.createdAt) }, now),
    }));
};
