import { dayNumber } from "@countinghouse/validators/new-york";
import { FUNDING_SYSTEMS } from "@countinghouse/validators/reconciliation/rules";
import { DAYS_TOLERANCE, type FundedTransaction } from "./funded.ts";

/**
 * Puts together what is the same funding: what has the same reference, and what the product does not know under its
 * reference with a funding of the same customer, amount and day (within the tolerance): first with one that the system
 * lacks, else beside what the system has of it already. In each the product's come first.
 */
export function joinByReference<Transaction extends FundedTransaction>(
  transactions: readonly Transaction[],
): Transaction[][] {
  const groups = [...Map.groupBy(transactions, ({ uniqueRef }) => uniqueRef).values()];
  const [known, unknown] = [groups.filter(isKnown), groups.filter((group) => !isKnown(group))];
  const joined = known;
  const near = new Map<string, Transaction[][]>();
  const note = (group: Transaction[]) => {
    for (const key of joinKeys(group, 0)) near.set(key, [...(near.get(key) ?? []), group]);
  };
  for (const group of known) note(group);
  for (const group of unknown) {
    const candidates = [...new Set(joinKeys(group, DAYS_TOLERANCE).flatMap((key) => near.get(key) ?? []))];
    const partner = closest(group, candidates);
    if (partner) partner.push(...group);
    else {
      joined.push(group);
      note(group);
    }
  }
  return joined.map((group) => group.toSorted((one, other) => place(one) - place(other)));
}

const isKnown = (group: FundedTransaction[]): boolean =>
  group.some(({ sourceSystem }) => sourceSystem === "giggle");

const place = ({ sourceSystem }: FundedTransaction): number => FUNDING_SYSTEMS.indexOf(sourceSystem);

/** Customer, direction, amount and day of a group, and the days around it; none where a system does not tell them all. */
function joinKeys(group: FundedTransaction[], days: number): string[] {
  const keys = new Set<string>();
  for (const { userId, direction, disbursementAmountCents, fundedDate } of group) {
    if (userId === null || disbursementAmountCents === null || fundedDate === null) continue;
    const day = dayNumber(fundedDate);
    for (let at = day - days; at <= day + days; at++)
      keys.add(`${userId}:${direction}:${disbursementAmountCents}:${at}`);
  }
  return [...keys];
}

/** One that lacks what this group has goes before one that has it, and a nearer day before one further off. */
function closest<Transaction extends FundedTransaction>(
  group: Transaction[],
  candidates: Transaction[][],
): Transaction[] | undefined {
  const systems = new Set(group.map(({ sourceSystem }) => sourceSystem));
  const order = (candidate: Transaction[]): number => {
    const isTaken = candidate.some(({ sourceSystem }) => systems.has(sourceSystem));
    return (isTaken ? 10 : 0) + daysApart(group, candidate);
  };
  return candidates.toSorted((one, other) => order(one) - order(other))[0];
}

function daysApart([one]: FundedTransaction[], [other]: FundedTransaction[]): number {
  if (!one?.fundedDate || !other?.fundedDate) return DAYS_TOLERANCE;
  return Math.abs(dayNumber(one.fundedDate) - dayNumber(other.fundedDate));
}
