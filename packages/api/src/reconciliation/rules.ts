import {
  FUNDING_SYSTEMS,
  type FundingSystem,
  type ReconciledStatus,
} from "@countinghouse/validators/reconciliation/rules";
import { type FundedTransaction, type FundingRail, isNear, isUnreadable } from "./funded.ts";
import { joinByReference } from "./join.ts";

/** What differs between systems that all have a funding. */
export type Difference = "amount" | "date" | "customer";

/** One funding in all systems. */
export interface Reconciled<Transaction extends FundedTransaction = FundedTransaction> {
  transactions: Transaction[];
  /** Null where fewer than two systems could be asked about it. */
  status: ReconciledStatus | null;
  /** The systems that could be asked about it. */
  compared: FundingSystem[];
  /** The systems that are not as the others. */
  odd: FundingSystem[];
  differences: Difference[];
  /** By how much the system that is furthest off is: the others' total taken from its own. */
  deltaCents: number;
}

/** Whether a system could be asked about fundings of this rail, and about this one; null is a rail nobody told. */
export type IsAnswered = (
  system: FundingSystem,
  rail: FundingRail | null,
  transactions: readonly FundedTransaction[],
) => boolean;

/**
 * Compares what the systems have, funding by funding: by the unique reference, and where a reference stands alone by
 * customer, amount and day. More than one of a funding in the product or at the processor is Double Funded, in the sheet alone
 * Duplicate in the sheet, none in a system that was asked is Not Found. A row of the sheet that can not be read is Unreadable.
 * Another amount (to the cent), day (beyond a day) or customer is a Mismatch (specification 2, section 4).
 */
export const reconcile = <Transaction extends FundedTransaction>(
  transactions: readonly Transaction[],
  isAnswered: IsAnswered,
): Reconciled<Transaction>[] => joinByReference(transactions).map((joined) => compare(joined, isAnswered));

function compare<Transaction extends FundedTransaction>(
  transactions: Transaction[],
  isAnswered: IsAnswered,
): Reconciled<Transaction> {
  // An unreadable row may mean any payment, so no payment counts as missing in the sheet.
  if (transactions.every(isUnreadable))
    return {
      transactions,
      status: "Unreadable",
      compared: ["ledger"],
      odd: ["ledger"],
      differences: [],
      deltaCents: 0,
    };
  const rail = transactions.find(({ paymentType }) => paymentType !== null)?.paymentType ?? null;
  const compared = FUNDING_SYSTEMS.filter(
    (system) => isAnswered(system, rail, transactions) || ofSystem(transactions, system).length > 0,
  );
  if (compared.length < 2)
    return { transactions, status: null, compared, odd: [], differences: [], deltaCents: 0 };
  const doubled = compared.filter((system) => ofSystem(transactions, system).length > 1);
  const missing = compared.filter((system) => ofSystem(transactions, system).length === 0);
  const differing = findDifferences(transactions);
  const unreadable = transactions.some(isUnreadable) ? (["ledger"] as const) : [];
  const odd = new Set([
    ...doubled,
    ...missing,
    ...unreadable,
    ...differing.flatMap(({ systems }) => systems),
  ]);
  return {
    transactions,
    status: reconciledStatus(doubled, missing.length, unreadable.length, differing.length),
    compared,
    odd: compared.filter((system) => odd.has(system)),
    differences: differing.map(({ difference }) => difference),
    deltaCents: amountDelta(transactions, compared),
  };
}

/** Money that went twice is worse than a line that is missing, and that worse than one that is different. */
function reconciledStatus(
  doubled: readonly FundingSystem[],
  missing: number,
  unreadable: number,
  differing: number,
): ReconciledStatus {
  if (doubled.some((system) => system !== "ledger")) return "Double Funded";
  if (missing > 0) return "Not Found";
  if (unreadable > 0) return "Unreadable";
  if (differing > 0) return "Mismatch";
  return doubled.length > 0 ? "Duplicate in the sheet" : "Match";
}

const ofSystem = (transactions: readonly FundedTransaction[], system: FundingSystem) =>
  transactions.filter(({ sourceSystem }) => sourceSystem === system);

interface Differing {
  difference: Difference;
  systems: FundingSystem[];
}

/** What differs, and in which systems: those that are not as most are; of two alike, those not as the first. */
function findDifferences(transactions: FundedTransaction[]): Differing[] {
  const amount = minority(transactions, ({ disbursementAmountCents }) => disbursementAmountCents, Object.is);
  const customer = minority(transactions, ({ userId }) => userId, Object.is);
  const date = minority(transactions, ({ fundedDate }) => fundedDate, isNear);
  return [
    { difference: "amount" as const, systems: amount },
    { difference: "date" as const, systems: date },
    { difference: "customer" as const, systems: customer },
  ].filter(({ systems }) => systems.length > 0);
}

function minority<Value>(
  transactions: readonly FundedTransaction[],
  tell: (transaction: FundedTransaction) => Value | null,
  isSame: (one: Value, other: Value) => boolean,
): FundingSystem[] {
  const told = transactions.flatMap((transaction) => {
    const value = tell(transaction);
    return value === null ? [] : [{ system: transaction.sourceSystem, value }];
  });
  const agreeing = (value: Value) => told.filter((other) => isSame(other.value, value)).length;
  // The first of the best, and the product comes first: it is right where two say two things.
  const usual = told.reduce<(typeof told)[number] | undefined>(
    (best, each) => (best === undefined || agreeing(each.value) > agreeing(best.value) ? each : best),
    undefined,
  );
  if (usual === undefined) return [];
  return told.filter(({ value }) => !isSame(value, usual.value)).map(({ system }) => system);
}

function amountDelta(transactions: FundedTransaction[], compared: FundingSystem[]): number {
  const totals = compared.flatMap((system) => {
    const own = ofSystem(transactions, system);
    const told = own.flatMap(({ disbursementAmountCents: cents }) => (cents === null ? [] : [cents]));
    return told.length === own.length ? [told.reduce((sum, cents) => sum + cents, 0)] : [];
  });
  const agreeing = (total: number) => totals.filter((other) => other === total).length;
  const usual = totals.reduce(
    (best, total) => (agreeing(total) > agreeing(best) ? total : best),
    totals[0] ?? 0,
  );
  return totals
    .map((total) => total - usual)
    .reduce((furthest, delta) => (Math.abs(delta) > Math.abs(furthest) ? delta : furthest), 0);
}
