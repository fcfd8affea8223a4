import type { BreakCause } from "@countinghouse/validators/reconciled-days/rules";
import { type FundingSystem, RECONCILIATION_REASONS } from "@countinghouse/validators/reconciliation/rules";
import type { JudgedPayment } from "../reconciliation/all-payments-rules.ts";
import { type FundedTransaction, isNear } from "../reconciliation/funded.ts";

/** What is known of a payment that the systems do not have alike. */
export type Broken = Pick<
  JudgedPayment,
  "transactions" | "status" | "compared" | "odd" | "differences" | "reason"
>;

/** A break with why it is one, and the other break that is the same payment, if one is (its place among them). */
export interface Explained<Row extends Broken> {
  row: Row;
  cause: BreakCause;
  partner: number | null;
}

/**
 * Says of each payment that the systems do not have alike why that is: by which of them is not as the others, and where a
 * payment is missing at the processor by one of the same amount, direction and day that nobody here knows.
 */
export function explainBreaks<Row extends Broken>(rows: readonly Row[]): Explained<Row>[] {
  const partners = findPartners(rows);
  return rows.map((row, index) => {
    const partner = partners.get(index) ?? null;
    return { row, cause: partner === null ? findCause(row) : "ANOTHER_REFERENCE", partner };
  });
}

const has = ({ transactions }: Broken, system: FundingSystem): boolean =>
  transactions.some(({ sourceSystem }) => sourceSystem === system);
const timesIn = ({ transactions }: Broken, system: FundingSystem): number =>
  transactions.filter(({ sourceSystem }) => sourceSystem === system).length;
const isOdd = ({ odd }: Broken, system: FundingSystem): boolean => odd.length === 1 && odd[0] === system;

function findCause(row: Broken): BreakCause {
  const { failedHere, openHere, openAndMoved } = RECONCILIATION_REASONS;
  if (row.status === "Unknown Outcome") return "OUTCOME_UNKNOWN";
  if (row.reason?.includes(failedHere)) return "FAILED_HERE";
  if (row.reason?.includes(openHere) || row.reason?.includes(openAndMoved)) return "OUTCOME_UNKNOWN";
  if (row.status === "Unreadable") return "SHEET_ROW_UNREADABLE";
  if (timesIn(row, "payliance") > 1) return "TWICE_AT_PROCESSOR";
  if (!has(row, "giggle")) return has(row, "payliance") ? "ONLY_AT_PROCESSOR" : "SHEET_ROW_STRANGE";
  if (!has(row, "payliance") && row.compared.includes("payliance")) return "NOT_AT_PROCESSOR";
  if (!has(row, "ledger") && row.compared.includes("ledger")) return "SHEET_ROW_MISSING";
  if (row.differences.length > 0) return differingCause(row);
  return timesIn(row, "ledger") > 1 ? "SHEET_ROW_TWICE" : "SOMETHING_ELSE";
}

function differingCause(row: Broken): BreakCause {
  if (isOdd(row, "ledger")) return "SHEET_ROW_CHANGED";
  if (isOdd(row, "payliance")) return "AMOUNT_AT_PROCESSOR";
  return isOdd(row, "giggle") ? "AMOUNT_HERE" : "SOMETHING_ELSE";
}

/** Pairs what the processor lacks with what only the processor has, each once; of several the nearest day. */
function findPartners(rows: readonly Broken[]): ReadonlyMap<number, number> {
  const alone = rows.flatMap((row, index) => {
    const [only] = row.transactions;
    return row.transactions.length === 1 &&
      only?.sourceSystem === "payliance" &&
      findCause(row) === "ONLY_AT_PROCESSOR"
      ? [{ index, only }]
      : [];
  });
  const taken = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (findCause(row) !== "NOT_AT_PROCESSOR") continue;
    const own = row.transactions.find(({ sourceSystem }) => sourceSystem === "giggle");
    const match = alone.find(
      (each) => !taken.has(each.index) && own !== undefined && isAlike(own, each.only),
    );
    if (match === undefined) continue;
    taken.set(match.index, index);
    taken.set(index, match.index);
  }
  return taken;
}

const isAlike = (one: FundedTransaction, other: FundedTransaction): boolean =>
  one.direction === other.direction &&
  one.disbursementAmountCents === other.disbursementAmountCents &&
  (one.paymentType === null || other.paymentType === null || one.paymentType === other.paymentType) &&
  (one.fundedDate === null || other.fundedDate === null || isNear(one.fundedDate, other.fundedDate));
