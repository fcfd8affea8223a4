import {
  PAYMENT_DIRECTIONS,
  PAYMENT_RAILS,
  type PaymentDirection,
} from "@countinghouse/validators/payments/kinds";
import {
  FUNDING_SYSTEMS,
  type FundingSystem,
  RECONCILIATION_REASONS as REASON,
  type ReconciledPaymentStatus,
  type ReconciledStatus,
} from "@countinghouse/validators/reconciliation/rules";
import { differenceReason, type FundingRail, type Movement } from "./funded.ts";
import type { Reconciled } from "./rules.ts";

const STATUSES = {
  Match: "Match",
  Mismatch: "Mismatch",
  "Double Funded": "Doubled",
  "Not Found": "Not Found",
  Unreadable: "Unreadable",
  "Duplicate in the sheet": "Duplicate in the sheet",
} as const satisfies Record<ReconciledStatus, ReconciledPaymentStatus>;

/** What is known of the payments that are judged, by unique reference. */
export interface Known {
  /** Whether nobody here knows the outcome of it. */
  isOpen: (uniqueRef: string) => boolean;
  /** Whether the processor could not be asked about it. */
  isUnasked: (uniqueRef: string) => boolean;
  reasons: ReadonlyMap<string, string>;
}

/** A payment in all systems, of whatever kind, with what is to be said of it. */
export interface JudgedPayment extends Omit<Reconciled<Movement>, "status"> {
  status: ReconciledPaymentStatus | null;
  /** What is known of why the systems do not have it alike. */
  reason: string | null;
  direction: PaymentDirection;
  kind: Movement["kind"];
  rail: FundingRail | null;
}

/**
 * What is said of a payment: of one whose outcome nobody here knows that, with what the processor says, unless the money
 * moved twice; of any other what the comparison says.
 */
export function judgePayment(row: Reconciled<Movement>, known: Known): JudgedPayment {
  const { transactions } = row;
  const refs = transactions.map(({ uniqueRef }) => uniqueRef);
  const said = differenceReason(transactions, known.reasons);
  const isOpen = refs.some(known.isOpen) && row.status !== "Double Funded";
  const first = transactions[0];
  return {
    ...row,
    status: isOpen ? "Unknown Outcome" : row.status && STATUSES[row.status],
    reason: isOpen ? openReason(row, said, known) : said,
    direction: first?.direction ?? "in",
    kind: transactions.find(({ kind }) => kind !== null)?.kind ?? null,
    rail: transactions.find(({ paymentType }) => paymentType !== null)?.paymentType ?? null,
  };
}

function openReason(
  { transactions, compared }: Reconciled<Movement>,
  said: string | null,
  { isUnasked }: Known,
): string {
  if (transactions.some(({ sourceSystem }) => sourceSystem === "payliance")) return REASON.openAndMoved;
  if (!compared.includes("payliance") || transactions.some(({ uniqueRef }) => isUnasked(uniqueRef)))
    return REASON.openAndUnasked;
  return [REASON.openHere, said].filter((each) => each !== null).join(" ");
}

/** How many payments a system has, and of how many cents. */
export interface Total {
  count: number;
  amountCents: number;
}

/** What each system has moved by one rail in one direction; null of a system that did not answer. */
export interface MovedTotals extends Record<FundingSystem, Total | null> {
  rail: FundingRail;
  direction: PaymentDirection;
}

/**
 * The totals by rail and direction, of what each system says has moved: of payments whose outcome nobody here knows the
 * product says nothing. What the sheet does not tell the rail of counts where the payment does.
 */
export function sumTotals(
  rows: readonly JudgedPayment[],
  known: Pick<Known, "isOpen">,
  isSilent: (system: FundingSystem, rail: FundingRail) => boolean,
): MovedTotals[] {
  return PAYMENT_RAILS.flatMap((rail) =>
    PAYMENT_DIRECTIONS.map((direction) => {
      const own = rows.filter((row) => row.rail === rail && row.direction === direction);
      const [giggle, ledger, payliance] = FUNDING_SYSTEMS.map((system) =>
        isSilent(system, rail) ? null : sumTotal(own, system, known),
      );
      return {
        rail,
        direction,
        giggle: giggle ?? null,
        ledger: ledger ?? null,
        payliance: payliance ?? null,
      };
    }),
  );
}

function sumTotal(
  rows: readonly JudgedPayment[],
  system: FundingSystem,
  { isOpen }: Pick<Known, "isOpen">,
): Total {
  const moved = rows.flatMap(({ transactions }) =>
    transactions.filter(
      ({ sourceSystem, uniqueRef }) => sourceSystem === system && !(system === "giggle" && isOpen(uniqueRef)),
    ),
  );
  return {
    count: moved.length,
    amountCents: moved.reduce((sum, each) => sum + (each.disbursementAmountCents ?? 0), 0),
  };
}
