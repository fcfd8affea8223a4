import { amountReasons, type ReviewReason } from "@countinghouse/validators/bulk-jobs/review";
import type { ReviewedItem } from "@countinghouse/validators/bulk-jobs/schemas";
import type { PreviewRow } from "@/components/batches/types.ts";
import { toSeenFacts } from "@/components/payments/changed-facts.ts";

/** Ready goes without a look, blocked can not go at all. */
export const REVIEW_TABS = ["all", "ready", "look", "blocked"] as const;
export type ReviewTab = (typeof REVIEW_TABS)[number];
export type ReviewLevel = Exclude<ReviewTab, "all">;

/** A row as it stands in the review, with what was changed of it. */
export type ReviewRow = PreviewRow & {
  amountCents: number | null;
  /** Whether the amount is not the one that came from the server. */
  isEdited: boolean;
  allReasons: readonly ReviewReason[];
  level: ReviewLevel;
  isSelected: boolean;
};

/** What was changed of a list, by user. */
export type Changes = {
  amounts: ReadonlyMap<number, number>;
  chosen: ReadonlyMap<number, boolean>;
  removed: ReadonlySet<number>;
};

export const NO_CHANGES: Changes = { amounts: new Map(), chosen: new Map(), removed: new Set() };

/** The rows that are left, as changed. Ready ones are chosen unless they were unchosen; blocked ones never are. */
export function reviewRows(rows: readonly PreviewRow[], { amounts, chosen, removed }: Changes): ReviewRow[] {
  return rows
    .filter(({ userId }) => !removed.has(userId))
    .map((row) => {
      const amountCents = amounts.get(row.userId) ?? row.paymentCents;
      const own = [...row.reasons, ...reviewReasons(row, row.paymentCents)];
      // What keeps it from going comes first.
      const allReasons = [...row.reasons, ...reviewReasons(row, amountCents)].toSorted(
        (one, other) => Number(other.level === "blocked") - Number(one.level === "blocked"),
      );
      const level = reviewLevel(allReasons);
      return {
        ...row,
        amountCents,
        isEdited: amountCents !== row.paymentCents,
        allReasons,
        level,
        isSelected:
          level !== "blocked" &&
          amountCents !== null &&
          (chosen.get(row.userId) ?? reviewLevel(own) === "ready"),
      };
    });
}

/** Of a row that is blocked anyway the amount says nothing. */
const reviewReasons = (row: PreviewRow, amountCents: number | null): ReviewReason[] =>
  reviewLevel(row.reasons) === "blocked" ? [] : amountReasons({ ...row, amountCents });

function reviewLevel(reasons: readonly ReviewReason[]): ReviewLevel {
  if (reasons.some(({ level }) => level === "blocked")) return "blocked";
  return reasons.length > 0 ? "look" : "ready";
}

/** Why a row can not be chosen, or null. */
export const whyNotChoose = ({ level, amountCents, allReasons }: ReviewRow): string | null => {
  if (level === "blocked") return allReasons.find((reason) => reason.level === "blocked")?.message ?? null;
  return amountCents === null ? "No payment amount. Enter one." : null;
};

/** Why the amount of a row can not be changed, or null: a row that is new can be, though it is blocked (specification 2, section 4). */
export const whyNotEdit = ({ requestedAt, reasons }: ReviewRow): string | null =>
  requestedAt === null
    ? null
    : (reasons.find(({ code }) => code === "requested")?.message ?? "Already requested.");

export type Totals = { count: number; totalCents: number; largestCents: number; flagged: number };

/** How many rows are chosen, and how much that is. */
export function reviewTotals(rows: readonly ReviewRow[]): Totals {
  const totals = { count: 0, totalCents: 0, largestCents: 0, flagged: 0 };
  for (const { isSelected, amountCents, level } of rows) {
    if (!isSelected || amountCents === null) continue;
    totals.count += 1;
    totals.totalCents += amountCents;
    totals.largestCents = Math.max(totals.largestCents, amountCents);
    if (level === "look") totals.flagged += 1;
  }
  return totals;
}

/** What is submitted of the chosen rows. */
export const reviewedItems = (rows: readonly ReviewRow[]): ReviewedItem[] =>
  rows.flatMap(({ isSelected, userId, amountCents, scheduleId, reviewed, ...row }) =>
    isSelected && amountCents !== null
      ? [{ userId, amountCents, scheduleId, seen: toSeenFacts(row), reviewed }]
      : [],
  );

export const tabCounts = (rows: readonly ReviewRow[]): Record<ReviewTab, number> => {
  const counts = { all: rows.length, ready: 0, look: 0, blocked: 0 };
  for (const { level } of rows) counts[level] += 1;
  return counts;
};

/** What the chosen rows are flagged for, each with how many are. */
export function countFlags(rows: readonly ReviewRow[]): [words: string, count: number][] {
  const found = new Map<string, number>();
  for (const { isSelected, allReasons } of rows)
    if (isSelected) for (const { code } of allReasons) found.set(code, (found.get(code) ?? 0) + 1);
  return [...found].map(([code, count]) => [FLAG_WORDS[code] ?? code, count]);
}

const FLAG_WORDS: Record<string, string> = {
  "do-not-fund": "flagged Do Not Fund",
  "bank-down": "at a bank that is down",
  "paid-today": "already paid today",
  "not-scheduled": "different from the amount due",
  "nothing-due": "an early payment: nothing is due",
};
