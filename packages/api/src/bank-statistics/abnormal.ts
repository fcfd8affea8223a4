import type { TaggedTransaction } from "./book.ts";
import { sumCents } from "./transactions.ts";

/** An inflow this far above the usual of its category stands out. */
const DEVIATIONS = 5;
/** So does one of more than this many average deposits. */
const AVERAGES = 3;

/**
 * The inflows of a period that stand out: above the median of their category by more than five times its median
 * absolute deviation, or more than three times the average deposit (notes, 3.9). Where inflows of a category do not
 * differ, as at least half of them being the same, only the second rule can tell.
 */
export function abnormalIn(inside: readonly TaggedTransaction[]): TaggedTransaction[] {
  const inflows = inside.filter(({ amountCents }) => amountCents > 0);
  const limits = new Map(
    Array.from(
      Map.groupBy(inflows, ({ tag }) => tag),
      ([tag, ofTag]) => [tag, abnormalLimit(ofTag.map(({ amountCents }) => amountCents))],
    ),
  );
  const mostCents = (AVERAGES * sumCents(inflows)) / inflows.length;
  return inflows.filter(
    ({ tag, amountCents }) => amountCents > mostCents || amountCents > (limits.get(tag) ?? Infinity),
  );
}

function abnormalLimit(amounts: readonly number[]): number {
  const middle = medianAmount(amounts);
  const deviation = medianAmount(amounts.map((amount) => Math.abs(amount - middle)));
  return deviation === 0 ? Infinity : middle + DEVIATIONS * deviation;
}

/** The middle one of some numbers, or the mean of the two in the middle. There is one at least. */
export function medianAmount(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const half = sorted.length / 2;
  const upper = sorted[Math.floor(half)] ?? Number.NaN;
  return Number.isInteger(half) ? ((sorted[half - 1] ?? Number.NaN) + upper) / 2 : upper;
}
