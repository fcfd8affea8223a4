import { dayNumber } from "@countinghouse/validators/new-york";
import type { PaymentDirection, PaymentMode, PaymentRail } from "@countinghouse/validators/payments/kinds";
import type { FundingSystem } from "@countinghouse/validators/reconciliation/rules";

export type FundingRail = PaymentRail;

/** One funding, or another payment, as one of the systems has it. Amounts are in cents, days YYYY-MM-DD in New York. */
export interface FundedTransaction {
  sourceSystem: FundingSystem;
  /** Null where the system does not say how it went. */
  paymentType: FundingRail | null;
  direction: PaymentDirection;
  /** The same in every system that has the same funding. */
  uniqueRef: string;
  /** Null where the system does not know customers. */
  userId: number | null;
  /** Null where the system does not tell the day. */
  fundedDate: string | null;
  /** Null where the system does not tell the amount. */
  disbursementAmountCents: number | null;
  /** Why a row of the sheet can not be read, as a sentence. */
  unreadable?: string;
}

/** The same with what we know of the payment beside that. */
export interface Movement extends FundedTransaction {
  /** Null where nobody knows. */
  kind: PaymentMode | null;
  /** Our payment; null of what the product does not have. */
  paymentId: string | null;
}

/** True when a row of the sheet is unreadable. */
export const isUnreadable = ({ unreadable }: FundedTransaction): boolean => unreadable !== undefined;

/** What is known of why the systems do not have a payment alike, in sentences; null where nothing is. */
export function differenceReason(
  transactions: readonly FundedTransaction[],
  reasons: ReadonlyMap<string, string>,
): string | null {
  const told = transactions.map(({ uniqueRef }) => reasons.get(uniqueRef)).find((each) => each !== undefined);
  const unreadable = transactions.flatMap((each) => each.unreadable ?? []);
  return [...(told === undefined ? [] : [told]), ...unreadable].join(" ") || null;
}

/** Days may differ by one: midnight is not the same moment in all systems (domain notes, section 3.10). */
export const DAYS_TOLERANCE = 1;

/** Whether two days (YYYY-MM-DD) are the same within the tolerance. */
export const isNear = (one: string, other: string): boolean =>
  Math.abs(dayNumber(one) - dayNumber(other)) <= DAYS_TOLERANCE;
