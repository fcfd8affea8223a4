import type { BalancePart } from "@countinghouse/validators/loans/balance";
import { UNPAID_MODES } from "@countinghouse/validators/manual-payments/rules";
import { isFundingKind, isGivingBack, type PaymentKind } from "@countinghouse/validators/payments/kinds";
import { DISCOUNT_KIND, IMPORTED_KINDS, isImported, LOAN_RETURN_KIND } from "../ledger/discount.ts";

/** What entries of a user's ledger have in common that decides which part of the balance they are. */
export interface EntryKind {
  /** Of the ledger transaction, e.g. "disbursement". */
  kind: string;
  /** Of the payment behind it, null where there is none. */
  intentKind: PaymentKind | null;
  lineItemType: string | null;
  modeOfPayment: string | null;
}

/**
 * The parts of what a user owes, in cents. Balance = advanced − paid + returned − adjusted − taken back, to the cent:
 * every entry is in exactly one.
 */
export interface LedgerParts {
  balanceCents: number;
  /** What advances paid out are to be paid back with. */
  advancedCents: number;
  /** What the user paid: the "totalReceived" of specification 2, section 3. */
  paidCents: number;
  /** Payments that came back: returned, charged back, refunded. */
  returnedCents: number;
  /** Discounts, adjustments, fees and write-offs: no money moved. */
  adjustedCents: number;
  /** Advances that came back or were taken back. */
  takenBackCents: number;
}

/** The line items of a manual payment by which money came in, or came in and went back again. */
const MANUAL_PARTS: Partial<Record<string, BalancePart>> = {
  Payment: "paid",
  Settlement: "paid",
  Recovery: "paid",
  "External Agency Payment": "paid",
  "Renewal Payoff": "paid",
  Refund: "returned",
  "ACH Return": "returned",
  Chargeback: "returned",
  "Chargeback Reversal": "returned",
  "Disbursement Return": "takenBack",
  "Imported Payment": "paid",
};

/** What came back, and what came back once more: a chargeback that was reversed. */
const CAME_BACK: ReadonlySet<string> = new Set([
  "return",
  "chargeback",
  "chargeback-reversal",
  IMPORTED_KINDS.back,
]);

const movesNoMoney = (mode: string | null): boolean =>
  (UNPAID_MODES as readonly (string | null)[]).includes(mode);

/** Which part of the balance such entries are. */
export function partOfBalance({ kind, intentKind, lineItemType, modeOfPayment }: EntryKind): BalancePart {
  // The payments of an import that was undone are gone; what it posted and what took that back come to nothing.
  if (intentKind === null && isImported({ kind })) return "adjusted";
  if (kind === "disbursement" || kind === IMPORTED_KINDS.advance) return "advanced";
  if (kind === LOAN_RETURN_KIND) return "takenBack";
  if (kind === DISCOUNT_KIND) return "adjusted";
  if (CAME_BACK.has(kind)) return intentKind !== null && isFundingKind(intentKind) ? "takenBack" : "returned";
  if (lineItemType !== null)
    return movesNoMoney(modeOfPayment) ? "adjusted" : (MANUAL_PARTS[lineItemType] ?? "adjusted");
  if (kind !== "payment") return "adjusted";
  return intentKind !== null && isGivingBack(intentKind) ? "returned" : "paid";
}

/** The parts that entries, summed up by kind, come to. */
export function partsOfBalance(sums: readonly (EntryKind & { cents: number })[]): LedgerParts {
  const partCents = (part: BalancePart) =>
    sums.filter((each) => partOfBalance(each) === part).reduce((total, { cents }) => total + cents, 0);
  // Zero less, so that nothing is never minus nothing.
  return {
    balanceCents: sums.reduce((total, { cents }) => total + cents, 0),
    advancedCents: partCents("advanced"),
    paidCents: 0 - partCents("paid"),
    returnedCents: partCents("returned"),
    adjustedCents: 0 - partCents("adjusted"),
    takenBackCents: 0 - partCents("takenBack"),
  };
}
